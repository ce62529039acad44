import { createHash } from 'node:crypto';
import { TooManyTries } from '../shared/errors.ts';
import { addressGroups } from './address-group.ts';

export interface RateLimit {
  key: string;
  max: number;
  windowMs: number;
}

interface Allowance {
  max: number;
  windowMs: number;
}

/** The owner is stored as a hash only. */
export function rateLimitFor(name: string, owner: string, { max, windowMs }: Allowance): RateLimit {
  const key = `${name}:${createHash('sha256').update(owner).digest('base64url')}`;
  return { key, max, windowMs };
}

/** For the /64 or IPv4 address, the /56 and the /48. */
const networkShares = [1, 3, 10];

/** A /48 has 65,536 networks of 64 bits, so wider networks have limits. Several customers may share one. */
export function addressBudgets(name: string, address: string, { max, windowMs }: Allowance): RateLimit[] {
  return addressGroups(address).map((group, i) =>
    rateLimitFor(name, group, { max: max * (networkShares[i] ?? 1), windowMs }),
  );
}

/** After the clock was set back, no try counts for longer. */
export function stillCounting(moments: number[], { windowMs }: RateLimit, now: Date): number[] {
  return moments.filter((moment) => Math.abs(now.getTime() - moment) < windowMs);
}

/** Milliseconds; 0 when a try is allowed now. */
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
