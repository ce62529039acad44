import { defineEntity } from '@mikro-orm/core';
import { textColumn } from '../database/columns.ts';
import type { EntityManager } from '@mikro-orm/sql';
import { LRUCache } from 'lru-cache';
import type { Connection, Ctx } from '../database/ctx.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { TooManyTries } from '../shared/errors.ts';
import { expiredCounterMinutes } from '../shared/retention.ts';
import { countingTries, type RateLimit, tooManyTries, waitFor } from './rate-limit.ts';

/**
 * The maximum number of counters in one deletion. A flood may create a million counters. Deleting all of them at once
 * would block other writes.
 */
const sweptAtOnce = 20_000;

/** Rate limits, each with the times of the tries that count at the moment, the earliest first. */
type Counts = [budget: RateLimit, counting: number[]][];

/** Returns the times of the stored tries, by the key of the counter. Leaves out counters that do not exist. */
async function readCounters(read: Connection, keys: string[]): Promise<Map<string, number[]>> {
  const rows = await read.selectFrom('try_counters').selectAll().where('key', 'in', keys).execute();
  return new Map(rows.map(({ key, moments }) => [key, parse(moments)]));
}

/** Deletes at most `sweptAtOnce` of the counters that expired before this time. */
async function deleteExpiredCounters(em: EntityManager, before: string): Promise<void> {
  const counters = em.getKysely<Tables>();
  const ended = counters.selectFrom('try_counters').select('key').where('forget_at', '<', before);
  await counters.deleteFrom('try_counters').where('key', 'in', ended.limit(sweptAtOnce)).execute();
}

/**
 * Locks the counters until the transaction ends, and stores what `change` returns. Always locks in the same order,
 * which prevents deadlocks.
 */
async function changeCounters(
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

const minute = 60_000;
/** After this time, no transaction can still use an expired counter. */
const retentionMs = expiredCounterMinutes * minute;
/**
 * How long this instance remembers that a limit is used up. The time is short, because another instance may release a
 * try that was reserved in the limit.
 */
const rememberedMs = 1000;
const maxRemembered = 10_000;

export interface Reservation {
  release(tx?: Pick<Ctx, 'em'>): Promise<void>;
}

/**
 * Receives the number of tries that are left in a limit, also before a call is refused. `fullInMs` is the time until
 * the whole limit is available again.
 */
type ReportRemaining = (limit: RateLimit, left: number, fullInMs: number) => void;

/** Counters are stored in the database, so they survive a restart and all instances share them. */
export interface RateLimiter {
  /** Checks without counting. @throws {TooManyTries} when a rate limit is used up */
  check(budgets: RateLimit[], now: Date): Promise<void>;
  /**
   * Counts a try in all limits or in none. The caller releases a try that has succeeded. A try that ends with an
   * unexpected error counts, because provoked errors must not make room for further tries.
   * @throws {TooManyTries} when a limit is used up
   */
  take(budgets: RateLimit[], now: Date): Promise<Reservation>;
  /**
   * Counts a try in the caller's transaction. A rollback removes the try. Counts nothing when a limit is used up, and
   * returns the refusal.
   */
  takeInside(tx: Pick<Ctx, 'em' | 'now'>, budgets: RateLimit[]): Promise<TooManyTries | undefined>;
  /** Returns a limiter that shares the counters, and calls `report` for each limit with a `policy`. */
  reportingTo(report: ReportRemaining): RateLimiter;
}

/**
 * Creates a rate limiter that stores the time of each try. A limit therefore applies to every period of `windowMs`,
 * whenever the period begins.
 */
export function createRateLimiter(database: Database): RateLimiter {
  let sweptAt = 0;
  // Used-up limits, by key. Most tries of a flood meet one of these limits and need no query.
  const usedUp = new LRUCache<string, { at: number; counting: number[] }>({ max: maxRemembered });
  const expectOpen = (budgets: RateLimit[], now: Date, report: ReportRemaining) => {
    const closed: Counts = [];
    for (const budget of budgets) {
      const known = usedUp.get(budget.key);
      if (!known) continue;
      const isRecent = Math.abs(now.getTime() - known.at) < rememberedMs;
      if (isRecent) closed.push([budget, countingTries(known.counting, budget, now)]);
      else usedUp.delete(budget.key);
    }
    assertCapacity(closed, now, report);
  };
  const remember: Remember = (counts, now) => {
    for (const [budget, counting] of counts)
      if (waitFor(counting, budget, now) > 0) usedUp.set(budget.key, { at: now.getTime(), counting });
  };
  const sweep = async (now: Date) => {
    if (now.getTime() - sweptAt < minute) return;
    sweptAt = now.getTime();
    const before = new Date(sweptAt - retentionMs).toISOString();
    await deleteExpiredCounters(database.fork(), before);
  };
  const reportingTo = (report: ReportRemaining): RateLimiter => ({
    check: async (budgets, now) => {
      expectOpen(budgets, now, report);
      const known = await readCounters(
        database.read,
        budgets.map(({ key }) => key),
      );
      const counts = budgets.map((budget): Counts[number] => [
        budget,
        countingTries(known.get(budget.key) ?? [], budget, now),
      ]);
      remember(counts, now);
      assertCapacity(counts, now, report);
    },
    take: async (budgets, now) => {
      expectOpen(budgets, now, report);
      await inOwnTransaction(database, (em) => countOne(em, budgets, now, report, remember));
      await sweep(now);
      const release = (em: EntityManager) =>
        changeCounters(em, budgets, now, (counts) =>
          counts.map(([, counting]) => without(counting, now.getTime())),
        );
      return {
        release: async (tx) => {
          await (tx ? release(tx.em) : inOwnTransaction(database, release));
          for (const { key } of budgets) usedUp.delete(key);
        },
      };
    },
    takeInside: ({ em, now }, budgets) =>
      countOne(em, budgets, now, report).then(
        () => undefined,
        (error) => {
          if (error instanceof TooManyTries) return error;
          throw error;
        },
      ),
    reportingTo,
  });
  return reportingTo(() => {});
}

type Remember = (counts: Counts, now: Date) => void;

function reportCounts(counts: Counts, now: Date, report: ReportRemaining): void {
  for (const [limit, counting] of counts) {
    if (!limit.policy) continue;
    const fullInMs = Math.max(0, (counting.at(-1) ?? 0) + limit.windowMs - now.getTime());
    report(limit, Math.max(0, limit.max - counting.length), fullInMs);
  }
}

function assertCapacity(counts: Counts, now: Date, report: ReportRemaining): void {
  reportCounts(counts, now, report);
  const longest = Math.max(0, ...counts.map(([budget, counting]) => waitFor(counting, budget, now)));
  if (longest > 0) throw tooManyTries(longest);
}

function countOne(
  em: EntityManager,
  budgets: RateLimit[],
  now: Date,
  report: ReportRemaining,
  remember: Remember = () => {},
): Promise<void> {
  return changeCounters(em, budgets, now, (counts) => {
    remember(counts, now);
    assertCapacity(counts, now, report);
    const counted = counts.map(([limit, counting]): Counts[number] => [
      limit,
      [...counting, now.getTime()].sort((a, b) => a - b),
    ]);
    reportCounts(counted, now, report);
    return counted.map(([, counting]) => counting);
  });
}

function inOwnTransaction(database: Database, act: (em: EntityManager) => Promise<void>): Promise<void> {
  return database.fork().transactional((em) => act(em as EntityManager));
}

function without(moments: number[], moment: number): number[] {
  const found = moments.indexOf(moment);
  return found === -1 ? moments : moments.toSpliced(found, 1);
}

export const CounterSchema = defineEntity({
  name: 'Counter',
  tableName: 'try_counters',
  properties: {
    key: textColumn('secret').primary(),
    /** The times of the counted tries in milliseconds, oldest first, separated by commas. */
    moments: textColumn('nothing'),
    /** When the last try expires, in ISO 8601. Texts in this format sort by time. */
    forget_at: textColumn('nothing').index(),
  },
});

export class Counter extends CounterSchema.class {}

CounterSchema.setClass(Counter);
