import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pictureLeaseName } from '../../src/pictures/pictures.service.ts';
import { createPostgresql } from '../support/database.ts';
import {
  type KilledRequest,
  expectedMembers,
  killAtStore,
  checkAfterKill,
  startKillableServer,
  type StoreBlock,
} from '../support/kill-during-request.ts';
import { sharedKey } from '../support/running-server.ts';

describe('UP8: a server on SQLite with the S3 store is killed', () => {
  const steps: StoreBlock[] = [
    { act: 'create', method: 'PUT', when: 'after', isDone: false },
    { act: 'replace', method: 'PUT', when: 'after', isDone: false },
    { act: 'replace', method: 'DELETE', when: 'before', isDone: true },
    { act: 'remove-photo', method: 'DELETE', when: 'before', isDone: true },
    // For the trash, its picture is moved to the private storage.
    { act: 'delete', method: 'PUT', when: 'after', isDone: true },
    { act: 'delete', method: 'DELETE', when: 'after', isDone: true },
  ];
  test.each(steps)('in $act, at $method, $when the store has done it', (step) => killAtStore(step));
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

  const atItsRow = (act: KilledRequest) => ({ act, where: 'before its row is stored', isDone: false });
  const atRemoval = (act: KilledRequest) => ({ act, where: 'before the old file is removed', isDone: true });
  test.each([
    ...(['create', 'replace', 'remove-photo', 'delete'] as const).map(atItsRow),
    ...(['replace', 'remove-photo', 'delete'] as const).map(atRemoval),
  ])('in $act, $where', async ({ act, isDone }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'atrium-killed-'));
    const env = { DATABASE_URL: url, ...sharedKey };
    const scene = await startKillableServer(env, dataDir);
    const { id, name, image } = scene.member;
    // The size maker locks the picture too and must not be mistaken for the operation.
    const unsized = 'select 1 from pictures where sized_at is null';
    await expect.poll(async () => (await client.query(unsized)).rowCount, { timeout: 30_000 }).toBe(0);
    // The lease is released shortly after the picture has its sizes.
    const leases = "select 1 from used_keys where key like 'lease:%'";
    await expect.poll(async () => (await client.query(leases)).rowCount, { timeout: 30_000 }).toBe(0);
    await client.query('begin');
    if (isDone)
      await client.query("insert into used_keys values ($1, '')", [`lease:${pictureLeaseName(image!)}`]);
    else await client.query('lock table activities in exclusive mode');
    const broken = scene.acts[act]().catch(() => 'broken off');
    await becomeWaiting();
    await scene.server.end('SIGKILL');
    await client.query('rollback');
    expect(await broken).toBe('broken off');
    const before = { id, name, image };
    const left = await checkAfterKill(env, dataDir);
    expect(left).toMatchObject(isDone ? expectedMembers[act](before) : [before]);
    await client.query('delete from members; delete from pictures');
    await rm(dataDir, { recursive: true });
  });
});
