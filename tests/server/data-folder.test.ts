import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectSite } from '../../src/commands/existing-site.ts';
import { protectDataFolder } from '../../src/data-folder.ts';
import { runCommand } from '../support/commands.ts';
import { copyDatabase } from '../support/database.ts';
import { buildFormData } from '../support/callers.ts';
import { isShortForm } from '../support/test-form.ts';
import { findFreePort } from '../support/free-port.ts';
import { copyFrozenFolder, importFrozenExport } from '../support/frozen-site.ts';
import { picture } from '../support/pictures.ts';
import { fullDisks } from '../support/small-disk.ts';
import { startRefusedProcess, startRefused } from '../support/refused-start.ts';
import { admin, launch, type RunningServer, startServer } from '../support/running-server.ts';
import { startCommand, startEnvironment } from '../support/start-command.ts';
import { pdf } from '../support/visitor-forms.ts';
import { readWrittenMails } from '../support/written-mails.ts';

let folder: string;
let dataDir: string;
let running: RunningServer[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-folder-'));
  dataDir = join(folder, 'data');
  running = [];
});
afterEach(async () => {
  for (const server of running) await server.end('SIGTERM');
  await rm(folder, { recursive: true, force: true, maxRetries: 9 });
});

async function start(env: Record<string, string> = {}): Promise<RunningServer> {
  const server = await startServer(env, dataDir);
  running.push(server);
  return server;
}

const refusal = (env: Record<string, string>, start = startRefused) =>
  start({ DATA_DIR: dataDir, SEED: 'none', LOG_LEVEL: 'error', ...env });

const staffOf = async ({ url }: RunningServer, account = admin) => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(account);
  const answer = await fetch(`${url}/api/admin/login`, { method: 'POST', headers, body });
  return { authorization: `Bearer ${(await answer.json()).token}` };
};

const post = { title: 'T', excerpt: 'E', content: '<p>C</p>', category: 'Technology', is_published: '1' };

/** Begins to send a post with a picture and stops in the middle. `finish` sends the rest and returns the status. */
async function beginUpload({ url }: RunningServer, headers: Record<string, string>) {
  const sent = new Response(
    buildFormData({ ...post, featured_image: await picture({ width: 300, height: 300 }) }),
  );
  const bytes = Buffer.from(await sent.clone().arrayBuffer());
  const type = sent.headers.get('content-type') ?? '';
  const call = request(`${url}/api/admin/blog-posts`, {
    method: 'POST',
    headers: { ...headers, 'content-type': type, 'content-length': bytes.length },
  });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    call.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
  });
  call.write(bytes.subarray(0, bytes.length - 200));
  const quarantined = () => readdir(join(dataDir, 'quarantine')).catch(() => []);
  await expect.poll(quarantined).toHaveLength(1);
  return {
    finish: () => {
      call.end(bytes.subarray(bytes.length - 200));
      return answered;
    },
  };
}

test.skipIf(isShortForm)(
  'a second server on the same port or another is refused and harms no upload',
  async () => {
    const server = await start();
    const upload = await beginUpload(server, await staffOf(server));
    for (const port of [new URL(server.url).port, String(await findFreePort())]) {
      expect(await refusal({ PORT: port }), port).toEqual({
        code: 1,
        output: `another Atrium server is using DATA_DIR ${dataDir}: stop it first, or give this one another folder\n`,
      });
    }
    expect(await upload.finish()).toBe(201);
    const [{ featured_image }] = (await (await fetch(`${server.url}/api/blog-posts`)).json()).posts;
    expect((await fetch(`${server.url}/${featured_image}`)).status).toBe(200);
  },
);

// The full form only: `kills.test.ts` starts servers in the folders of killed ones.
test.skipIf(isShortForm)('a folder is free as soon as its server is killed', async () => {
  const killed = await start();
  expect(await readdir(dataDir)).not.toContain('server.lock-journal');
  await killed.end('SIGKILL');
  const next = await start();
  expect((await fetch(`${next.url}/healthz`)).status).toBe(200);
});

test.skipIf(isShortForm)('nothing is removed, made or printed by a server whose port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const PORT = String((other.address() as AddressInfo).port);
  const taken = { code: 1, output: `port ${PORT} on 127.0.0.1 is in use\n` };
  expect(await refusal({ PORT }, startRefusedProcess)).toEqual(taken);
  expect(await readdir(folder)).toEqual([]);
  await mkdir(join(dataDir, 'quarantine'), { recursive: true });
  await writeFile(join(dataDir, 'quarantine', 'arriving'), 'half');
  expect(await refusal({ PORT })).toEqual(taken);
  expect(await readdir(join(dataDir, 'quarantine'))).toEqual(['arriving']);
  other.close();
});

/** Returns the modes of everything in a folder. */
async function modesIn(path: string): Promise<Record<string, string>> {
  const modes: Record<string, string> = {};
  for (const name of await readdir(path, { recursive: true })) {
    // The target of a link is listed below it.
    if (name.startsWith('cards/')) continue;
    // The server moves files out of the quarantine meanwhile.
    const facts = await lstat(join(path, name)).catch(() => undefined);
    if (!facts) continue;
    const kind = facts.isDirectory() ? 'folder' : facts.isFile() ? 'file' : 'link';
    modes[name] = `${kind} ${(facts.mode & 0o777).toString(8)}`;
  }
  return modes;
}

test.skipIf(isShortForm)(
  'other users can read nothing in the folder, and what an earlier version left open is closed',
  async () => {
    await copyFrozenFolder(dataDir);
    const outside = join(folder, 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'file'), 'of somebody else');
    await symlink(join(outside, 'file'), join(dataDir, 'uploads', 'link'));
    await symlink(outside, join(dataDir, 'cards'));
    await writeFile(join(dataDir, 'notes.txt'), 'of the operator');
    for (const [name, mode] of Object.entries(await modesIn(folder))) {
      if (!mode.startsWith('link'))
        await chmod(join(folder, name), mode.startsWith('folder') ? 0o777 : 0o644);
    }

    const server = await start();
    const headers = await staffOf(server, { email: 'admin@example.com', password: 'admin of version 0.1' });
    const body = buildFormData({ ...post, featured_image: await picture({ width: 600, height: 300 }) });
    expect(
      (await fetch(`${server.url}/api/admin/blog-posts`, { method: 'POST', headers, body })).status,
    ).toBe(201);
    const cv = buildFormData({
      name: 'Ada',
      email: 'ada@example.com',
      field: 'Web',
      message: 'May I?',
      cv: pdf(),
    });
    expect((await fetch(`${server.url}/api/internships`, { method: 'POST', body: cv })).status).toBe(201);
    // The unsent notice mails, as files.
    await expect.poll(() => readWrittenMails(join(dataDir, 'outbox'))).toHaveLength(4);

    const { 'notes.txt': notes, ...modes } = await modesIn(dataDir);
    expect(notes).toBe('file 644');
    const open = Object.entries(modes).filter(([, mode]) => !/^(file 600|folder 700|link .*)$/.test(mode));
    expect(open).toEqual([]);
    expect(Object.keys(modes)).toEqual(
      expect.arrayContaining(['atrium.sqlite-wal', 'server.lock', 'private']),
    );
    expect(await modesIn(outside)).toEqual({ file: 'file 644' });
    expect((await lstat(outside)).mode & 0o777).toBe(0o777);
    expect(server.output()).not.toContain('may be able to read');
  },
);

// The full form only, because each command starts a process. All begin with the same `runAndExplainErrors`.
test.skipIf(isShortForm)('what commands write is closed to other users too', async () => {
  const { env } = await importFrozenExport(dataDir, 'sqlite');
  const copy = join(folder, 'export');
  await promisify(execFile)(process.execPath, ['src/commands/export.ts', copy], {
    env: { ...startEnvironment, ...env },
  });
  const modes = { ...(await modesIn(dataDir)), ...(await modesIn(copy)) };
  expect(Object.keys(modes)).toEqual(
    expect.arrayContaining(['posts.schema.json', 'uploads', 'atrium.sqlite']),
  );
  expect(Object.entries(modes).filter(([, mode]) => !/^(file 600|folder 700)$/.test(mode))).toEqual([]);
});

test('the data folder itself is closed, unless it holds files of other programs', async () => {
  for (const [name, mode] of [
    ['secrets.key', 0o700],
    ['notes.txt', 0o755],
  ] as const) {
    await rm(dataDir, { recursive: true, force: true });
    await mkdir(join(dataDir, 'uploads'), { recursive: true });
    await chmod(dataDir, 0o755);
    await writeFile(join(dataDir, name), 'content', { mode: 0o644 });
    expect(protectDataFolder(dataDir)).toBeUndefined();
    expect((await lstat(dataDir)).mode & 0o777, name).toBe(mode);
  }
  expect((await lstat(join(dataDir, 'notes.txt'))).mode & 0o777).toBe(0o644);
});

// The full form only, because nothing but the start takes time. The modes that a start leaves are tested above.
test.skipIf(isShortForm)('a start without anything to repair leaves all modes as they are', async () => {
  await (await start()).end('SIGTERM');
  const before = await modesIn(dataDir);
  expect(protectDataFolder(dataDir)).toBeUndefined();
  expect(await modesIn(dataDir)).toEqual(before);
});

test.runIf(process.getuid?.() === 0)('what cannot be closed is named, and the rest is closed', async () => {
  const nobody = 65_534;
  await mkdir(join(dataDir, 'uploads'), { recursive: true });
  for (const path of [folder, dataDir]) await chmod(path, 0o777);
  await writeFile(join(dataDir, 'uploads', 'picture.png'), 'of root');
  process.seteuid?.(nobody);
  try {
    await writeFile(join(dataDir, 'atrium.sqlite'), 'of nobody', { mode: 0o644 });
    expect(protectDataFolder(dataDir)).toMatch(
      /^other users of this machine may be able to read 2 files or folders, the first is \S+picture.png: EPERM/,
    );
  } finally {
    process.seteuid?.(0);
  }
  expect(await modesIn(dataDir)).toMatchObject({
    'atrium.sqlite': 'file 600',
    'uploads/picture.png': 'file 644',
  });

  // A file in a folder that can be closed is closed with it
  await chown(join(dataDir, 'uploads'), nobody, nobody);
  process.seteuid?.(nobody);
  try {
    for (const start of ['first', 'second']) expect(protectDataFolder(dataDir), start).toBeUndefined();
  } finally {
    process.seteuid?.(0);
  }
  expect(await modesIn(dataDir)).toMatchObject({ uploads: 'folder 700', 'uploads/picture.png': 'file 644' });
});

test.runIf(!isShortForm && fullDisks.some(({ kind }) => kind === 'small file system'))(
  'a start on a full disk says so in one line, also when SQLite has no place for the files beside the database',
  async () => {
    const database = await copyDatabase('sqlite', dataDir);
    await database.close();
    const words = `mkdir "$0" && mount -t tmpfs -o size=10m tmpfs "$0" && cp "$DATA_DIR/atrium.sqlite" "$0" &&
      { cat /dev/zero > "$0/filler" 2>/dev/null; DATA_DIR="$0" exec "$@"; }`;
    const shell = ['unshare', '-Urm', 'sh', '-c', words, join(folder, 'small'), ...startCommand];
    const env = { DATA_DIR: dataDir, SEED: 'none', PORT: String(await findFreePort()) };
    const server = launch(env, shell);
    expect(await server.end()).toBe(1);
    expect(server.output()).toMatch(
      /^[^\n]+: no space is left on the disk of DATA_DIR, of the database, or of the file that is written\n$/,
    );
  },
);

/** Each in the settings of another site, whose folder or database is empty. */
const onASite = {
  user: ['reset', admin.email],
  backup: ['archive.tar'],
  export: ['exported'],
  privacy: ['find', admin.email],
  secrets: ['rotate-key'],
  files: ['check'],
  database: ['copy', '--to', 'postgres://127.0.0.1:1/atrium'],
};

test.skipIf(isShortForm).each(Object.entries(onASite))(
  'the command %s makes no site where there is none',
  async (name, words) => {
    const { code, stdout, stderr } = await runCommand({ DATA_DIR: dataDir }, name, words);
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `there is no site in DATA_DIR ${dataDir}: this command needs the settings of the server\n`,
    });
    await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
  },
);

test('a command refuses a folder whose database is empty, unreadable or restored in part', async () => {
  const settings = { DATA_DIR: dataDir, DATABASE_URL: undefined };
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'atrium.sqlite'), '');
  await expect(expectSite(settings)).rejects.toThrow('there is no site in DATA_DIR');
  const database = await copyDatabase('sqlite', dataDir);
  await expectSite(settings).finally(() => database.close());
  const asFolder = { ...settings, DATA_DIR: join(dataDir, 'atrium.sqlite') };
  await expect(expectSite(asFolder)).rejects.toThrow('the database cannot be opened: ENOTDIR');
  await writeFile(join(dataDir, '.restoring'), '');
  await expect(expectSite(settings)).rejects.toThrow('was interrupted');
});
