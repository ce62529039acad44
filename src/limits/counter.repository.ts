import type { EntityManager } from '@mikro-orm/sql';
import type { Connection } from '../database/ctx.ts';
import type { Tables } from '../database/tables.ts';
import { type RateLimit, countingTries } from './rate-limit.ts';

/**
 * The maximum number of counters in one deletion. A flood may create a million counters. Deleting all of them at once
 * would block other writes.
 */
const sweptAtOnce = 20_000;

/** Rate limits, each with the times of the tries that count at the moment, the earliest first. */
export type Counts = [budget: RateLimit, counting: number[]][];

/** Returns the times of the stored tries, by the key of the counter. Leaves out counters that do not exist. */
export async function readCounters(read: Connection, keys: string[]): Promise<Map<string, number[]>> {
  const rows = await read.selectFrom('try_counters').selectAll().where('key', 'in', keys).execute();
  return new Map(rows.map(({ key, moments }) => [key, parse(moments)]));
}

/** Deletes at most `sweptAtOnce` of the counters that expired before this time. */
export async function deleteExpiredCounters(em: EntityManager, before: string): Promise<void> {
  const counters = em.getKysely<Tables>();
  const ended = counters.selectFrom('try_counters').select('key').where('forget_at', '<', before);
  await counters.deleteFrom('try_counters').where('key', 'in', ended.limit(sweptAtOnce)).execute();
}

/**
 * Locks the counters until the transaction ends, and stores what `change` returns. Always locks in the same order,
 * which prevents deadlocks.
 */
export async function changeCounters(
  em: EntityManager,
  budgets: RateLimit[],
  now: Date,
  change: (counts: Counts) => number[][],
): Promise<void> {
  const ordered = budgets.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const db = em.getKysely<Tables>();
  const counts: Counts = [];
  for (const budget of ordered) counts.push([budget, countingTries(await hold(db, budget.key), budget, now)]);
  for (const [i, moments] of change(counts).entries()) {
    const { key, windowMs } = ordered[i]!;
    const forget_at = new Date((moments.at(-1) ?? 0) + windowMs).toISOString();
    await db
      .updateTable('try_counters')
      .set({ moments: moments.join(','), forget_at })
      .where('key', '=', key)
      .execute();
  }
}

async function hold(db: Connection, key: string): Promise<number[]> {
  const { moments } = await db
    .insertInto('try_counters')
    .values({ key, moments: '', forget_at: '' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning('moments')
    .executeTakeFirstOrThrow();
  return parse(moments);
}

function parse(moments: string): number[] {
  return moments.split(',').filter(Boolean).map(Number);
}
