import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPostgresql } from '../support/database.ts';
import {
  type KilledRequest,
  killAtStore,
  checkAfterKill,
  startKillableServer,
  type StoreBlock,
} from '../support/kill-during-request.ts';
import { sharedKey } from '../support/running-server.ts';

describe('UP8: a server on SQLite with the S3 store is killed', () => {
  const steps: StoreBlock[] = [
    { act: 'create', when: 'before' },
    { act: 'create', when: 'after' },
    { act: 'replace', when: 'after' },
  ];
  test.each(steps)('in $act, $when the store has stored the file', (step) => killAtStore(step));
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

  const acts: KilledRequest[] = ['create', 'replace', 'remove-photo', 'delete'];
  test.each(acts)('in %s, before its row is stored', async (act) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'atrium-killed-'));
    const env = { DATABASE_URL: url, ...sharedKey };
    const scene = await startKillableServer(env, dataDir);
    const { id, name, image } = scene.member;
    await client.query('begin');
    await client.query('lock table activities in exclusive mode');
    const broken = scene.acts[act]().catch(() => 'broken off');
    await becomeWaiting();
    await scene.server.end('SIGKILL');
    await client.query('rollback');
    expect(await broken).toBe('broken off');
    expect(await checkAfterKill(env, dataDir)).toMatchObject([{ id, name, image }]);
    await client.query('delete from members; delete from pictures');
    await rm(dataDir, { recursive: true });
  });
});
