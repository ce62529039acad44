import type { SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Reservation } from '../../limits/rate-limiter.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { RuleBroken, type SecondFactorMethod, TooManyTries } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import { recordOncePerMinute, recordSecurityEvent } from '../security-log/record-event.service.ts';
import { removeAutosavesOf } from '../autosaves/autosaves.service.ts';
import { type Account, findAccount } from './account.repository.ts';
import type { Credentials } from './auth.schema.ts';
import { buildDeviceCookie } from './known-device.service.ts';
import { findPasswordProblem, type NewPasswordCtx } from './new-password.service.ts';
import { markWeakPassword } from './password-notice.service.ts';
import {
  type FactorCtx,
  findMethods,
  passSecondFactor,
  type SignInStep,
  createSecondFactorError,
} from './second-factor.service.ts';
import { endAccess } from './end-access.service.ts';
import { checkPassword, signInBudgets } from './sign-in-limits.ts';
import { createSession, type SignInResult, wrongCredentials } from './signed-in.service.ts';

/**
 * Signs in with an email address and a password, and with a one-time code if the account has a second
 * factor. A wrong password, an unknown address and a deactivated account get the same message after the same
 * time.
 * @throws {RuleBroken} when the credentials are wrong, or when the second factor is missing or wrong ·
 * {TooManyTries} · {Unavailable} when the password queue is full
 */
export async function signIn(
  ctx: FactorCtx & NewPasswordCtx,
  credentials: Credentials,
): Promise<SignInResult> {
  // Checks the password queue before any query, so that most requests of a flood cost no database work.
  ctx.passwords.assertCapacity();
  const { email, password, remember, one_time_code } = credentials;
  const emailKey = toEmailKey(email);
  const budgets = await signInBudgets(ctx, emailKey);
  const { user, claim } = await limitedBy(ctx, email, async () => {
    // Checks the limits before the search for the account, because most sign-ins of a flood end here.
    await ctx.limits.check(budgets, ctx.now);
    const found = await findAccount(ctx.em, { email_key: emailKey });
    return { user: found, claim: await checkPassword(ctx, found?.password_hash, password, budgets) };
  });
  // The server sees the plain password only at a sign-in, so it looks for weak passwords here. A weak
  // password still works, but the panel asks the person to change it.
  const isWeak = Boolean(user && claim && (await findPasswordProblem(ctx, password, user)));
  const step = { isRemembered: remember, isWeak };
  const result = user && claim && (await admit(ctx, user, step, claim));
  if (result && 'session' in result) return result;
  if (user && result) {
    if (one_time_code) return passSecondFactor(ctx, user, { one_time_code }, step);
    throw await createSecondFactorError(ctx, user, result.methods, step);
  }
  await recordSecurityEvent(ctx, 'sign_in_refused', { user, email });
  throw new RuleBroken({ email: [wrongCredentials] }, wrongCredentials);
}

/**
 * Runs `act`. If a limit refuses `act`, records the refusal in the security log, at most once a minute for
 * each account. For an unknown email address, records at most one refusal a minute for each network address,
 * because a flood can name any number of accounts.
 */
async function limitedBy<T>(ctx: FactorCtx, email: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof TooManyTries)
      ctx.later(async () => {
        const user = await findAccount(ctx.em.fork(), { email_key: toEmailKey(email) });
        const sameness = user?.email_key ?? ctx.request.address;
        await recordOncePerMinute(ctx, sameness, 'sign_in_limited', { user, email });
      });
    throw error;
  }
}

/**
 * Opens a session after a correct password. If the account has a second factor, opens no session and returns the
 * methods of the second factor. Returns null if, since the password check, the account was deleted or deactivated or
 * its password was changed.
 */
async function admit(
  ctx: FactorCtx,
  verified: Account,
  { isRemembered, isWeak }: SignInStep,
  claim: Reservation,
): Promise<SignInResult | { methods: SecondFactorMethod[] } | null> {
  const { id, password_hash } = verified;
  const device = await buildDeviceCookie(ctx, verified.email_key);
  return inTransaction(ctx, async (tx) => {
    await claim.release(tx);
    const user = await findAccount(tx.em, { id, password_hash });
    if (!user) return null;
    const methods = await findMethods(tx, id);
    if (methods.length > 0) return { methods };
    const made = await createSession(tx, user, isRemembered, 'sign_in', { by: 'password' });
    if (isWeak) await markWeakPassword(tx, made.session);
    return { ...made, device };
  });
}

export async function signOut(ctx: SignedInCtx & Pick<Context, 'request'>): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { id, session_id } = tx.viewer;
    await endAccess(tx, id, 'signed_out', { sessions: { id: session_id } });
    await removeAutosavesOf(tx, id);
    await recordSecurityEvent(tx, 'sign_out');
  });
}
