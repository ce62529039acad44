import type { EntityManager } from '@mikro-orm/sql';
import { compileOnce, inListValues, inListParams } from '../database/compiled-query.ts';
import type { Connection } from '../database/ctx.ts';
import { type RateLimit, countingTries } from './rate-limit.ts';

type Tables = { try_counters: { key: string; moments: string; forget_at: string } };

/**
 * The maximum number of counters in one deletion. A flood may create a million counters. Deleting all of them at once
 * would block other writes.
 */
const sweptAtOnce = 20_000;

/** Rate limits, each with the times of the tries that count at the moment, the earliest first. */
export type Counts = [budget: RateLimit, counting: number[]][];

/** Returns the times of the stored tries, by the key of the counter. Leaves out counters that do not exist. */
export async function readCounters(read: Connection, keys: string[]): Promise<Map<string, number[]>> {
  const { values, shape } = inListValues(keys);
  const rows = await countersOf(read, values, shape);
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
  const db = em.getKysely<object>() as Connection;
  const counts: Counts = [];
  for (const budget of ordered) counts.push([budget, countingTries(await hold(db, budget.key), budget, now)]);
  for (const [i, moments] of change(counts).entries()) {
    const { key, windowMs } = ordered[i]!;
    const forget_at = new Date((moments.at(-1) ?? 0) + windowMs).toISOString();
    await writing(db, { key, moments: moments.join(','), forget_at });
  }
}

async function hold(db: Connection, key: string): Promise<number[]> {
  const [row] = await holding(db, { key });
  return parse(row!.moments);
}

const countersOf = compileOnce<Tables['try_counters']>((db, blank, shape) =>
  db
    .withTables<Tables>()
    .selectFrom('try_counters')
    .selectAll()
    .where('key', 'in', inListParams(shape, blank)),
);

const holding = compileOnce<{ moments: string }>((db, blank) =>
  db
    .withTables<Tables>()
    .insertInto('try_counters')
    .values({ key: blank('key'), moments: '', forget_at: '' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key: blank('key') }))
    .returning('moments'),
);

const writing = compileOnce<object>((db, blank) =>
  db
    .withTables<Tables>()
    .updateTable('try_counters')
    .set({ moments: blank('moments'), forget_at: blank('forget_at') })
    .where('key', '=', blank('key')),
);

function parse(moments: string): number[] {
  return moments.split(',').filter(Boolean).map(Number);
}
