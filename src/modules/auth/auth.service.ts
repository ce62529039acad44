import type { SignedInOperation } from '../../database/operation.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Reservation } from '../../limits/rate-limiter.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { RuleBroken, type SecondFactorMethod, TooManyTries } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import { recordOncePerMinute, recordSecurityEvent } from '../security-log/record-event.service.ts';
import { removeCopiesOf } from '../working-copies/working-copies.service.ts';
import { type Account, findAccount } from './account.repository.ts';
import type { Credentials } from './auth.schema.ts';
import { rememberDevice } from './known-device.service.ts';
import { findPasswordProblem, type NewPasswordWork } from './new-password.service.ts';
import { markWeakPassword } from './password-notice.service.ts';
import {
  type FactorWork,
  findMethods,
  passSecondFactor,
  type Step,
  secondFactorRequired,
} from './second-factor.service.ts';
import { closeSession } from './session.service.ts';
import { checkPassword, signInBudgets } from './sign-in-limits.ts';
import { createSession, type SignInResult, wrongCredentials } from './signed-in.service.ts';

/**
 * @throws {RuleBroken} with the same message after the same time whether or not the address exists and is
 * active, and for a second factor that is missing or wrong
 * @throws {TooManyTries}, {Unavailable} when the password queue is full
 */
export async function signIn(
  work: FactorWork & NewPasswordWork,
  credentials: Credentials,
): Promise<SignInResult> {
  // Checks the queue before any query, so that most requests of a flood cost no database work.
  work.passwords.assertCapacity();
  const { email, password, remember, one_time_code } = credentials;
  const emailKey = toEmailKey(email);
  const budgets = await signInBudgets(work, emailKey);
  const { user, claim } = await limitedBy(work, email, async () => {
    // Before the account is looked for, because most tries of a flood end here.
    await work.limits.check(budgets, work.now);
    const found = await findAccount(work.em, { email_key: emailKey });
    return { user: found, claim: await checkPassword(work, found?.password_hash, password, budgets) };
  });
  // Only now the typed password is at hand. Old ones go on working, and the panel asks to change them.
  const isWeak = Boolean(user && claim && (await findPasswordProblem(work, password, user)));
  const step = { isRemembered: remember, isWeak };
  const result = user && claim && (await admit(work, user, step, claim));
  if (result && 'session' in result) return result;
  if (user && result) {
    if (one_time_code) return passSecondFactor(work, user, { one_time_code }, step);
    throw await secondFactorRequired(work, user, result.methods, step);
  }
  await recordSecurityEvent(work, 'sign_in_refused', { user, email });
  throw new RuleBroken({ email: [wrongCredentials] }, wrongCredentials);
}

/**
 * Records a refusal by a limit once a minute: for an account, and for a network address that names no account,
 * because a flood can name any number of others.
 */
async function limitedBy<T>(work: FactorWork, email: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof TooManyTries)
      work.later(async () => {
        const user = await findAccount(work.em.fork(), { email_key: toEmailKey(email) });
        const sameness = user?.email_key ?? work.request.address;
        await recordOncePerMinute(work, sameness, 'sign_in_limited', { user, email });
      });
    throw error;
  }
}

/**
 * Returns the methods of an account with a second factor, and null when the account was deleted or its
 * password changed after the password was checked.
 */
async function admit(
  work: FactorWork,
  verified: Account,
  { isRemembered, isWeak }: Step,
  claim: Reservation,
): Promise<SignInResult | { methods: SecondFactorMethod[] } | null> {
  const { id, password_hash } = verified;
  const device = await rememberDevice(work, verified.email_key);
  return inTransaction(work, async (inside) => {
    await claim.release(inside);
    const user = await findAccount(inside.em, { id, password_hash });
    if (!user) return null;
    const methods = await findMethods(inside, id);
    if (methods.length > 0) return { methods };
    const made = await createSession(inside, user, isRemembered, 'sign_in', { by: 'password' });
    if (isWeak) await markWeakPassword(inside, made.session);
    return { ...made, device };
  });
}

export async function signOut(work: SignedInOperation & Pick<Context, 'request'>): Promise<void> {
  await inTransaction(work, async (inside) => {
    await closeSession(inside);
    await removeCopiesOf(inside, inside.viewer.id);
    await recordSecurityEvent(inside, 'sign_out');
  });
}
