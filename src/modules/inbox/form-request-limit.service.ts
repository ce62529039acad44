import { addressRateLimits } from '../../limits/rate-limit.ts';
import type { Context } from '../../trpc/context.ts';

const windowMs = 10 * 60_000;
const ofAddress = { max: 30, windowMs };
/**
 * The limit for requests above 1 MB. It is lower than the general limit, because files take more bandwidth
 * and disk space than texts.
 */
const ofFiles = { max: 15, windowMs };
const largeBytes = 1024 * 1024;

type TryCtx = Pick<Context, 'limits' | 'now'> & {
  request: Pick<Context['request'], 'address' | 'bodyBytes'>;
};

/**
 * Counts a request with a form in the rate limits of all forms, even if nothing is stored later. A request of
 * unknown length counts as a large request.
 * @throws {TooManyTries}
 */
export async function countFormRequest({ limits, now, request }: TryCtx): Promise<void> {
  const { address, bodyBytes = Number.POSITIVE_INFINITY } = request;
  const budgets = [
    ...addressRateLimits('form:address', address, ofAddress),
    ...(bodyBytes > largeBytes ? addressRateLimits('form:file', address, ofFiles) : []),
  ];
  // Checks the limits before it counts the request. During a flood, a refused request therefore causes no write.
  await limits.check(budgets, now);
  await limits.take(budgets, now);
}
