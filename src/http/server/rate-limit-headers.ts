import type { FastifyReply } from 'fastify';
import type { RateLimiter } from '../../limits/rate-limiter.ts';

interface Told {
  policy: string;
  /** How many calls the limit allows in `seconds`. */
  max: number;
  seconds: number;
  left: number;
  /** Seconds until the caller has the whole limit again. */
  fullIn: number;
}

/** Sets the headers of draft-ietf-httpapi-ratelimit-headers. */
export function tellLimit(reply: FastifyReply, { policy, max, seconds, left, fullIn }: Told): void {
  reply.header('ratelimit-policy', `"${policy}";q=${max};w=${seconds}`);
  reply.header('ratelimit', `"${policy}";r=${left};t=${fullIn}`);
}

/** Returns the limits for the context of a call. They report to the caller the limit that has least left. */
export function limitsToldBy(limits: RateLimiter, reply: FastifyReply): RateLimiter {
  let least = Number.POSITIVE_INFINITY;
  return limits.reportingTo(({ policy = '', max, windowMs }, left, fullInMs) => {
    if (left > least) return;
    least = left;
    tellLimit(reply, { policy, max, seconds: windowMs / 1000, left, fullIn: Math.ceil(fullInMs / 1000) });
  });
}
