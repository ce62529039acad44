import type { Ctx } from '../../database/ctx.ts';
import { addressBudgets, type RateLimit, rateLimitFor } from '../../limits/rate-limit.ts';
import type { Reservation } from '../../limits/rate-limiter.ts';
import { RuleBroken, TooManyTries } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import { recordOncePerMinute, recordSecurityEvent } from '../security-log/record-event.service.ts';
import type { Account } from './account.repository.ts';
import { deviceMark } from './known-device.service.ts';

const minute = 60_000;
const ofAccount = { max: 5, windowMs: minute };
const ofAddress = { max: 20, windowMs: minute };
const ofAsking = { max: 10, windowMs: 15 * minute };
const ofCodes = { max: 5, windowMs: 5 * minute };
const ofCodesOfDay = { max: 20, windowMs: 24 * 60 * minute };
const ofAskingByDevice = { max: 5, windowMs: 15 * minute };

type TryCtx = Ctx & Pick<Context, 'limits' | 'secrets' | 'request'>;

/**
 * A browser that has signed in before has its own limit, so that no stranger can lock the owner out. All
 * others share one limit per account, so that many addresses cannot guess in parallel. An owner can always
 * sign in by a reset link.
 */
export async function signInBudgets(ctx: TryCtx, emailKey: string): Promise<RateLimit[]> {
  const mark = await deviceMark(ctx, emailKey);
  if (mark) return [rateLimitFor('sign-in:device', mark, ofAccount)];
  return [
    rateLimitFor('sign-in:account', emailKey, ofAccount),
    ...addressBudgets('sign-in:address', ctx.request.address, ofAddress),
  ];
}

/** Limits by browser or network address. A limit of the account could be used up by a stranger. */
export function askingBudgets({ request }: TryCtx, mark: string | undefined): RateLimit[] {
  if (mark) return [rateLimitFor('forgot:device', mark, ofAskingByDevice)];
  return addressBudgets('forgot:address', request.address, ofAsking);
}

export function linkBudgets({ request }: TryCtx): RateLimit[] {
  return addressBudgets('link:address', request.address, ofAddress);
}

/** Only somebody who knows the password can use up this limit. */
export async function codeBudgets(
  ctx: TryCtx,
  user: { id: number; email_key: string },
): Promise<RateLimit[]> {
  const mark = await deviceMark(ctx, user.email_key);
  const [name, owner] = mark ? ['code:device', mark] : ['code:account', String(user.id)];
  return [rateLimitFor(name, owner, ofCodes), rateLimitFor(`${name}:day`, owner, ofCodesOfDay)];
}

/** A passkey cannot be guessed, so only the work of checking it is limited. */
export function passkeyBudgets({ request }: TryCtx): RateLimit[] {
  return addressBudgets('passkey:address', request.address, ofAddress);
}

/** Records the refusal in the security log. @throws {TooManyTries} */
export async function takeTry(
  ctx: TryCtx & Pick<Context, 'later'>,
  budgets: RateLimit[],
  user: { id: number; name: string; email: string; email_key: string },
): Promise<Reservation> {
  try {
    return await ctx.limits.take(budgets, ctx.now);
  } catch (error) {
    if (error instanceof TooManyTries) recordLimit(ctx, user.email_key, { user });
    throw error;
  }
}

function recordLimit(
  ctx: TryCtx & Pick<Context, 'later'>,
  emailKey: string,
  facts: Parameters<typeof recordOncePerMinute>[3],
): void {
  ctx.later(() => recordOncePerMinute(ctx, emailKey, 'sign_in_limited', facts));
}

/** Records a refusal for tries that name no account: at most one a minute for each address, after the response. */
export function recordRefusedTry(ctx: TryCtx & Pick<Context, 'later'>, error: unknown, by: string): void {
  const isLimited = error instanceof TooManyTries;
  if (!isLimited && !(error instanceof RuleBroken)) return;
  const sameness = `${by} ${ctx.request.address}`;
  const facts = { user: null, details: { by } };
  const type = isLimited ? 'sign_in_limited' : 'sign_in_refused';
  ctx.later(() => recordOncePerMinute(ctx, sameness, type, facts));
}

type PasswordCheckContext = Ctx & Pick<Context, 'limits' | 'passwords'>;

/**
 * Checks the password of somebody who is signed in. Records a refusal.
 * @throws `refusal` for a wrong password, {TooManyTries} after 5 wrong ones in a minute
 */
export async function expectOwnPassword(
  ctx: PasswordCheckContext & TryCtx & Pick<Context, 'later'>,
  user: Pick<Account, 'id' | 'name' | 'email' | 'email_key'> & { password_hash?: string | null },
  password: string,
  refusal: RuleBroken,
): Promise<void> {
  const budgets = [rateLimitFor('own-password', String(user.id), ofAccount)];
  let claim: Reservation | undefined;
  try {
    await ctx.limits.check(budgets, ctx.now);
    claim = await checkPassword(ctx, user.password_hash, password, budgets);
  } catch (error) {
    if (error instanceof TooManyTries) recordLimit(ctx, user.email_key, { user });
    throw error;
  }
  if (!claim) {
    await recordSecurityEvent(ctx, 'confirmation_refused', { user });
    throw refusal;
  }
  await claim.release();
}

/**
 * Checks a password. Returns the counted try of a right one, which the caller releases, or undefined for a wrong one.
 * Counts before checking, so that parallel tries cannot exceed the limits. Callers check first whether a limit is used
 * up, so that such a try does not wait in the queue.
 * @throws {TooManyTries} without checking when a limit is used up
 */
export async function checkPassword(
  { limits, passwords, now }: PasswordCheckContext,
  hash: string | null | undefined,
  password: string,
  budgets: RateLimit[],
): Promise<Reservation | undefined> {
  let claim: Reservation | undefined;
  const isRight = await passwords.verify(hash, password, async () => {
    claim = await limits.take(budgets, now);
  });
  return isRight ? claim : undefined;
}
