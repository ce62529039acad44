import { createHash } from 'node:crypto';
import { TooManyTries } from '../shared/errors.ts';
import { addressGroups } from './address-group.ts';

export interface RateLimit {
  key: string;
  max: number;
  windowMs: number;
  /** The name under which callers learn what is left. Undefined where a stranger could learn something from it. */
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

const networkShares = [1, 3, 10];

/**
 * Limits wider networks too, because a /48 contains 65,536 networks of /64. Several customers may share a wider
 * network, so callers only learn what is left of their own address.
 */
export function addressBudgets(name: string, address: string, { max, windowMs }: Allowance): RateLimit[] {
  return addressGroups(address).map((group, i) => ({
    ...rateLimitFor(name, group, { max: max * (networkShares[i] ?? 1), windowMs }),
    ...(i === 0 && { policy: 'address' }),
  }));
}

/** A clock that was set back must not make a try count longer. */
export function stillCounting(moments: number[], { windowMs }: RateLimit, now: Date): number[] {
  return moments.filter((moment) => Math.abs(now.getTime() - moment) < windowMs);
}

/** Returns the time until a try is allowed, in milliseconds. 0 when it is allowed now. */
export function waitFor(counting: number[], { max, windowMs }: RateLimit, now: Date): number {
  const leaving = counting[counting.length - max];
  return leaving === undefined ? 0 : leaving + windowMs - now.getTime();
}

export function tooManyTries(waitMs: number): TooManyTries {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new TooManyTries(`Too many tries. Please try again in ${inWords(seconds)}.`, {
    retryAfter: seconds,
  });
}

function inWords(seconds: number): string {
  const [amount, unit] = seconds > 90 ? [Math.ceil(seconds / 60), 'minute'] : [seconds, 'second'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}
