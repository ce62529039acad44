import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { isPostgresql } from '../database/is-postgresql.ts';
import type { Ctx } from '../database/ctx.ts';
import type { Tables } from '../database/table-types.ts';

const lookAgainMs = 100;
const longestWaitMs = 5 * 60_000;

/** Makes other callers with the same name wait until the transaction of `tx` ends. */
export async function lockName(tx: Pick<Ctx, 'em'>, name: string): Promise<void> {
  const db = tx.em.getKysely<Tables>();
  if (isPostgresql(db)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
  // SQLite has one writer at a time. An update of no row makes this transaction that writer.
  else await sql`update migrations set name = name where 1 = 0`.execute(db);
}

/** Waits for `lockName` and is waited for, but shared locks do not wait for each other. */
export async function lockNameShared(tx: Pick<Ctx, 'em'>, name: string): Promise<void> {
  const db = tx.em.getKysely<Tables>();
  // SQLite needs no lock: after the first read of a writing transaction, no other one can commit until it ends.
  if (isPostgresql(db))
    await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(db);
}

/**
 * Runs `act` under a lock that needs no transaction. With SQLite there is only one server, so there is none.
 * @throws {Error} when another instance holds the lock for five minutes
 */
export async function withGlobalLock<T>(
  { kind, read }: Pick<Database, 'kind' | 'read'>,
  name: string,
  act: () => Promise<T>,
): Promise<T> {
  if (kind === 'sqlite') return act();
  // PostgreSQL releases the lock when this connection ends for any reason.
  return read.connection().execute(async (db) => {
    const key = sql`hashtextextended(${name}, 0)`;
    const isOurs = async () => {
      const { rows } = await sql<{ ours: boolean }>`select pg_try_advisory_lock(${key}) as ours`.execute(db);
      return rows[0]?.ours === true;
    };
    const limit = Date.now() + longestWaitMs;
    while (!(await isOurs())) {
      if (Date.now() > limit) throw new Error(`another instance is still busy: ${name}`);
      await setTimeout(lookAgainMs);
    }
    try {
      return await act();
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(db);
    }
  });
}
