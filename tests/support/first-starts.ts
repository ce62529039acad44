import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { migrations } from '../../prisma-free-migrations/list.ts';
import { readSettings } from '../../src/config/env.ts';
import { findFileDisagreements } from '../../src/modules/library/file-sweep.ts';
import { openServices } from '../../src/services.ts';
import type { DatabaseKind } from './database.ts';
import { serverEnvironment } from './kill-while-writing.ts';
import { admin, launch, startServer } from './running-server.ts';

/** The result of `startThroughKills`. `rows` is the number of rows in each content table. */
export interface FirstStartResult {
  rows: Record<string, number>;
  /** The duration of the last start, which was not killed. */
  milliseconds: number;
  problems: string[];
}

const tables = ['posts', 'members', 'jobs', 'projects', 'users', 'activities'];

/**
 * For each given time, starts a server on the same data, and kills the server after that time while it loads the
 * starter content. Then starts the server once more without a kill, and checks the stored data.
 */
export async function startThroughKills(
  kind: DatabaseKind,
  killedAfterMs: number[],
): Promise<FirstStartResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-first-'));
  const env = { ...(await serverEnvironment(kind)), SEED: 'starter', DATA_DIR: dataDir };
  try {
    for (const milliseconds of killedAfterMs) {
      const { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } = admin;
      const killed = launch({ ...env, ADMIN_EMAIL, ADMIN_PASSWORD });
      await wait(milliseconds);
      await killed.end('SIGKILL');
    }
    const started = performance.now();
    const server = await startServer(env, dataDir);
    const took = performance.now() - started;
    await server.end('SIGTERM');
    return { ...(await lookAt(env)), milliseconds: took };
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 9 });
  }
}

async function lookAt(env: Record<string, string>): Promise<Pick<FirstStartResult, 'rows' | 'problems'>> {
  const site = await openServices(readSettings(env));
  const { database, pictures } = site;
  try {
    const rows: Record<string, number> = {};
    for (const table of tables) {
      const counted = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
        database.read,
      );
      rows[table] = Number(counted.rows[0]?.n);
    }
    const executed = await database.orm.migrator.getExecuted();
    const missing = migrations.filter(({ name }) => !executed.some((one) => one.name === name));
    const difference = await database.orm.schema.getUpdateSchemaSQL();
    const work = { em: database.fork(), read: database.read, viewer: null, now: new Date(), pictures };
    const { rowsWithoutFile } = await findFileDisagreements(work, new Date(Date.now() + 60_000));
    return {
      rows,
      problems: [
        ...missing.map(({ name }) => `${name} did not run`),
        ...(difference ? [`the schema differs: ${difference}`] : []),
        ...rowsWithoutFile.map(({ path }) => `${path} is not there`),
      ],
    };
  } finally {
    await database.close();
  }
}
