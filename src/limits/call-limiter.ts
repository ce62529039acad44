import { LRUCache } from 'lru-cache';

const minuteMs = 60_000;
/** A key without a bucket begins with a full one. */
const maxKeys = 10_000;

interface Allowance {
  isTaken: boolean;
  /** Calls that are possible now. */
  left: number;
  /** Seconds until the whole limit is available again. */
  fullIn: number;
  /** Seconds until the next call is possible. 0 if this one was taken. */
  nextIn: number;
}

export type CallLimiter = (key: number, perMinute: number, now: Date) => Allowance;

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
