import type { OperationContext } from '../../database/operation.ts';
import { addressBudgets, type RateLimit, rateLimitFor } from '../../limits/rate-limit.ts';
import type { Reservation } from '../../limits/rate-limiter.ts';
import type { Context } from '../../trpc/context.ts';
import { deviceMark } from './known-device.service.ts';

const minute = 60_000;
const ofAccount = { max: 5, windowMs: minute };
const ofAddress = { max: 20, windowMs: minute };
const ofAsking = { max: 10, windowMs: 15 * minute };
const ofAskingByDevice = { max: 5, windowMs: 15 * minute };

type TryWork = OperationContext & Pick<Context, 'limits' | 'secrets' | 'request'>;

/**
 * What a try at an account is counted in. A browser from which somebody has signed in to it before has a budget of its own:
 * no stranger, in the same building or anywhere, can shut its owner out. All other browsers share one, or a password could be
 * guessed from many addresses at once; an owner who finds that used up comes in by a reset link.
 */
export async function signInBudgets(work: TryWork, emailKey: string): Promise<RateLimit[]> {
  const mark = await deviceMark(work, emailKey);
  if (mark) return [rateLimitFor('sign-in:device', mark, ofAccount)];
  return [
    rateLimitFor('sign-in:account', emailKey, ofAccount),
    ...addressBudgets('sign-in:address', work.request.address, ofAddress),
  ];
}

/**
 * What a request for a reset link is counted in, for a browser that is known by `mark` or for an address. The account has no budget of
 * requests: a stranger would use it up. Instead, the number of its links is limited.
 */
export function askingBudgets({ request }: TryWork, mark: string | undefined): RateLimit[] {
  if (mark) return [rateLimitFor('forgot:device', mark, ofAskingByDevice)];
  return addressBudgets('forgot:address', request.address, ofAsking);
}

/** What a link that is not valid is counted in. */
export function linkBudgets({ request }: TryWork): RateLimit[] {
  return addressBudgets('link:address', request.address, ofAddress);
}

/** What somebody who is signed in may be wrong about their own password. */
export function ownPasswordBudgets(userId: number): RateLimit[] {
  return [rateLimitFor('own-password', String(userId), ofAccount)];
}

type PasswordCheckContext = OperationContext & Pick<Context, 'limits' | 'passwords'>;

/**
 * Whether a password is the right one, within the budgets. A try is counted before it is judged, so that many at once are
 * not more, and one that is right is given back.
 *
 * @throws {TooManyTries} without judging when a budget is used up
 */
export async function isRightPassword(
  work: PasswordCheckContext,
  hash: string | null | undefined,
  password: string,
  budgets: RateLimit[],
): Promise<boolean> {
  const claim = await checkPassword(work, hash, password, budgets);
  await claim?.release();
  return claim !== undefined;
}

/** The same, for who gives the try back with what follows: gives the try of a right password, and nothing for a wrong one. */
export async function checkPassword(
  { limits, passwords, now }: PasswordCheckContext,
  hash: string | null | undefined,
  password: string,
  budgets: RateLimit[],
): Promise<Reservation | undefined> {
  await limits.check(budgets, now);
  let claim: Reservation | undefined;
  const isRight = await passwords.verify(hash, password, async () => {
    claim = await limits.take(budgets, now);
  });
  return isRight ? claim : undefined;
}
