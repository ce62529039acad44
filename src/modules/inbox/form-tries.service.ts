import { addressBudgets } from '../../limits/rate-limit.ts';
import type { Context } from '../../trpc/context.ts';

const windowMs = 10 * 60_000;
const ofAddress = { max: 30, windowMs };
/** Those that bring a file, as a large file takes more of the line and the disk than any text. */
const ofFiles = { max: 15, windowMs };
const largeBytes = 1024 * 1024;

type TryWork = Pick<Context, 'limits' | 'now'> & {
  request: Pick<Context['request'], 'address' | 'bodyBytes'>;
};

/**
 * Counts a try at one of the visitors' forms, which share their budgets. It counts whatever becomes of it; how many messages an address
 * may leave is another limit.
 *
 * @throws {TooManyTries}
 */
export async function beginTry({ limits, now, request }: TryWork): Promise<void> {
  const { address, bodyBytes = Number.POSITIVE_INFINITY } = request;
  const budgets = [
    ...addressBudgets('form:address', address, ofAddress),
    ...(bodyBytes > largeBytes ? addressBudgets('form:file', address, ofFiles) : []),
  ];
  // A flood that is refused anyway must cost no write.
  await limits.check(budgets, now);
  await limits.take(budgets, now);
}
