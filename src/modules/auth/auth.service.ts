import type { OperationContext, SignedInOperation } from '../../database/operation.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Reservation } from '../../limits/rate-limiter.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { RuleBroken, TooManyTries } from '../../shared/errors.ts';
import type { SecurityEventType } from '../../shared/security-events.ts';
import type { SignedIn, UserView } from '../../shared/signed-in.ts';
import type { Context } from '../../trpc/context.ts';
import { recordOncePerMinute, recordSecurityEvent } from '../security/record-event.service.ts';
import { removeCopiesOf } from '../working-copies/working-copies.service.ts';
import { type Account, findAccount } from './account.repository.ts';
import type { Credentials } from './auth.schema.ts';
import { rememberDevice } from './known-device.service.ts';
import { closeSession, closeSessionsOf, type NewSession, openSession } from './session.service.ts';
import { checkPassword, signInBudgets } from './sign-in-limits.ts';

const wrongCredentials = 'The e-mail or password is incorrect.';

export type SignInWork = OperationContext &
  Pick<Context, 'passwords' | 'limits' | 'secrets' | 'request' | 'later'>;

export interface SignInResult {
  user: UserView;
  session: NewSession;
  device: string;
}

/**
 * @throws {RuleBroken} with the same message after the same time whether or not the address exists
 * @throws {TooManyTries}, {Unavailable} when the password queue is full
 */
export async function signIn(work: SignInWork, credentials: Credentials): Promise<SignInResult> {
  // Checks the queue before any query, so that most requests of a flood cost no database work.
  work.passwords.assertCapacity();
  const { email, password, remember } = credentials;
  const user = await findAccount(work.em, { email_key: toEmailKey(email) });
  const claim = await verifyPassword(work, user, email, password);
  const result = user && claim && (await admit(work, user, remember, claim));
  if (result) return result;
  await recordSecurityEvent(work, 'sign_in_refused', { user, email });
  throw new RuleBroken({ email: [wrongCredentials] }, wrongCredentials);
}

async function verifyPassword(work: SignInWork, user: Account | undefined, email: string, password: string) {
  const budgets = await signInBudgets(work, toEmailKey(email));
  try {
    return await checkPassword(work, user?.password_hash, password, budgets);
  } catch (error) {
    if (error instanceof TooManyTries) {
      work.later(() => recordOncePerMinute(work, toEmailKey(email), 'sign_in_limited', { user, email }));
    }
    throw error;
  }
}

/** Returns null when the account was deleted or its password changed after the password was checked. */
async function admit(
  work: SignInWork,
  verified: Account,
  isRemembered: boolean,
  claim: Reservation,
): Promise<SignInResult | null> {
  const { id, password_hash } = verified;
  const device = await rememberDevice(work, verified.email_key);
  return inTransaction(work, async (inside) => {
    await claim.release(inside);
    const user = await findAccount(inside.em, { id, password_hash });
    return user ? { ...(await createSession(inside, user, isRemembered, 'sign_in')), device } : null;
  });
}

/** Ends the sessions whose credentials came with the request. */
export async function createSession(
  inside: SignInWork,
  user: UserView,
  isRemembered: boolean,
  event: SecurityEventType,
): Promise<Omit<SignInResult, 'device'>> {
  await closeSessionsOf(inside, inside.request.credentials);
  const session = await openSession(inside, user, isRemembered);
  await recordSecurityEvent(inside, event, { user });
  return { user: toUserView(user), session };
}

export function sendSession(
  { cookies }: Pick<Context, 'cookies'>,
  { user, session, device }: SignInResult,
): SignedIn {
  const { cookie, token, expires_at, is_remembered } = session;
  cookies.setSession(cookie, is_remembered ? expires_at : null);
  cookies.setDevice(device);
  return { token, user, expires_at: expires_at.toISOString() };
}

export async function signOut(work: SignedInOperation & Pick<Context, 'request'>): Promise<void> {
  await inTransaction(work, async (inside) => {
    await closeSession(inside);
    await removeCopiesOf(inside, inside.viewer.id);
    await recordSecurityEvent(inside, 'sign_out');
  });
}

export function toUserView({ id, name, email, role }: UserView): UserView {
  return { id, name, email, role };
}
