import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '../../src/config/env.ts';
import { sweepQuarantine } from '../../src/media/quarantine.ts';
import { findDisagreements } from '../../src/modules/pictures/file-check.service.ts';
import { leaseOn } from '../../src/modules/pictures/pictures.service.ts';
import { openServices } from '../../src/services.ts';
import { type HeldStore, openHeldStore } from '../support/blocked-store.ts';
import { form } from '../support/callers.ts';
import { minute } from '../support/clock.ts';
import { createPostgresql } from '../support/database.ts';
import { picture } from '../support/pictures.ts';
import { admin, type RunningServer, sharedKey, startServer } from '../support/running-server.ts';
import { s3Credentials } from '../support/storages.ts';
import { inAMinute, sweepTwice } from '../support/sweeps.ts';

const words = { name: 'A', role: 'HR Officer', description: 'D', section: 'leadership', expertise: '["E"]' };

interface Member {
  id: number;
  name: string;
  image: string | null;
}

/** A server with one member and a photo, and the operations during which it is killed. */
async function openScene(env: Record<string, string>, dataDir: string) {
  const server = await startServer(env, dataDir);
  const login = await call(server, 'POST', '/login', JSON.stringify(admin), {
    'content-type': 'application/json',
  });
  const headers = { authorization: `Bearer ${login.token}` };
  const { member } = await call(server, 'POST', '/team', await photoForm(60), headers);
  const paths = { replace: `/team/${member.id}`, removePhoto: `/team/${member.id}/remove-photo` };
  const acts: Record<Act, () => Promise<unknown>> = {
    create: async () => call(server, 'POST', '/team', await photoForm(50), headers),
    replace: async () =>
      call(server, 'POST', paths.replace, await photoForm(40, { name: 'B', _method: 'PUT' }), headers),
    'remove-photo': () => call(server, 'POST', paths.removePhoto, undefined, headers),
    delete: () => call(server, 'DELETE', paths.replace, undefined, headers),
  };
  return { server, member: member as Member, acts };
}

type Act = 'create' | 'replace' | 'remove-photo' | 'delete';

async function call(
  server: RunningServer,
  method: string,
  path: string,
  body: BodyInit | undefined,
  headers: Record<string, string>,
) {
  const answer = await fetch(`${server.url}/api/admin${path}`, { method, headers, body: body ?? null });
  return answer.json();
}

async function photoForm(width: number, more: Record<string, string> = {}): Promise<FormData> {
  return form({ ...words, ...more, image: await picture({ width, height: 40 }) });
}

/** Returns the rows that a killed server left, and the files and rows after the sweep. */
async function lookAfter(env: Record<string, string>, dataDir: string) {
  const settings = readSettings({ ...env, DATA_DIR: dataDir, SEED: 'none' });
  const { database, pictures, quarantine } = await openServices(settings);
  const work = { em: database.fork(), read: database.read, viewer: null, now: new Date(), pictures };
  const read = database.read.withTables<{ members: Member }>();
  const members = await read.selectFrom('members').select(['id', 'name', 'image']).orderBy('id').execute();
  // Every row has its file even before a sweep.
  expect((await findDisagreements(work, inAMinute())).rowsWithoutFile).toEqual([]);
  await sweepQuarantine(quarantine, inAMinute());
  // By then the leases of the killed server have expired.
  await sweepTwice(work, 2 * minute);
  const files: string[] = [];
  for await (const { path } of pictures.list()) files.push(path);
  expect(await findDisagreements(work, inAMinute())).toEqual({
    ...{ rowsWithoutFile: [], filesWithoutRow: [], unknown: [] },
  });
  await database.close();
  expect(files.toSorted()).toEqual(members.flatMap(({ image }) => image ?? []).toSorted());
  return members;
}

/** What is stored after each operation; `other` is the new picture's path. */
const other = expect.stringMatching(/^uploads\//);
const afterwards: Record<Act, (before: Member) => object[]> = {
  create: (before) => [before, { name: 'A', image: other }],
  replace: ({ id }) => [{ id, name: 'B', image: other }],
  'remove-photo': (before) => [{ ...before, image: null }],
  delete: () => [],
};

describe('UP8: a server on SQLite with the S3 store is killed', () => {
  const steps: [Act, 'PUT' | 'DELETE', 'before' | 'after', isDone: boolean][] = [
    ['create', 'PUT', 'after', false],
    ['replace', 'PUT', 'after', false],
    ['replace', 'DELETE', 'before', true],
    ['remove-photo', 'DELETE', 'before', true],
    // For the trash, its picture is moved to the private storage.
    ['delete', 'PUT', 'after', true],
    ['delete', 'DELETE', 'after', true],
  ];
  test.each(steps)('in %s, at %s, %s the store has done it', async (act, method, when, isDone) => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-killed-'));
    const store = await openHeldStore(folder);
    const dataDir = join(folder, 'data');
    const scene = await openScene(storeSettings(store, store.endpoint), dataDir);
    const isReached = store.hold(method, when);
    const broken = scene.acts[act]().catch(() => 'broken off');
    await isReached;
    await scene.server.end('SIGKILL');
    expect(await broken).toBe('broken off');
    const { id, name, image } = scene.member;
    const before = { id, name, image };
    const left = await lookAfter(storeSettings(store, store.direct), dataDir);
    expect(left).toMatchObject(isDone ? afterwards[act](before) : [before]);
    await store.close();
    await rm(folder, { recursive: true });
  });
});

describe('UP8: a server on PostgreSQL with the folder is killed', () => {
  let url: string;
  let client: pg.Client;
  beforeAll(async () => {
    url = await createPostgresql();
    client = new pg.Client({ connectionString: url });
    await client.connect();
  });
  afterAll(() => client.end());

  /** Resolves when the server waits for what the test has locked. */
  async function becomeWaiting(): Promise<void> {
    const waiting =
      'select 1 from pg_stat_activity where datname = current_database() and wait_event_type = $1';
    await expect
      .poll(async () => (await client.query(waiting, ['Lock'])).rowCount, { timeout: 30_000 })
      .toBe(1);
  }

  const atItsRow = (act: Act) => ({ act, where: 'before its row is stored', isDone: false });
  const atRemoval = (act: Act) => ({ act, where: 'before the old file is removed', isDone: true });
  test.each([
    ...(['create', 'replace', 'remove-photo', 'delete'] as const).map(atItsRow),
    ...(['replace', 'remove-photo', 'delete'] as const).map(atRemoval),
  ])('in $act, $where', async ({ act, isDone }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'atrium-killed-'));
    const env = { DATABASE_URL: url, ...sharedKey };
    const scene = await openScene(env, dataDir);
    const { id, name, image } = scene.member;
    // The size maker locks the picture too and must not be mistaken for the operation.
    const unsized = 'select 1 from pictures where sized_at is null';
    await expect.poll(async () => (await client.query(unsized)).rowCount, { timeout: 30_000 }).toBe(0);
    // The lease is released shortly after the picture has its sizes.
    const leases = "select 1 from used_keys where key like 'lease:%'";
    await expect.poll(async () => (await client.query(leases)).rowCount, { timeout: 30_000 }).toBe(0);
    await client.query('begin');
    if (isDone) await client.query("insert into used_keys values ($1, '')", [`lease:${leaseOn(image!)}`]);
    else await client.query('lock table activities in exclusive mode');
    const broken = scene.acts[act]().catch(() => 'broken off');
    await becomeWaiting();
    await scene.server.end('SIGKILL');
    await client.query('rollback');
    expect(await broken).toBe('broken off');
    const before = { id, name, image };
    const left = await lookAfter(env, dataDir);
    expect(left).toMatchObject(isDone ? afterwards[act](before) : [before]);
    await client.query('delete from members; delete from pictures');
    await rm(dataDir, { recursive: true });
  });
});

test('UP12: a full store is reported as 503, and everything works again afterwards', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-refused-'));
  const store = await openHeldStore(folder);
  const dataDir = join(folder, 'data');
  const { server, acts, member } = await openScene(storeSettings(store, store.endpoint), dataDir);
  for (const status of [507, 500, 503]) {
    store.refuse(status);
    expect(await acts.create(), String(status)).toMatchObject({
      message: 'The service is busy or a part of it is away. Please try again in a moment.',
    });
    expect((await fetch(`${server.url}/${member.image}`)).status).toBe(503);
  }
  store.refuse(undefined);
  expect((await fetch(`${server.url}/${member.image}`)).status).toBe(200);
  expect(await acts.create()).toMatchObject({ success: true });
  await server.end('SIGTERM');
  expect(await lookAfter(storeSettings(store, store.direct), dataDir)).toHaveLength(2);
  await store.close();
  await rm(folder, { recursive: true });
});

function storeSettings({ bucket }: HeldStore, endpoint: string): Record<string, string> {
  const { accessKeyId, secretAccessKey } = s3Credentials;
  return {
    ...{ S3_ENDPOINT: endpoint, S3_BUCKET: bucket },
    ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
  };
}
