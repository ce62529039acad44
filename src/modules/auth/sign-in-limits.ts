import type { Ctx } from '../../database/ctx.ts';
import {
  addressRateLimits,
  type RateLimit,
  rateLimitFor,
  type Reservation,
} from '../../limits/rate-limiter.ts';
import { createSecret, isSameSecret } from '../../security/tokens.ts';
import { RuleBroken, TooManyTries } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import { recordOncePerMinute, recordSecurityEvent } from '../security-log/security-event.ts';
import type { Account } from './account.ts';

const partPattern = /^[\w-]{43}$/;
/**
 * How many accounts one browser remembers. A further account replaces the account whose last sign-in is the
 * oldest.
 */
const maxAccounts = 5;

/**
 * The key that single sign-on uses instead of an email key. All users of single sign-on in one browser share one mark.
 */
export const ssoDeviceKey = 'single sign-on';

type DeviceCtx = Pick<Context, 'secrets'> & { request: Pick<Context['request'], 'deviceCookie'> };

// The cookie is `<device>.<mark>.<mark>…`. `<device>` is a random id of the browser. Each `<mark>` is a
// signature of that id and of one account. A mark gives no access. It only shows that somebody has signed in
// to the account from this browser before. Such a browser has its own limit of tries, which other people
// cannot use up.

/**
 * Returns the mark of an account in the cookie of the browser. Returns undefined when the cookie has no valid
 * mark of this account.
 */
export async function findDeviceMark(ctx: DeviceCtx, emailKey: string): Promise<string | undefined> {
  const { device, marks } = parse(ctx.request.deviceCookie);
  if (!device) return undefined;
  const mark = await markOf(ctx, device, emailKey);
  return marks.find((shown) => isSameSecret(shown, mark));
}

/** Returns the new value of the device cookie. The mark of this account comes first. */
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
 * Returns the limits of sign-ins by password. If somebody has signed in to the account from this browser before, the
 * browser has its own limit, so no stranger can lock the owner out. All other browsers share one limit per account, so
 * many network addresses cannot guess in parallel. When the shared limit is used up, the owner can still sign in with a
 * password link.
 */
export async function signInBudgets(ctx: TryCtx, emailKey: string): Promise<RateLimit[]> {
  const mark = await findDeviceMark(ctx, emailKey);
  if (mark) return [rateLimitFor('sign-in:device', mark, ofAccount)];
  return [
    rateLimitFor('sign-in:account', emailKey, ofAccount),
    ...addressRateLimits('sign-in:address', ctx.request.address, ofAddress),
  ];
}

/**
 * Returns the limits of requests for a password link. The limits count per browser or network address,
 * because a stranger could use up a limit of the account.
 */
export function forgotPasswordBudgets({ request }: TryCtx, mark: string | undefined): RateLimit[] {
  if (mark) return [rateLimitFor('forgot:device', mark, ofAskingByDevice)];
  return addressRateLimits('forgot:address', request.address, ofAsking);
}

export function linkBudgets({ request }: TryCtx): RateLimit[] {
  return addressRateLimits('link:address', request.address, ofAddress);
}

/**
 * Returns the limits of tries with a second factor. Only a person who knows the password or has a session can
 * use up these limits.
 */
export async function codeBudgets(
  ctx: TryCtx,
  user: { id: number; email_key: string },
): Promise<RateLimit[]> {
  const mark = await findDeviceMark(ctx, user.email_key);
  const [name, owner] = mark ? ['code:device', mark] : ['code:account', String(user.id)];
  return [rateLimitFor(name, owner, ofCodes), rateLimitFor(`${name}:day`, owner, ofCodesOfDay)];
}

/**
 * Returns the limits of sign-ins by passkey. Nobody can guess a passkey, so these limits only restrict the
 * server's work.
 */
export function passkeyBudgets({ request }: TryCtx): RateLimit[] {
  return addressRateLimits('passkey:address', request.address, ofAddress);
}

/**
 * Counts a try, and records a refusal by a limit in the security log. The caller releases the returned
 * reservation when the try succeeds.
 * @throws {TooManyTries} when a limit is used up
 */
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

/**
 * Records a refused try for which no account is known. Ignores errors that are not refusals. Records at most one
 * refusal a minute for each network address, after the response.
 */
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
 * Checks the password of the signed-in person. Records a refusal in the security log.
 * @throws `refusal` when the password is wrong · {TooManyTries} after 5 wrong passwords in a minute
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
 * Checks a password. If the password is correct, returns the counted try, which the caller releases. If the password is
 * wrong, returns undefined. Counts the try before the check, so parallel tries cannot exceed the limits. Callers check
 * the limits first. Otherwise, a try that a limit refuses would wait in the password queue.
 * @throws {TooManyTries} when a limit is used up. The password is then not checked
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
