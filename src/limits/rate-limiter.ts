import { createHash } from 'node:crypto';
import { defineEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { LRUCache } from 'lru-cache';
import { textColumn } from '../database/columns.ts';
import type { Connection, Ctx } from '../database/ctx.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/table-types.ts';
import { TooManyTries } from '../shared/errors.ts';
import { expiredCounterMinutes } from '../shared/retention-periods.ts';
import { networkSharesOfAddress } from './address-networks.ts';

export interface RateLimit {
  key: string;
  max: number;
  windowMs: number;
  /** The name by which responses report the tries left. Undefined if that could tell strangers something. */
  policy?: string;
}

interface Allowance {
  max: number;
  windowMs: number;
}

/** The key contains only a hash of the owner. */
export function rateLimitFor(name: string, owner: string, { max, windowMs }: Allowance): RateLimit {
  const key = `${name}:${createHash('sha256').update(owner).digest('base64url')}`;
  return { key, max, windowMs };
}

/** Several customers may share a wider network, so responses report only the limit of the address itself. */
export function addressRateLimits(name: string, address: string, { max, windowMs }: Allowance): RateLimit[] {
  return networkSharesOfAddress(address, 'tries').map(({ network, share }, i) => ({
    ...rateLimitFor(name, network, { max: max * share, windowMs }),
    ...(i === 0 && { policy: 'address' }),
  }));
}

/** A clock that was set back does not make a try count longer. */
function countingTries(moments: number[], { windowMs }: RateLimit, now: Date): number[] {
  return moments.filter((moment) => Math.abs(now.getTime() - moment) < windowMs);
}

function msUntilAllowed(counting: number[], { max, windowMs }: RateLimit, now: Date): number {
  const leaving = counting[counting.length - max];
  return leaving === undefined ? 0 : leaving + windowMs - now.getTime();
}

function tooManyTries(waitMs: number): TooManyTries {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new TooManyTries(`Too many tries. Please try again in ${inWords(seconds)}.`, {
    retryAfter: seconds,
  });
}

function inWords(seconds: number): string {
  const [amount, unit] = seconds > 90 ? [Math.ceil(seconds / 60), 'minute'] : [seconds, 'second'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

/** A flood may create a million counters. Deleting all of them at once would block other writes. */
const sweptAtOnce = 20_000;

/** Each limit with the times of the tries that still count, the earliest first. */
type Counts = [budget: RateLimit, counting: number[]][];

async function readCounters(read: Connection, keys: string[]): Promise<Map<string, number[]>> {
  const rows = await read.selectFrom('try_counters').selectAll().where('key', 'in', keys).execute();
  return new Map(rows.map(({ key, moments }) => [key, parse(moments)]));
}

async function deleteExpiredCounters(em: EntityManager, before: string): Promise<void> {
  const counters = em.getKysely<Tables>();
  const ended = counters.selectFrom('try_counters').select('key').where('forget_at', '<', before);
  await counters.deleteFrom('try_counters').where('key', 'in', ended.limit(sweptAtOnce)).execute();
}

/** Locks the counters, always in the same order against deadlocks, and stores what `change` returns. */
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
/** How long this instance remembers that a limit is used up. Short, because another one may release a try. */
const rememberedMs = 1000;
const maxRemembered = 10_000;

export interface Reservation {
  release(tx?: Pick<Ctx, 'em'>): Promise<void>;
}

/** The tries left, also before a refusal. In `fullInMs`, the whole limit is available again. */
type ReportRemaining = (limit: RateLimit, left: number, fullInMs: number) => void;

/** Counters are stored, so they survive a restart and all instances share them. */
export interface RateLimiter {
  /** Checks without counting. @throws {TooManyTries} when a limit is used up */
  check(budgets: RateLimit[], now: Date): Promise<void>;
  /**
   * Counts a try in all limits or in none. The caller releases a try that has succeeded. One that ends with an
   * unexpected error counts, because provoked errors must not make room for more.
   * @throws {TooManyTries} when a limit is used up
   */
  take(budgets: RateLimit[], now: Date): Promise<Reservation>;
  /** A rollback takes the try back. Returns the refusal when a limit is used up. */
  takeInside(tx: Pick<Ctx, 'em' | 'now'>, budgets: RateLimit[]): Promise<TooManyTries | undefined>;
  /** Shares the counters, and calls `report` for each limit with a `policy`. */
  reportingTo(report: ReportRemaining): RateLimiter;
}

/** Stores the time of each try, so a limit applies to every period of `windowMs`, whenever it begins. */
export function createRateLimiter(database: Database): RateLimiter {
  let sweptAt = 0;
  // Used-up limits, by key. Most tries of a flood meet one of these and need no query.
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
      if (msUntilAllowed(counting, budget, now) > 0) usedUp.set(budget.key, { at: now.getTime(), counting });
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
  const longest = Math.max(0, ...counts.map(([budget, counting]) => msUntilAllowed(counting, budget, now)));
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
  return database.fork().transactional(act);
}

function without(moments: number[], moment: number): number[] {
  const index = moments.indexOf(moment);
  return index === -1 ? moments : moments.toSpliced(index, 1);
}

export const CounterSchema = defineEntity({
  name: 'Counter',
  tableName: 'try_counters',
  properties: {
    key: textColumn('secret').primary(),
    /** The counted tries in milliseconds, oldest first, separated by commas. */
    moments: textColumn('nothing'),
    /** When the last try expires, in ISO 8601, which sorts by time. */
    forget_at: textColumn('nothing').index(),
  },
});

export class Counter extends CounterSchema.class {}

CounterSchema.setClass(Counter);

const minuteMs = 60_000;
/** A key without a bucket begins with a full one. */
const maxKeys = 10_000;

interface CallAllowance {
  isTaken: boolean;
  /** Calls that are possible now. */
  left: number;
  /** Seconds until the whole limit is available again. */
  fullIn: number;
  /** Seconds until the next call is possible. 0 if this one was taken. */
  nextIn: number;
}

export type CallLimiter = (key: number, perMinute: number, now: Date) => CallAllowance;

/**
 * One token bucket for each key, which allows `perMinute` calls at once and refills evenly within a minute. Each
 * process has its own buckets, because counters in the database would cost a write for each call.
 */
export function createCallLimiter(): CallLimiter {
  const buckets = new LRUCache<number, { left: number; at: number }>({ max: maxKeys });
  return (key, perMinute, now) => {
    const at = now.getTime();
    const bucket = buckets.get(key) ?? { left: perMinute, at };
    // A clock that was set back must not take calls away.
    const passed = Math.max(0, at - bucket.at);
    const before = Math.min(perMinute, bucket.left + (passed * perMinute) / minuteMs);
    const isTaken = before >= 1;
    const left = isTaken ? before - 1 : before;
    buckets.set(key, { left, at });
    const secondsFor = (calls: number) => Math.ceil((calls * minuteMs) / perMinute / 1000);
    return {
      isTaken,
      left: Math.floor(left),
      fullIn: secondsFor(perMinute - left),
      nextIn: isTaken ? 0 : Math.max(1, secondsFor(1 - left)),
    };
  };
}
