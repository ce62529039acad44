// On both databases: copying a whole database of either kind.
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { list } from 'tar';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readArchive } from '../../src/backup/archive.ts';
import { makeBackup } from '../../src/backup/backup.ts';
import { copyToPostgresql } from '../../src/backup/load-database.ts';
import { connectPostgresql, listTablesOfDatabase, openPostgresqlRows } from '../../src/backup/postgresql.ts';
import { switchOffCopiedWebhooks } from '../../src/backup/outdated-access.ts';
import { markRestore, restoreBackup, verifyBackup } from '../../src/backup/restore.ts';
import { tableFactsOf } from '../../src/backup/table-rows.ts';
import { openSqliteRows } from '../../src/backup/sqlite.ts';
import { type BackupTarget, sqliteFile } from '../../src/backup/manifest.ts';
import { backupTargetOf } from '../../src/services.ts';
import { readSettings } from '../../src/config/env.ts';
import { Factor } from '../../src/modules/auth/factor.entity.ts';
import { prepareSecrets } from '../../src/security/key-rotation.ts';
import { expectSealingKeys, openSealingKeys, seal } from '../../src/security/sealing.ts';
import { factorPlace } from '../../src/security/secrets.ts';
import { buildFormData } from '../support/callers.ts';
import { runCommand } from '../support/commands.ts';
import { chooseByForm, isShortForm } from '../support/test-form.ts';
import type { Tables } from '../../src/database/table-types.ts';
import {
  copyDatabase,
  createPostgresql,
  type DatabaseKind,
  databaseKinds,
  openTestDatabase,
} from '../support/database.ts';
import { createUser } from '../support/factories.ts';
import { picture } from '../support/pictures.ts';
import { admin, type RunningServer, startServer } from '../support/running-server.ts';
import { openS3, type StorageKind, s3Credentials } from '../support/storages.ts';
import { pdf } from '../support/visitor-forms.ts';

const post = { title: 'Kept', excerpt: 'E', content: '<p>C</p>', category: 'Technology', is_published: '1' };

let folder: string;
let closing: (() => Promise<unknown>)[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-backup-'));
  closing = [];
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the settings of an empty installation. */
async function emptyTarget(name: string, kind: DatabaseKind, storage: StorageKind = 'folder') {
  const dataDir = join(folder, name);
  const env: Record<string, string> = { DATA_DIR: dataDir };
  if (kind === 'postgresql') env.DATABASE_URL = await createPostgresql();
  if (storage === 'S3 store') {
    const store = await openS3(join(folder, `${name}-store`));
    closing.push(store.close);
    Object.assign(env, {
      S3_ENDPOINT: store.endpoint,
      S3_BUCKET: store.bucket,
      S3_ACCESS_KEY_ID: s3Credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
    });
  }
  return { env, target: await backupTargetOf(readSettings(env)) };
}

async function start(env: Record<string, string>): Promise<RunningServer> {
  const server = await startServer(env, env.DATA_DIR);
  closing.push(() => server.end('SIGTERM'));
  return server;
}

async function signIn({ url }: RunningServer): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(admin),
  });
  return { authorization: `Bearer ${(await answer.json()).token}` };
}

/** Creates posts with pictures and deletes every other one, until it is stopped. */
function writeOn({ url }: RunningServer, headers: Record<string, string>, image: File) {
  let isOver = false;
  let count = 0;
  const run = async () => {
    for (; !isOver; count += 1) {
      const body = buildFormData({ ...post, title: `Kept ${count}`, featured_image: image });
      const created = await fetch(`${url}/api/admin/blog-posts`, { method: 'POST', headers, body });
      expect(created.status).toBe(201);
      const { id } = await created.json();
      if (count % 2 === 1) await fetch(`${url}/api/admin/blog-posts/${id}`, { method: 'DELETE', headers });
    }
  };
  const running = run();
  return {
    reached: (least: number) =>
      Promise.race([running, expect.poll(() => count, { timeout: 30_000 }).toBeGreaterThanOrEqual(least)]),
    stop: async () => {
      isOver = true;
      await running;
    },
  };
}

async function factsIn({ url, dataDir, tables }: BackupTarget, names = tables) {
  const source = url ? await openPostgresqlRows(url) : openSqliteRows(sqliteFile(dataDir));
  return tableFactsOf(source, names).finally(() => source.close());
}

/** Returns the hash of each stored file. */
async function hashesIn({ buckets }: BackupTarget): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const [part, storage] of Object.entries(buckets)) {
    for await (const { key } of storage.list()) {
      const hash = createHash('sha256');
      for await (const chunk of (await storage.read(key))!.open()) hash.update(chunk);
      hashes[`${part}/${key}`] = hash.digest('hex');
    }
  }
  return hashes;
}

async function keysIn({ buckets }: BackupTarget): Promise<string[]> {
  const keys: string[] = [];
  for (const [part, storage] of Object.entries(buckets)) {
    for await (const { key } of storage.list()) keys.push(`${part}/${key}`);
  }
  return keys.sort();
}

/** A sequence is not part of the snapshot. */
const withoutLastIds = (facts: Awaited<ReturnType<typeof factsIn>>) =>
  Object.fromEntries(Object.entries(facts).map(([table, { rows, sha256 }]) => [table, { rows, sha256 }]));

const ended = [
  ...['sessions', 'api_tokens', 'password_resets', 'used_keys', 'kept_answers', 'try_counters', 'secrets'],
];

/** The same rows as in the backup, except that nobody is signed in and the log has one more event. */
function expectRestored(
  found: Awaited<ReturnType<typeof factsIn>>,
  backedUp: Awaited<ReturnType<typeof factsIn>>,
): void {
  const [{ security_events: log, ...rest }, { security_events: before, ...wanted }] = [
    withoutLastIds(found),
    withoutLastIds(backedUp),
  ];
  for (const table of ended) {
    expect(rest[table]?.rows ?? 0, table).toBe(0);
    delete rest[table];
    delete wanted[table];
  }
  // They are off.
  expect(rest.webhooks?.rows).toBe(wanted.webhooks?.rows);
  delete rest.webhooks;
  delete wanted.webhooks;
  expect(rest).toEqual(wanted);
  expect(log?.rows).toBe(before!.rows + 1);
}

interface Case {
  kind: DatabaseKind;
  storage: StorageKind;
  tools: boolean;
}
// The full form only: the gate restores the archive of a quiet site below.
const cases: Case[] = [
  { kind: 'sqlite', storage: 'folder', tools: true },
  { kind: 'postgresql', storage: 'folder', tools: false },
  { kind: 'sqlite', storage: 'S3 store', tools: true },
  { kind: 'postgresql', storage: 'S3 store', tools: false },
  { kind: 'postgresql', storage: 'folder', tools: true },
];

describe.each(cases)('on $kind with the $storage (pg_dump: $tools)', ({ kind, storage, tools }) => {
  test.skipIf(isShortForm)(
    'DU6 a backup made during writes is whole: restored elsewhere, rows and files are equal, and the server runs on it',
    async () => {
      const { env, target } = await emptyTarget('first', kind, storage);
      const server = await start(env);
      const headers = await signIn(server);
      const image = await picture({ width: 300, height: 300, format: 'jpeg' });
      const cv = buildFormData({
        name: 'Ada',
        email: 'ada@example.com',
        field: 'Web',
        message: 'May I?',
        cv: pdf(),
      });
      expect((await fetch(`${server.url}/api/internships`, { method: 'POST', body: cv })).status).toBe(201);
      const hook = { name: 'Build', url: 'https://hooks.example.com/', events: ['site.changed'] };
      const json = { ...headers, 'content-type': 'application/json' };
      const made = { method: 'POST', headers: json, body: JSON.stringify(hook) };
      expect((await fetch(`${server.url}/api/admin/webhooks`, made)).status).toBe(201);
      const writing = writeOn(server, headers, image);
      const file = join(folder, 'backup.tar');
      await writing.reached(1);
      const manifest = await makeBackup(target, file, { usesTools: tools });
      const later = join(folder, 'later.tar');
      await writing.reached(4);
      await makeBackup(target, later, { usesTools: tools });
      await writing.stop();
      expect(manifest.missing).toEqual([]);
      const forms = kind === 'sqlite' ? ['sqlite'] : tools ? ['pg_dump', 'rows'] : ['rows'];
      expect(forms).toContain(manifest.database);
      expect((await stat(file)).mode & 0o777).toBe(0o600);

      await verifyBackup(target, later);
      const other = await emptyTarget('second', kind, storage);
      const restored = await restoreBackup(other.target, later);
      expect(restored.missing).toEqual([]);
      const facts = await factsIn(other.target);
      expectRestored(facts, restored.tables);
      expect(facts.posts?.rows).toBeGreaterThan(0);
      const files = restored.parts.map(({ name }) => name).filter((name) => !name.startsWith('database/'));
      expect(await keysIn(other.target)).toEqual(files.sort());
      // The folder also holds pictures of the trash.
      expect(files.filter((name) => /^private\/.*(?<!webp|avif|jpe?g|png)$/.test(name)).length).toBe(1);

      const second = await start(other.env);
      const { posts } = await (await fetch(`${second.url}/api/blog-posts`)).json();
      expect(posts.length).toBeGreaterThan(0);
      for (const { featured_image } of posts) {
        expect((await fetch(`${second.url}/${featured_image}`)).status, featured_image).toBe(200);
      }
      const body = buildFormData(post);
      const more = await signIn(second);
      const { webhooks } = await (await fetch(`${second.url}/api/admin/webhooks`, { headers: more })).json();
      const off_reason = expect.stringContaining('restored from a backup');
      expect(webhooks).toMatchObject([{ ...hook, is_active: false, off_reason }]);
      const created = await fetch(`${second.url}/api/admin/blog-posts`, {
        method: 'POST',
        headers: more,
        body,
      });
      expect((await created.json()).id).toBeGreaterThan(
        Math.max(...posts.map(({ id }: { id: number }) => id)),
      );

      // Existing data is never overwritten.
      const before = await keysIn(other.target);
      await expect(restoreBackup(other.target, file)).rejects.toThrow(/empty|is there already/);
      expect(await keysIn(other.target)).toEqual(before);
      await expect(makeBackup(target, file)).rejects.toThrow(`${file} is there already`);
      await expect(makeBackup(target, '/proc/x')).rejects.toThrow('nothing can be written in /proc (ENOENT)');
    },
  );
});

describe('an archive', () => {
  let source: string;
  let target: BackupTarget;
  let file: string;
  let manifest: Awaited<ReturnType<typeof makeBackup>>;
  beforeAll(async () => {
    source = await mkdtemp(join(tmpdir(), 'atrium-backed-up-'));
    const dataDir = join(source, 'data');
    const server = await startServer({}, dataDir);
    const headers = await signIn(server);
    for (const width of [300, 301]) {
      const image = await picture({ width, height: 300, format: 'jpeg' });
      const body = buildFormData({ ...post, featured_image: image });
      await fetch(`${server.url}/api/admin/blog-posts`, { method: 'POST', headers, body });
    }
    target = await backupTargetOf(readSettings({ DATA_DIR: dataDir }));
    file = join(source, 'backup.tar');
    manifest = await makeBackup(target, file);
    await server.end('SIGTERM');
  });
  afterAll(() => rm(source, { recursive: true, force: true }));

  /** Returns where the content of each part begins in an archive. */
  async function offsetsIn(file: string): Promise<Map<string, number>> {
    const cases = new Map<string, number>();
    let at = 0;
    await list({
      file,
      onReadEntry: ({ path, size }) => {
        cases.set(path, at + 512);
        at += 512 + 512 * Math.ceil(size / 512);
      },
    });
    return cases;
  }

  test('that is damaged is refused with the name of the damaged part, and leaves no trace', async () => {
    const cases = await offsetsIn(file);
    expect([...cases.keys()]).toEqual([
      ...manifest.parts.map(({ name }) => name),
      'manifest.json',
      'manifest.sha256',
    ]);
    const other = await emptyTarget('second', 'sqlite');
    // In the short form one part: every part is compared in the same way.
    for (const [name, at] of [...cases].slice(0, chooseByForm(cases.size, 1))) {
      const isSeal = name === 'manifest.sha256';
      // Within the content of the part, and in the header before it.
      for (const spot of [at + 10, at - 400]) {
        const damaged = join(folder, 'damaged.tar');
        await copyFile(file, damaged);
        const handle = await open(damaged, 'r+');
        await handle.write(Buffer.from('~'), 0, 1, spot);
        await handle.close();
        const told = `is damaged: ${isSeal ? 'manifest.json' : name} is not what was put in`;
        for (const act of [restoreBackup, verifyBackup]) {
          await expect(act(other.target, damaged), `${name} ${spot - at}`).rejects.toThrow(told);
        }
      }
    }
    await expect(readdir(other.target.dataDir)).rejects.toThrow('ENOENT');
    expect(await keysIn(other.target)).toEqual([]);
    await mkdir(other.target.dataDir);
    await writeFile(sqliteFile(other.target.dataDir), 'something');
    await expect(restoreBackup(other.target, file)).rejects.toThrow('is there already');
    expect(await readdir(other.target.dataDir)).toEqual(['atrium.sqlite']);
    await rm(other.target.dataDir, { recursive: true });
    expect((await restoreBackup(other.target, file)).parts).toEqual(manifest.parts);
  });

  test('that ends too early, or is none, is refused in a line', async () => {
    const { target: empty } = await emptyTarget('second', 'sqlite');
    const [first] = manifest.parts;
    const whole = await readFile(file);
    const cut = join(folder, 'cut.tar');
    await writeFile(cut, whole.subarray(0, 512 + 100));
    await expect(restoreBackup(empty, cut)).rejects.toThrow(`it ends in the middle of ${first?.name}`);
    await writeFile(cut, 'Dear diary, this is no archive at all.');
    await expect(restoreBackup(empty, cut)).rejects.toThrow(`${cut} is no backup`);
    for (const none of [join(folder, 'none.tar'), folder, '/dev/full'])
      await expect(restoreBackup(empty, none), none).rejects.toThrow(`there is no file ${none}`);
  });

  test('that cannot be unpacked or brought in is an error, and leaves no trace', async () => {
    const { target: other } = await emptyTarget('second', 'sqlite');
    const blocked = join(folder, 'blocked');
    await mkdir(blocked);
    await writeFile(join(blocked, 'uploads'), 'a file where a folder should be');
    await expect(
      readArchive(
        file,
        blocked,
        () => true,
        () => {},
      ),
    ).rejects.toThrow(/EEXIST|ENOTDIR/);
    let stored = 0;
    const uploads = {
      ...other.buckets.uploads,
      put: async (key: string, path: string) => {
        if (stored === 1) throw new Error('the disk is full');
        await other.buckets.uploads.put(key, path);
        stored += 1;
      },
    };
    const failing = { ...other, buckets: { ...other.buckets, uploads } };
    await expect(restoreBackup(failing, file)).rejects.toThrow('the disk is full');
    expect(stored).toBe(1);
    expect(await keysIn(other)).toEqual([]);
    expect(await readdir(other.dataDir).catch(() => [])).not.toContain('.restoring');
    expect((await restoreBackup(other, file)).parts).toEqual(manifest.parts);
  });

  test('of a newer program is refused', async () => {
    const { target: other } = await emptyTarget('second', 'sqlite');
    const older = { ...other, migrations: target.migrations.slice(0, -1) };
    await expect(restoreBackup(older, file)).rejects.toThrow('the backup is newer than this program');
    expect(await keysIn(other)).toEqual([]);
  });

  // From here on the full form only: copies between the databases are rare, and each copies every table.
  test.skipIf(isShortForm)(
    'of a SQLite site can be restored into PostgreSQL, but one of PostgreSQL not into SQLite',
    async () => {
      const other = await emptyTarget('second', 'postgresql');
      await restoreBackup(other.target, file);
      expectRestored(await factsIn(other.target), manifest.tables);
      // As if it had been killed just before its end.
      const files = manifest.parts.map(({ name }) => name).filter((name) => !name.startsWith('database/'));
      await expect(restoreBackup(other.target, file)).rejects.toThrow('is not empty');
      await markRestore(other.target, folder, files);
      const elsewhere = { ...other.target, url: undefined };
      await expect(restoreBackup(elsewhere, file)).rejects.toThrow(
        /a restore into [\w.:]+\/test_\w+ was interrupted/,
      );
      await restoreBackup(other.target, file);
      expectRestored(await factsIn(other.target), manifest.tables);
      const back = join(folder, 'back.tar');
      await makeBackup(other.target, back);
      const third = await emptyTarget('third', 'sqlite');
      await expect(restoreBackup(third.target, back)).rejects.toThrow('DATABASE_URL must name an empty one');
    },
  );
});

test.each(chooseByForm<readonly DatabaseKind[]>(databaseKinds, ['sqlite']))(
  'a restore on %s names the sealing key of the authenticator apps, which the server needs to start',
  async (kind) => {
    const { target } = await emptyTarget('first', 'sqlite');
    const database = await copyDatabase('sqlite', target.dataDir);
    const keys = openSealingKeys({ SECRETS_KEY: [], DATA_DIR: target.dataDir });
    await prepareSecrets(database, keys);
    const sealingKey = expectSealingKeys(keys)[0];
    const file = join(folder, 'backup.tar');
    const em = database.fork();
    const { id: user_id } = await createUser(em);
    const secret = seal(sealingKey, factorPlace({ user_id, credential_id: 'one' }), 'of the app');
    const facts = { counter: 0, transports: [], last_step: 0, created_at: new Date() };
    await em.insert(Factor, {
      user: user_id,
      kind: 'totp',
      name: 'App',
      credential_id: 'one',
      secret,
      ...facts,
    });
    await database.close();
    await makeBackup(target, file);
    const { target: other } = await emptyTarget('second', kind);
    expect((await restoreBackup(other, file)).sealing_keys).toEqual([sealingKey.id]);
  },
);

const archives = ['version-0.1', 'version-0.2'].flatMap((version) => [
  { version, archive: 'backup.tar', kind: 'sqlite' as const },
  { version, archive: 'backup.tar', kind: 'postgresql' as const },
  { version, archive: 'backup-pg_dump.tar', kind: 'postgresql' as const },
  { version, archive: 'backup-rows.tar', kind: 'postgresql' as const },
]);

const inShort = archives.filter(({ version, kind }) => version === 'version-0.2' && kind === 'sqlite');

test.each(chooseByForm(archives, inShort))(
  'the $archive of $version is restored on $kind row by row and file by file, and brought up to date',
  async ({ version, archive, kind }) => {
    const file = join('tests/fixtures', version, archive);
    const { env, target } = await emptyTarget('first', kind);
    if (archive !== 'backup.tar') {
      const { target: other } = await emptyTarget('other', 'sqlite');
      await expect(restoreBackup(other, file)).rejects.toThrow('DATABASE_URL must name an empty one');
    }
    const restored = await restoreBackup(target, file);
    expectRestored(await factsIn(target, Object.keys(restored.tables)), restored.tables);
    const files = restored.parts.filter(({ name }) => !name.startsWith('database/'));
    expect(files.length).toBeGreaterThan(0);
    expect(await hashesIn(target)).toEqual(
      Object.fromEntries(files.map(({ name, sha256 }) => [name, sha256])),
    );
    expect((await readdir(target.dataDir)).filter((name) => name.startsWith('.'))).toEqual([]);
    const migrated = await runCommand(env, 'migrate');
    expect(migrated, migrated.stderr).toMatchObject({ code: 0 });
    const facts = await factsIn(target);
    for (const table of ['posts', 'messages', 'media'])
      expect(facts[table]?.rows, table).toBe(restored.tables[table]?.rows ?? facts[table]?.rows);
    await verifyBackup(target, file);
  },
);

test.skipIf(isShortForm)(
  'a SQLite site is copied to PostgreSQL row by row, and continues there',
  async () => {
    const { env, target } = await emptyTarget('first', 'sqlite');
    const server = await startServer({ ...env, SEED: 'starter' }, env.DATA_DIR);
    closing.push(() => server.end('SIGTERM'));
    const url = await createPostgresql();
    const steps: number[] = [];
    const copied = await copyToPostgresql(target, sqliteFile(target.dataDir), url, (done, total) =>
      steps.push(done / total),
    );
    expect(copied.posts?.rows).toBe(36);
    expect(steps.at(-1)).toBe(1);
    await server.end('SIGTERM');

    const moved = await start({ ...env, DATABASE_URL: url });
    const headers = await signIn(moved);
    const { posts, meta } = await (
      await fetch(`${moved.url}/api/admin/blog-posts?per_page=1`, { headers })
    ).json();
    expect(meta.total).toBe(36);
    const created = await fetch(`${moved.url}/api/admin/blog-posts`, {
      method: 'POST',
      headers,
      body: buildFormData(post),
    });
    expect((await created.json()).id).toBe(posts[0].id + 1);

    // A second copy is refused, and the existing rows stay.
    await expect(copyToPostgresql(target, sqliteFile(target.dataDir), url)).rejects.toThrow('is not empty');
    expect((await fetch(`${moved.url}/api/blog-posts`)).status).toBe(200);
  },
);

test('a database that does not answer is named without its password', () =>
  expect(listTablesOfDatabase('postgres://user:secret@127.0.0.1:9/atrium')).rejects.toThrow(
    /^the database of 127\.0\.0\.1:9 cannot be opened: connect ECONNREFUSED 127\.0\.0\.1:9$/,
  ));

test('a copy of a database has its webhooks off, and says why', async () => {
  const url = await createPostgresql('atrium_base');
  const database = await openTestDatabase({ url, dataDir: folder });
  closing.push(() => database.close());
  const rows = () => database.fork().getKysely<Tables>();
  const facts = { name: 'Build', url: 'https://hooks.example.com/', events: '[]', created_at: new Date() };
  await rows()
    .insertInto('webhooks')
    .values({ ...facts, is_active: true })
    .execute();
  await switchOffCopiedWebhooks(url);
  const off_reason = expect.stringContaining('copied');
  expect(await rows().selectFrom('webhooks').selectAll().execute()).toMatchObject([
    { is_active: false, off_reason },
  ]);
});

test.skipIf(isShortForm)('a copy that fails leaves the target empty', async () => {
  const { env, target } = await emptyTarget('first', 'sqlite');
  const server = await start(env);
  await server.end('SIGTERM');
  const url = await createPostgresql();
  const withoutUsers = {
    ...target,
    makeTables: async (to: string, executed: readonly string[]) => {
      await target.makeTables(to, executed);
      const client = await connectPostgresql(to);
      await client.query('alter table users rename column name to full_name').finally(() => client.end());
    },
  };
  const file = sqliteFile(target.dataDir);
  await expect(copyToPostgresql(withoutUsers, file, url)).rejects.toThrow('users cannot be written');
  const copied = await runCommand(env, 'database', ['copy', '--to', url]);
  expect(copied.stdout, copied.stderr).toContain('users: 1, the same\n');
  expect(copied.stdout).toContain('people stay signed in');
  expect(copied.stdout).toContain(
    `start with the same key, which is in ${join(env.DATA_DIR!, 'secrets.key')}.`,
  );
});
