import { LRUCache } from 'lru-cache';

const minuteMs = 60_000;
/** The maximum number of keys whose buckets are kept. If a key has no bucket, it begins with a full bucket. */
const maxKeys = 10_000;

interface Allowance {
  isTaken: boolean;
  /** How many calls are possible now. */
  left: number;
  /** Seconds until the caller has the whole limit again. */
  fullIn: number;
  /** Seconds until the next call is possible. 0 if this call was taken. */
  nextIn: number;
}

export type CallLimiter = (key: number, perMinute: number, now: Date) => Allowance;

/**
 * Creates a limiter with one token bucket for each key. A bucket allows `perMinute` calls at once, and refills evenly
 * within a minute. Each process has its own buckets, because counters in the database would cost a write for each call.
 */
export function createCallLimiter(): CallLimiter {
  const buckets = new LRUCache<number, { left: number; at: number }>({ max: maxKeys });
  return (key, perMinute, now) => {
    const at = now.getTime();
    const bucket = buckets.get(key) ?? { left: perMinute, at };
    // If the clock was set back, `passed` is 0. A negative value would reduce the number of calls that are left.
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
