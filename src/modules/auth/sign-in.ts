import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Reservation } from '../../limits/rate-limiter.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import {
  Conflict,
  NotSignedIn,
  RuleBroken,
  type SecondFactorMethod,
  TooManyTries,
} from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import { removeAutosavesOf } from '../autosaves/autosaves.ts';
import { recordOncePerMinute, recordSecurityEvent } from '../security-log/security-event.ts';
import { type SignInAccount, findAccount } from './find-account.ts';
import type { Credentials, PasskeySignIn, StepUp } from './auth.schema.ts';
import { findPasswordProblem, markWeakPassword, type NewPasswordCtx } from './new-password.ts';
import { recordPasskeyUse, verifyPasskey } from './passkeys.ts';
import {
  createSecondFactorError,
  type FactorCtx,
  findMethods,
  findProofs,
  isManagedBySso,
  checkSecondFactor,
  type SignInStep,
  consumeProof,
  wrongCodeMessage,
} from './second-factor.ts';
import { Session } from './session.entity.ts';
import { createSession, endUserAccess, type SignInResult, wrongCredentialsMessage } from './sessions.ts';
import {
  buildDeviceCookie,
  checkPassword,
  expectOwnPassword,
  passkeyBudgets,
  recordRefusedTry,
  signInBudgets,
} from './sign-in-limits.ts';

/**
 * A wrong password, an unknown address and a deactivated account get one message after the same time.
 * @throws {RuleBroken} also when the second factor is missing or wrong · {TooManyTries} · {Unavailable} when the
 * password queue is full
 */
export async function signIn(
  ctx: FactorCtx & NewPasswordCtx,
  credentials: Credentials,
): Promise<SignInResult> {
  // Before any query: most requests of a flood then cost no database work.
  ctx.passwords.assertCapacity();
  const { email, password, remember, one_time_code } = credentials;
  const emailKey = toEmailKey(email);
  const budgets = await signInBudgets(ctx, emailKey);
  const { user, claim } = await limitedBy(ctx, email, async () => {
    // Before the account is searched: most sign-ins of a flood end here.
    await ctx.limits.check(budgets, ctx.now);
    const account = await findAccount(ctx.em, { email_key: emailKey });
    return { user: account, claim: await checkPassword(ctx, account?.password_hash, password, budgets) };
  });
  // Only a sign-in shows the plain password. A weak one still works, but the panel asks for another.
  const isWeak = Boolean(user && claim && (await findPasswordProblem(ctx, password, user)));
  const step = { isRemembered: remember, isWeak };
  const result = user && claim && (await admit(ctx, user, step, claim));
  if (result && 'session' in result) return result;
  if (user && result) {
    if (one_time_code) return checkSecondFactor(ctx, user, { one_time_code }, step);
    throw await createSecondFactorError(ctx, user, result.methods, step);
  }
  await recordSecurityEvent(ctx, 'sign_in_refused', { user, email });
  throw new RuleBroken({ email: [wrongCredentialsMessage] }, wrongCredentialsMessage);
}

/**
 * Logs a refusal by limit once a minute for each account, or for each network address if the account is unknown: a
 * flood can name any number of accounts.
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
 * Opens a session, or returns the methods of the second factor. Null if the account or its password has changed since
 * the check.
 */
async function admit(
  ctx: FactorCtx,
  verified: SignInAccount,
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
    await endUserAccess(tx, id, 'signed_out', { sessions: { id: session_id } });
    await removeAutosavesOf(tx, id);
    await recordSecurityEvent(tx, 'sign_out');
  });
}

type StepUpCtx = SignedInCtx & FactorCtx & Pick<Context, 'stepUpMinutes'>;

const wrongPassword = 'This is not your password.';
const minute = 60_000;

/**
 * Returns until when sensitive calls need no further proof, or null if they never do.
 * @throws {RuleBroken} · {Conflict} when only single sign-on can prove it · {TooManyTries}
 */
export async function stepUp(ctx: StepUpCtx, input: StepUp): Promise<string | null> {
  const user = await findAccount(ctx.em, { id: ctx.viewer.id });
  if (!user) throw new NotSignedIn('Please sign in.');
  const methods = await findProofs(ctx, user.id);
  if (methods.includes('sso'))
    throw new Conflict('Sign in again by single sign-on to confirm that it is you.');
  if (methods.includes('password')) await proveByPassword(ctx, user, input.password);
  else await proveByFactor(ctx, user, input);
  const until = new Date(ctx.now.getTime() + ctx.stepUpMinutes * minute);
  return ctx.stepUpMinutes === 0 ? null : until.toISOString();
}

async function proveByPassword(
  ctx: StepUpCtx,
  user: SignInAccount,
  password: string | undefined,
): Promise<void> {
  if (!password) throw RuleBroken.of('password', 'Password is required');
  await expectOwnPassword(ctx, user, password, new RuleBroken({ password: [wrongPassword] }, wrongPassword));
  await inTransaction({ ...ctx, em: ctx.em.fork() }, (tx) => renewProof(tx, 'password'));
}

function proveByFactor(ctx: StepUpCtx, user: SignInAccount, input: StepUp): Promise<void> {
  return consumeProof(ctx, user, input, 'confirmation_refused', (tx, _known, by) => renewProof(tx, by));
}

async function renewProof(tx: StepUpCtx, by: string): Promise<void> {
  await tx.em.nativeUpdate(Session, { id: tx.viewer.session_id }, { proved_at: tx.now });
  await recordSecurityEvent(tx, 'confirmed', { details: { by } });
}

/** Counts as two factors, as the device also checks a PIN or a fingerprint. @throws {RuleBroken} · {TooManyTries} */
export async function signInByPasskey(ctx: FactorCtx, input: PasskeySignIn): Promise<SignInResult> {
  try {
    return await admitByPasskey(ctx, input);
  } catch (error) {
    recordRefusedTry(ctx, error, 'passkey');
    throw error;
  }
}

async function admitByPasskey(ctx: FactorCtx, { passkey, remember }: PasskeySignIn): Promise<SignInResult> {
  const claim = await ctx.limits.take(passkeyBudgets(ctx), ctx.now);
  const verified = await verifyPasskey(ctx, passkey);
  const owner = verified.factor.user;
  const device = await buildDeviceCookie(ctx, (await expectAccount(ctx, owner.id)).email_key);
  const session = await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const user = await expectAccount(tx, owner.id);
    if (!(await recordPasskeyUse(tx, verified))) return undefined;
    await claim.release(tx);
    return createSession(tx, user, remember, 'sign_in', { by: 'passkey' });
  });
  if (session) return { ...session, device };
  throw RuleBroken.of('passkey', wrongCodeMessage);
}

/** @throws {RuleBroken} when the account is deactivated, deleted or managed by single sign-on */
async function expectAccount({ em }: Ctx, id: number): Promise<SignInAccount> {
  const user = await findAccount(em, { id });
  if (!user || (await isManagedBySso({ em }, id)))
    throw RuleBroken.of('passkey', 'This passkey is not known here.');
  return user;
}
