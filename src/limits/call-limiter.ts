import { LRUCache } from 'lru-cache';

const minuteMs = 60_000;
/** How many tokens are remembered. A forgotten one begins with a full bucket again. */
const maxKeys = 10_000;

export interface Allowance {
  isTaken: boolean;
  /** How many calls are possible now. */
  left: number;
  /** Seconds until the caller has the whole limit again. */
  fullIn: number;
  /** Seconds until the next call, if this one was not taken. */
  nextIn: number;
}

export type CallLimiter = (key: number, perMinute: number, now: Date) => Allowance;

/**
 * Limits calls by a token bucket for each key: as many calls at once as the limit, and further ones evenly over the
 * minute. Each process has its own buckets, because counters in the database would cost a write for each call.
 */
export function createCallLimiter(): CallLimiter {
  const buckets = new LRUCache<number, { left: number; at: number }>({ max: maxKeys });
  return (key, perMinute, now) => {
    const at = now.getTime();
    const bucket = buckets.get(key) ?? { left: perMinute, at };
    // The maximum with 0, so that a clock that was set back takes no calls away.
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
