import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../../src/config/env.ts';
import { withFreePort } from '../../src/http/server/free-port.ts';
import { buildFormData } from '../support/callers.ts';
import { copyDatabase, createPostgresql, databaseKinds, openTestDatabase } from '../support/database.ts';
import { isShortForm } from '../support/test-form.ts';
import { findFreePort } from '../support/free-port.ts';
import { picture } from '../support/pictures.ts';
import { startRefusedProcess, startRefused } from '../support/refused-start.ts';
import { admin, type RunningServer, removeData, startServer } from '../support/running-server.ts';

const post = { title: 'Kept', excerpt: 'E', content: '<p>C</p>', category: 'Technology', is_published: '1' };

async function tokenFrom({ url }: RunningServer): Promise<string> {
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  return (await answer.json()).token;
}

describe.each(databaseKinds)('the running server on %s', (kind) => {
  const settings = async (): Promise<Record<string, string>> =>
    kind === 'postgresql' ? { DATABASE_URL: await createPostgresql() } : {};

  // The full form only: `power-loss.test.ts` shows in the gate what a commit survives.
  test.skipIf(isShortForm)(
    'DU1 preserves what it acknowledged with 201 when it is killed right after',
    async () => {
      const env = await settings();
      const first = await startServer(env);
      const headers = { authorization: `Bearer ${await tokenFrom(first)}` };
      const body = buildFormData({ ...post, featured_image: await picture() });
      const created = await fetch(`${first.url}/api/admin/blog-posts`, { method: 'POST', headers, body });
      expect(created.status).toBe(201);
      await first.end('SIGKILL');

      const second = await startServer(env, first.dataDir);
      const { posts } = await (await fetch(`${second.url}/api/blog-posts`)).json();
      expect(posts).toMatchObject([{ title: 'Kept' }]);
      expect((await fetch(`${second.url}/${posts[0].featured_image}`)).status).toBe(200);
      expect(await second.end('SIGTERM')).toBe(0);
      await removeData(second);
    },
  );

  // In the short form the next test ends a server with SIGTERM.
  test.skipIf(isShortForm).each(['SIGTERM', 'SIGINT'] as const)('ends with 0 at %s', async (signal) => {
    const server = await startServer(await settings());
    expect(await server.end(signal)).toBe(0);
    await removeData(server);
  });
});

test.skipIf(isShortForm)(
  'AU18 the generated password of a first admin is printed once, and never logged',
  async () => {
    const server = await startServer({ ADMIN_PASSWORD: '' });
    const told = /password (\S+)/.exec(server.output())?.[1];
    expect(told).toMatch(/^[\w-]{22}$/);
    const logLines = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(logLines.join('\n')).not.toContain(told);
    expect(await server.end('SIGTERM')).toBe(0);
    if (!isShortForm) {
      const again = await startServer({ ADMIN_PASSWORD: '' }, server.dataDir);
      expect(again.output()).not.toContain('password');
      await again.end('SIGTERM');
    }
    await removeData(server);
  },
);

test('a port with connecting clients counts as free', async () => {
  const port = await findFreePort();
  const settings = readSettings({ PORT: String(port) });
  const sockets: Socket[] = [];
  const connecting = setInterval(() => {
    sockets.push(connect(port, '127.0.0.1').on('error', () => {}));
  });
  // Often enough that some connections are accepted.
  for (let tries = 0; tries < 200; tries += 1) await withFreePort(settings);
  clearInterval(connecting);
  for (const socket of sockets) socket.destroy();
});

test('a server on any free port names the port that it got, unless its public address is set', async () => {
  const { PORT, PUBLIC_URL } = await withFreePort(readSettings({ PORT: '0' }));
  expect(PORT).toBeGreaterThan(0);
  expect(PUBLIC_URL).toBe(`http://localhost:${PORT}`);
  const named = readSettings({ PORT: '0', PUBLIC_URL: 'https://www.example.com' });
  expect(await withFreePort(named)).toMatchObject({ PUBLIC_URL: 'https://www.example.com' });
});

describe('the reason why the server cannot start is one clear line', () => {
  async function outputOf(more: Record<string, string>, start = startRefused) {
    const dataDir = await mkdtemp(join(tmpdir(), 'atrium-refused-'));
    const env = { DATA_DIR: dataDir, PORT: '0', SEED: 'none', LOG_LEVEL: 'error', ...more };
    const { code, output } = await start(env);
    await rm(dataDir, { recursive: true, force: true });
    return { code, lines: output.trim().split('\n') };
  }

  test('a bad setting', async () => {
    expect(await outputOf({ PORT: 'many' }, startRefusedProcess)).toMatchObject({
      code: 1,
      lines: [expect.stringMatching(/^bad setting: PORT: /)],
    });
  });

  test('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((listening) => other.once('listening', listening));
    const { port } = other.address() as { port: number };
    expect(await outputOf({ PORT: String(port) })).toEqual({
      code: 1,
      lines: [`port ${port} on 127.0.0.1 is in use`],
    });
    other.close();
  });

  test('a data folder below one in which nothing can be made', async () => {
    expect(await outputOf({ DATA_DIR: '/proc/nowhere' })).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^bad setting: DATA_DIR: \/proc\/nowhere .* must be a folder /)],
    });
  });

  test('an address that is not of this machine', async () => {
    // An address of a block that is reserved for documentation.
    expect(await outputOf({ HOST: '192.0.2.1' })).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^bad setting: HOST: 192\.0\.2\.1 is not an address of this machine /)],
    });
  });

  test.each(databaseKinds)('a data folder that is a file, on %s', async (kind) => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-file-'));
    const DATA_DIR = join(folder, 'a-file');
    await writeFile(DATA_DIR, '');
    const DATABASE_URL = kind === 'postgresql' ? await createPostgresql() : '';
    expect(await outputOf({ DATA_DIR, DATABASE_URL })).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^bad setting: DATA_DIR: .* must be a folder /)],
    });
    await rm(folder, { recursive: true });
  });

  test('a lock that cannot be opened', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-lock-'));
    await mkdir(join(folder, 'server.lock'));
    expect(await outputOf({ DATA_DIR: folder })).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^bad setting: DATA_DIR: .* must be a folder /)],
    });
    await rm(folder, { recursive: true, force: true });
  });

  test.each(
    databaseKinds.flatMap((kind) => [
      {
        kind,
        what: 'that a newer program has worked on',
        name: '29990101-what-is-to-come',
        line: 'the database is newer than this program: it has the migration 29990101-what-is-to-come',
      },
      {
        kind,
        what: 'that a commit between two versions has worked on',
        name: '20261121-pictures',
        line: 'the database is between two versions: start commit 3a2e5217 with it first',
      },
    ]),
  )('DU7 data on $kind $what', async ({ kind, name, line }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'atrium-newer-'));
    const url = kind === 'postgresql' ? await createPostgresql('atrium_base') : undefined;
    const database = url ? await openTestDatabase({ url, dataDir }) : await copyDatabase('sqlite', dataDir);
    const db = database.fork().getConnection();
    await db.execute(`insert into migrations (name) values ('${name}')`);
    const rows = await db.execute('select * from migrations order by id');
    const refused = await outputOf({ DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }) });
    expect(refused).toEqual({ code: 1, lines: [line] });
    expect(await db.execute('select * from migrations order by id')).toEqual(rows);
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('a database that cannot be reached', async () => {
    const refused = await outputOf({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(refused).toEqual({ code: 1, lines: [expect.stringMatching(/^the database cannot be opened: /)] });
  });
});
