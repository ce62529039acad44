// On both databases: two processes that write into one database.
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { createViewerFinder, endUserAccess, openSession } from '../../src/modules/auth/sessions.ts';
import { Job } from '../../src/modules/jobs/jobs.module.ts';
import { ApiToken } from '../../src/modules/tokens/api-token.ts';
import { revokeToken } from '../../src/modules/tokens/tokens.ts';
import { User } from '../../src/modules/users/user.ts';
import {
  copyDatabase,
  createPostgresql,
  databaseKinds,
  openTestDatabase,
  onceInGate,
} from '../support/database.ts';
import { createApiToken, hashSecret } from '../../src/security/random-secrets.ts';
import { createJob, createUser } from '../support/factories.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

describe.each(databaseKinds)('two processes on one database, on %s', (kind) => {
  const testOnce = onceInGate(kind);
  let dataDir: string;
  let databases: Database[];
  let site: TestApp;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'atrium-instances-'));
    const url = kind === 'postgresql' ? await createPostgresql('atrium_base') : undefined;
    const open = () => openTestDatabase({ url, dataDir });
    databases = [url ? await open() : await copyDatabase('sqlite', dataDir), await open()];
    const [database] = databases as [Database];
    site = await testApp('sqlite', {
      database,
      findViewer: createViewerFinder(database, { ssoTokenDays: 30 }),
    });
  });
  afterAll(async () => {
    await site.close();
    await Promise.all(databases.map((database) => database.close()));
    await rm(dataDir, { recursive: true });
  });
  const other = () => databases[1]!;

  test('a response cached by one shows the changes of the other', async () => {
    const job = await createJob(other().fork());
    const list = async () => (await site.app.inject('/api/jobs')).body;
    for (const title of ['Engineer', 'Architect', 'Painter']) {
      await rename(other(), job.id, title);
      await expect.poll(list).toContain(title);
      expect(await list()).toBe(await list());
    }
  });

  test('a session that the other ends is over', async () => {
    const em = other().fork();
    const user = await createUser(em, { role: 'admin' });
    const request = { userAgent: 'tests', address: '127.0.0.1' };
    const work = { em, read: other().read, viewer: null, now: new Date(), request };
    const { token } = await openSession(work, user, false);
    const headers = { authorization: `Bearer ${token}` };
    const ask = async () => (await site.app.inject({ url: '/api/admin/user', headers })).statusCode;
    expect([await ask(), await ask()]).toEqual([200, 200]);
    await endUserAccess(work, user.id, 'signed_out');
    await expect.poll(ask).toBe(401);
  });

  testOnce('an API token that the other revokes is refused at the next call', async () => {
    const em = other().fork();
    const user = await createUser(em, { role: 'admin', email: 'owner@example.com' });
    const secret = createApiToken();
    const facts = {
      name: 'T',
      hint: '',
      scopes: ['dashboard:read'],
      per_minute: 600,
      created_at: new Date(),
    };
    const expires_at = new Date(Date.now() + 60 * 60_000);
    const token = em.create(ApiToken, { ...facts, user, token_hash: hashSecret(secret), expires_at });
    await em.persist(token).flush();
    const headers = { authorization: `Bearer ${secret}` };
    const ask = async () =>
      (await site.app.inject({ url: '/api/admin/dashboard/stats', headers })).statusCode;
    expect([await ask(), await ask()]).toEqual([200, 200]);
    const request = { address: '127.0.0.1', logSecurity: () => {} };
    const viewer = { id: user.id, name: user.name, email: user.email, role: 'admin', session_id: 0 } as const;
    await revokeToken({ em: other().fork(), read: other().read, viewer, now: new Date(), request }, token.id);
    expect(await ask()).toBe(401);
  });

  testOnce('an account that the other deactivates opens nothing, though a session is left', async () => {
    const em = other().fork();
    const user = await createUser(em, { role: 'hr', email: 'left@example.com' });
    const request = { userAgent: 'tests', address: '127.0.0.1' };
    const work = { em, read: other().read, viewer: null, now: new Date(), request };
    const { token } = await openSession(work, user, false);
    const headers = { authorization: `Bearer ${token}` };
    const ask = async () => (await site.app.inject({ url: '/api/admin/user', headers })).statusCode;
    expect([await ask(), await ask()]).toEqual([200, 200]);
    await other().fork().nativeUpdate(User, { id: user.id }, { deactivated_at: new Date() });
    await expect.poll(ask).toBe(401);
  });
});

// In this order, because it is one outage.
describe('while the line to PostgreSQL is cut', { shuffle: false }, () => {
  let proxy: Server;
  let database: Database;
  let direct: Database;
  let site: TestApp;
  const sockets = new Set<Socket>();
  let refused: (all: string[]) => boolean = () => false;
  beforeAll(async () => {
    const url = new URL(await createPostgresql('atrium_base'));
    proxy = createServer((socket) => {
      const far = connect(Number(url.port), url.hostname);
      for (const [from, to] of [
        [socket, far],
        [far, socket],
      ] as const) {
        sockets.add(from);
        from.on('error', () => to.destroy()).on('close', () => to.destroy());
        from.on('data', (bytes) => {
          if (refused([bytes.toString('latin1')])) from.destroy();
          else to.write(bytes);
        });
      }
    }).listen(0, '127.0.0.1');
    await new Promise((listening) => proxy.once('listening', listening));
    direct = await openTestDatabase({ url: url.href });
    const through = new URL(url);
    through.port = String((proxy.address() as AddressInfo).port);
    database = await openTestDatabase({ url: through.href });
    site = await testApp('sqlite', {
      database,
      findViewer: createViewerFinder(database, { ssoTokenDays: 30 }),
    });
  });
  afterAll(async () => {
    await site.close();
    await Promise.all([database.close(), direct.close()]);
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const list = async () => {
    const { statusCode, body } = await site.app.inject('/api/jobs');
    return `${statusCode} ${body}`;
  };

  test('cached responses are compared with the database before use when only events are lost', async () => {
    const job = await createJob(direct.fork());
    await expect.poll(() => list().then(() => database.events.isConnected())).toBe(true);
    expect(await list()).toContain('Engineer');
    refused = ([text = '']) => /listen /i.test(text);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => database.events.isConnected()).toBe(false);
    await expect.poll(list).toMatch(/^200 /);
    await rename(direct, job.id, 'Architect');
    expect(await list()).toContain('Architect');
  });

  test('cached responses are still served when the database cannot be reached at all', async () => {
    expect(await list()).toContain('Architect');
    refused = () => true;
    for (const socket of sockets) socket.destroy();
    expect(await list()).toMatch(/^200 .*Architect/);
    expect(await list()).toMatch(/^200 .*Architect/);
  });

  test('as soon as it can be reached again, nothing is answered that was changed meanwhile', async () => {
    await rename(direct, { title: 'Architect' }, 'Painter');
    expect(await list()).toContain('Architect');
    refused = ([text = '']) => /listen /i.test(text);
    await expect
      .poll(() =>
        database.ping().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    expect(database.events.isConnected()).toBe(false);
    expect(await list()).toContain('Painter');
    refused = () => false;
    await expect.poll(() => database.events.isConnected()).toBe(true);
    expect(await list()).toContain('Painter');
  });
});

async function rename(database: Database, which: number | { title: string }, title: string): Promise<void> {
  const em = database.fork();
  Object.assign(await em.findOneOrFail(Job, which), { title });
  await em.flush();
}
