import { createHash } from 'node:crypto';
import { TooManyTries } from '../shared/errors.ts';
import { boundNetworks } from './address-networks.ts';

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
  return boundNetworks(address, 'tries').map(({ network, share }, i) => ({
    ...rateLimitFor(name, network, { max: max * share, windowMs }),
    ...(i === 0 && { policy: 'address' }),
  }));
}

/** A clock that was set back does not make a try count longer. */
export function countingTries(moments: number[], { windowMs }: RateLimit, now: Date): number[] {
  return moments.filter((moment) => Math.abs(now.getTime() - moment) < windowMs);
}

/** Milliseconds until a try is allowed. */
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
