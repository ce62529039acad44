import { tmpdir } from 'node:os';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrations } from '../../prisma-free-migrations/list.ts';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { entities } from '../../src/entities.ts';
import { form } from '../support/callers.ts';
import { createMessage } from '../support/factories.ts';
import { type PostgresqlServer, startPostgresql, startReplica } from '../support/postgresql.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const post = { title: 'First', excerpt: 'E', content: '<p>C</p>', category: 'Technology', is_published: '1' };

let primary: PostgresqlServer;
let replica: PostgresqlServer;
let databases: Database[];
/** Two instances on one primary and its replica. */
let one: TestApp;
let two: TestApp;

beforeAll(async () => {
  primary = await startPostgresql();
  const url = await primary.createDatabase('atrium');
  replica = await startReplica(primary.url);
  const replicaUrls = [replica.url.replace(/postgres$/, 'atrium')];
  const open = async () => openDatabase({ entities, migrations, url, replicaUrls, dataDir: tmpdir() });
  databases = [await open(), await open()];
  await migrate(databases[0]!);
  const instance = (database: Database) => testApp('postgresql', { database });
  [one, two] = [await instance(databases[0]!), await instance(databases[1]!)];
});
afterAll(async () => {
  await one.close();
  await two.close();
  for (const database of databases) await database.close();
  await replica.stop();
  await primary.stop();
});

async function onReplica(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: replica.url });
  await client.connect();
  // One of the statements ends all connections.
  client.on('error', () => {});
  await client.query(statement).catch(() => {});
  await client.end().catch(() => {});
}

/** Who has answered what a caller asks on the second instance. */
async function whoAnswers(ask: () => Promise<unknown>): Promise<'primary' | 'replica' | 'both' | 'nobody'> {
  const before = databases[1]!.reads()!;
  await ask();
  const after = databases[1]!.reads()!;
  const [byPrimary, byReplica] = [after.primary > before.primary, after.replica > before.replica];
  if (byPrimary && byReplica) return 'both';
  if (byPrimary) return 'primary';
  return byReplica ? 'replica' : 'nobody';
}

const personReads = () => two.rest('admin').get('/api/admin/messages?page=1');
/** Each is a list that nobody has asked for yet, so that no kept answer is given. */
let lists = 0;
const newVisit = async () => {
  lists += 1;
  return two.app.inject(`/api/blog-posts?page=${1 + Math.floor(lists / 50)}&per_page=${1 + (lists % 50)}`);
};
const visitorReads = async () => {
  const { statusCode, body } = await newVisit();
  expect(statusCode).toBe(200);
  return body;
};

test('a replica that shows everything answers visitors and people, with the same rows', async () => {
  await one.rest('admin').post('/api/admin/blog-posts', form(post));
  await createMessage(databases[0]!.fork());
  const wanted = (await one.rest('admin').get('/api/admin/messages?page=1')).body;
  await expect.poll(() => whoAnswers(personReads)).toBe('replica');
  expect((await personReads()).body).toEqual(wanted);
  await expect.poll(() => whoAnswers(visitorReads)).toBe('replica');
  expect(await visitorReads()).toContain('First');
  expect(await whoAnswers(() => two.rest('admin').get('/api/admin/messages?search=qua'))).toBe('replica');
});

test('what a person has just written is read from the primary, on whichever instance, until the replica has it', async () => {
  await onReplica('select pg_wal_replay_pause()');
  for (const title of ['Second', 'Third', 'Fourth']) {
    const { id } = (await one.rest('admin').post('/api/admin/blog-posts', form({ ...post, title }))).body;
    const list = async () => (await two.rest('admin').get('/api/admin/blog-posts?page=1')).body.posts[0];
    expect(await whoAnswers(async () => expect(await list()).toMatchObject({ id, title }))).toBe('primary');
  }
  await onReplica('select pg_wal_replay_resume()');
  await expect.poll(() => whoAnswers(personReads)).toBe('replica');
});

test('nothing old is kept under the name of something newer', async () => {
  const { id } = (await one.rest('admin').post('/api/admin/blog-posts', form(post))).body;
  const show = async () => (await two.app.inject(`/api/blog-posts/${id}`)).body;
  await expect.poll(show).toContain('First');
  await onReplica('select pg_wal_replay_pause()');
  for (const title of ['Newer', 'Newest']) {
    await one.rest('admin').put(`/api/admin/blog-posts/${id}`, form({ ...post, title }));
    await expect.poll(show).toContain(title);
    expect(await show()).toContain(title);
  }
  await onReplica('select pg_wal_replay_resume()');
  expect(await show()).toContain('Newest');
});

test('connections that end under a read harm nobody', async () => {
  await expect.poll(() => whoAnswers(personReads)).toBe('replica');
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'atrium'`;
  await onReplica(end);
  expect((await personReads()).status).toBe(200);
});

test('while the replica is away the primary answers, and when it is back it is used again', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const { port } = new URL(replica.url);
  await replica.stop();
  for (const _ of [1, 2]) {
    expect((await personReads()).status).toBe(200);
    expect(await whoAnswers(visitorReads)).toBe('primary');
  }
  expect(warned.mock.calls.map(([words]) => words)).toEqual([expect.stringContaining(port)]);
  replica = await startReplica(primary.url, Number(port));
  await expect.poll(() => whoAnswers(personReads), { timeout: 20_000 }).toBe('replica');
  warned.mockRestore();
});

test('while the primary is away visitors are answered from the replica', async () => {
  await expect.poll(() => whoAnswers(personReads)).toBe('replica');
  await primary.stop();
  expect(await visitorReads()).toContain('First');
});

test('one that follows nobody any more is not read', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  await onReplica('select pg_promote()');
  await expect.poll(async () => (await newVisit()).statusCode, { timeout: 20_000, interval: 200 }).toBe(503);
  expect(warned).toHaveBeenCalledWith(expect.stringContaining('no standby'));
  warned.mockRestore();
});
