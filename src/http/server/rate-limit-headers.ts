import type { FastifyReply } from 'fastify';
import type { RateLimiter } from '../../limits/rate-limiter.ts';

interface Told {
  policy: string;
  /** The number of calls that the limit allows in `seconds`. */
  max: number;
  seconds: number;
  left: number;
  /** The number of seconds until the caller has the whole limit again. */
  fullIn: number;
}

/** Sets the response headers for a limit, as draft-ietf-httpapi-ratelimit-headers defines them. */
export function setLimitHeaders(reply: FastifyReply, { policy, max, seconds, left, fullIn }: Told): void {
  reply.header('ratelimit-policy', `"${policy}";q=${max};w=${seconds}`);
  reply.header('ratelimit', `"${policy}";r=${left};t=${fullIn}`);
}

/**
 * Returns the rate limiter for the context of a call. The response headers report the limit with the fewest calls left.
 */
export function reportLimits(limits: RateLimiter, reply: FastifyReply): RateLimiter {
  let least = Number.POSITIVE_INFINITY;
  return limits.reportingTo(({ policy = '', max, windowMs }, left, fullInMs) => {
    if (left > least) return;
    least = left;
    setLimitHeaders(reply, {
      policy,
      max,
      seconds: windowMs / 1000,
      left,
      fullIn: Math.ceil(fullInMs / 1000),
    });
  });
}
