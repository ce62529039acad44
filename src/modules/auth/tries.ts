import type { Work } from '../../database/work.ts';
import { addressBudgets, type Budget, budgetOf } from '../../limits/budget.ts';
import type { Claim } from '../../limits/limits.ts';
import type { Context } from '../../trpc/context.ts';
import { deviceMark } from './known-device.service.ts';

const minute = 60_000;
const ofAccount = { max: 5, windowMs: minute };
const ofAddress = { max: 20, windowMs: minute };
const ofAsking = { max: 10, windowMs: 15 * minute };
const ofAskingByDevice = { max: 5, windowMs: 15 * minute };

type TryWork = Work & Pick<Context, 'limits' | 'secrets' | 'request'>;

/**
 * What a try at an account is counted in. A browser from which somebody has signed in to it before has a budget of its own:
 * no stranger, in the same building or anywhere, can shut its owner out. All other browsers share one, or a password could be
 * guessed from many addresses at once; an owner who finds that used up comes in by a reset link.
 */
export async function signInBudgets(work: TryWork, emailKey: string): Promise<Budget[]> {
  const mark = await deviceMark(work, emailKey);
  if (mark) return [budgetOf('sign-in:device', mark, ofAccount)];
  return [
    budgetOf('sign-in:account', emailKey, ofAccount),
    ...addressBudgets('sign-in:address', work.request.address, ofAddress),
  ];
}

/**
 * What a request for a reset link is counted in, for a browser that is known by `mark` or for an address. The account has no budget of
 * requests: a stranger would use it up. Instead, the number of its links is limited.
 */
export function askingBudgets({ request }: TryWork, mark: string | undefined): Budget[] {
  if (mark) return [budgetOf('forgot:device', mark, ofAskingByDevice)];
  return addressBudgets('forgot:address', request.address, ofAsking);
}

/** What a link that is not valid is counted in. */
export function linkBudgets({ request }: TryWork): Budget[] {
  return addressBudgets('link:address', request.address, ofAddress);
}

/** What somebody who is signed in may be wrong about their own password. */
export function ownPasswordBudgets(userId: number): Budget[] {
  return [budgetOf('own-password', String(userId), ofAccount)];
}

type JudgeWork = Work & Pick<Context, 'limits' | 'passwords'>;

/**
 * Whether a password is the right one, within the budgets. A try is counted before it is judged, so that many at once are
 * not more, and one that is right is given back.
 *
 * @throws {TooManyTries} without judging when a budget is used up
 */
export async function isRightPassword(
  work: JudgeWork,
  hash: string | null | undefined,
  password: string,
  budgets: Budget[],
): Promise<boolean> {
  const claim = await judgePassword(work, hash, password, budgets);
  await claim?.giveBack();
  return claim !== undefined;
}

/** The same, for who gives the try back with what follows: gives the try of a right password, and nothing for a wrong one. */
export async function judgePassword(
  { limits, passwords, now }: JudgeWork,
  hash: string | null | undefined,
  password: string,
  budgets: Budget[],
): Promise<Claim | undefined> {
  await limits.check(budgets, now);
  let claim: Claim | undefined;
  const isRight = await passwords.verify(hash, password, async () => {
    claim = await limits.take(budgets, now);
  });
  return isRight ? claim : undefined;
}
