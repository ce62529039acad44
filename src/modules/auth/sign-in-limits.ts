import type { Ctx } from '../../database/ctx.ts';
import {
  addressRateLimits,
  type RateLimit,
  rateLimitFor,
  type Reservation,
} from '../../limits/rate-limiter.ts';
import { createSecret, isSameSecret } from '../../security/random-secrets.ts';
import { RuleBroken, TooManyTries } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import { recordOncePerMinute, recordSecurityEvent } from '../security-log/security-event.ts';
import type { SignInAccount } from './find-account.ts';

const partPattern = /^[\w-]{43}$/;
/** One more replaces the one with the oldest sign-in. */
const maxAccounts = 5;

/** In place of an email key: all users of single sign-on in one browser share a mark. */
export const ssoDeviceKey = 'single sign-on';

type DeviceCtx = Pick<Context, 'secrets'> & { request: Pick<Context['request'], 'deviceCookie'> };

// The cookie is `<device>.<mark>.<mark>…`: a random id of the browser, and signatures of it with one account each. A
// mark gives no access. It shows that somebody has signed in to the account from here, and gives this browser its own
// limit of tries, which nobody else can use up.

/** Undefined without a valid mark of this account. */
export async function findDeviceMark(ctx: DeviceCtx, emailKey: string): Promise<string | undefined> {
  const { device, marks } = parse(ctx.request.deviceCookie);
  if (!device) return undefined;
  const mark = await markOf(ctx, device, emailKey);
  return marks.find((shown) => isSameSecret(shown, mark));
}

/** The new cookie, with this account's mark first. */
export async function buildDeviceCookie(ctx: DeviceCtx, emailKey: string): Promise<string> {
  const { device = createSecret(), marks } = parse(ctx.request.deviceCookie);
  const mark = await markOf(ctx, device, emailKey);
  const others = marks.filter((other) => other !== mark);
  return [device, mark, ...others].slice(0, 1 + maxAccounts).join('.');
}

function markOf({ secrets }: DeviceCtx, device: string, emailKey: string): Promise<string> {
  return secrets.sign('device', `${device} ${emailKey}`);
}

function parse(cookie = ''): { device?: string; marks: string[] } {
  const parts = cookie.split('.');
  const isOurs = parts.length <= 1 + maxAccounts && parts.every((part) => partPattern.test(part));
  const [device, ...marks] = isOurs ? parts : [];
  return { ...(device && { device }), marks };
}

const minute = 60_000;
const ofAccount = { max: 5, windowMs: minute };
const ofAddress = { max: 20, windowMs: minute };
const ofAsking = { max: 10, windowMs: 15 * minute };
const ofCodes = { max: 5, windowMs: 5 * minute };
const ofCodesOfDay = { max: 20, windowMs: 24 * 60 * minute };
const ofAskingByDevice = { max: 5, windowMs: 15 * minute };

type TryCtx = Ctx & Pick<Context, 'limits' | 'secrets' | 'request'>;

/**
 * A browser with a mark has a limit of its own, so no stranger locks the owner out. All others share one per account,
 * so many addresses cannot guess in parallel. If that is used up, the owner still has a password link.
 */
export async function signInBudgets(ctx: TryCtx, emailKey: string): Promise<RateLimit[]> {
  const mark = await findDeviceMark(ctx, emailKey);
  if (mark) return [rateLimitFor('sign-in:device', mark, ofAccount)];
  return [
    rateLimitFor('sign-in:account', emailKey, ofAccount),
    ...addressRateLimits('sign-in:address', ctx.request.address, ofAddress),
  ];
}

/** By browser or network address: a stranger could use up a limit of the account. */
export function forgotPasswordBudgets({ request }: TryCtx, mark: string | undefined): RateLimit[] {
  if (mark) return [rateLimitFor('forgot:device', mark, ofAskingByDevice)];
  return addressRateLimits('forgot:address', request.address, ofAsking);
}

export function linkBudgets({ request }: TryCtx): RateLimit[] {
  return addressRateLimits('link:address', request.address, ofAddress);
}

/** Only somebody who knows the password or has a session can use these limits up. */
export async function codeBudgets(
  ctx: TryCtx,
  user: { id: number; email_key: string },
): Promise<RateLimit[]> {
  const mark = await findDeviceMark(ctx, user.email_key);
  const [name, owner] = mark ? ['code:device', mark] : ['code:account', String(user.id)];
  return [rateLimitFor(name, owner, ofCodes), rateLimitFor(`${name}:day`, owner, ofCodesOfDay)];
}

/** Nobody guesses a passkey: this only bounds the server's work. */
export function passkeyBudgets({ request }: TryCtx): RateLimit[] {
  return addressRateLimits('passkey:address', request.address, ofAddress);
}

/** The caller releases the reservation when the try succeeds. A refusal is logged. @throws {TooManyTries} */
export async function reserveTry(
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

/** For tries without a known account. Logs one refusal a minute for each network address, and no other errors. */
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
 * Logs a wrong password.
 * @throws `refusal` when the password is wrong · {TooManyTries} after 5 wrong ones in a minute
 */
export async function expectOwnPassword(
  ctx: PasswordCheckContext & TryCtx & Pick<Context, 'later'>,
  user: Pick<SignInAccount, 'id' | 'name' | 'email' | 'email_key'> & { password_hash?: string | null },
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
 * Returns the counted try if the password is right, for the caller to release. The try counts before the check, so
 * parallel ones cannot exceed the limits. Check the limits first, or a try that they refuse waits in the password
 * queue.
 * @throws {TooManyTries} without a check of the password
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
