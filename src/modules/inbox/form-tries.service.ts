import { addressBudgets } from '../../limits/rate-limit.ts';
import type { Context } from '../../trpc/context.ts';

const windowMs = 10 * 60_000;
const ofAddress = { max: 30, windowMs };
/** The limit for requests above 1 MB. It is lower, because files take more bandwidth and disk than text. */
const ofFiles = { max: 15, windowMs };
const largeBytes = 1024 * 1024;

type TryCtx = Pick<Context, 'limits' | 'now'> & {
  request: Pick<Context['request'], 'address' | 'bodyBytes'>;
};

/** Counts a try in the budgets of all forms, even if nothing is stored. @throws {TooManyTries} */
export async function beginTry({ limits, now, request }: TryCtx): Promise<void> {
  const { address, bodyBytes = Number.POSITIVE_INFINITY } = request;
  const budgets = [
    ...addressBudgets('form:address', address, ofAddress),
    ...(bodyBytes > largeBytes ? addressBudgets('form:file', address, ofFiles) : []),
  ];
  // Reads before it writes, so that refused requests of a flood cost no write.
  await limits.check(budgets, now);
  await limits.take(budgets, now);
}
