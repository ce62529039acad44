import { createHash } from 'node:crypto';
import { TooManyTries } from '../shared/errors.ts';

/** How many tries of one kind somebody has in any stretch of time that is `windowMs` long. */
export interface Budget {
  key: string;
  max: number;
  windowMs: number;
}

interface Allowance {
  max: number;
  windowMs: number;
}

/** The budget of one account, address or browser. Whom it belongs to is stored as a hash only. */
export function budgetOf(name: string, owner: string, { max, windowMs }: Allowance): Budget {
  const key = `${name}:${createHash('sha256').update(owner).digest('base64url')}`;
  return { key, max, windowMs };
}

/** Those moments that still count. A clock that was set back must not make any of them count for longer. */
export function stillCounting(moments: number[], { windowMs }: Budget, now: Date): number[] {
  return moments.filter((moment) => Math.abs(now.getTime() - moment) < windowMs);
}

/** How long until the budget has room for one more, in milliseconds; 0 when it has. */
export function waitFor(counting: number[], { max, windowMs }: Budget, now: Date): number {
  const leaving = counting[counting.length - max];
  return leaving === undefined ? 0 : leaving + windowMs - now.getTime();
}

/** The refusal, which says when to try again. */
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
