import { Conflict, Forbidden, RuleBroken, TooManyTries, Unavailable } from '../../shared/errors.ts';
import {
  AddressUnverified,
  type IdentityProvider,
  ProviderDenied,
  ProviderFailed,
  TokenRefused,
  type VerifiedIdentity,
} from '../../shared/identity-provider.ts';
import { ssoTexts } from '../../shared/sso-texts.ts';
import type { Context, SignedInContext } from '../../trpc/context.ts';
import type { SignInResult, SignInWork } from '../auth/signed-in.service.ts';
import { recordOncePerMinute, recordSecurityEvent } from '../security-log/record-event.service.ts';
import { confirmByProvider } from './confirm.service.ts';
import { flowMs, openFlow, sealFlow } from './flow-cookie.ts';
import type { SsoConfirmed } from './sso.schema.ts';
import { admit } from './sso-accounts.ts';
import { personBudgets, spend, tokenBudgets } from './sso-limits.ts';

export type SsoWork = SignInWork & Pick<Context, 'sso' | 'warn'>;
type FlowWork = SsoWork & Pick<Context, 'stepUpMinutes'>;

const ownProof = 'Confirm that it is you by your password or your second factor.';

/**
 * @throws {RuleBroken} for an invalid token, {Forbidden} without a role, {TooManyTries}, {Conflict} for the
 * address of a local account, {Unavailable} when the provider fails or is not set up
 */
export function signInByToken(work: SsoWork, token: string): Promise<SignInResult> {
  return verified(
    work,
    (provider) => provider.verify(token, work.now),
    (person) => admit(work, person),
  );
}

/**
 * Starts the authorization-code flow, to sign in or to confirm who the person of `session` is.
 * @throws {Unavailable}, {TooManyTries}
 */
export async function beginFlow(
  work: SsoWork,
  session?: number,
): Promise<{ address: string; cookie: string }> {
  const provider = expectProvider(work);
  await work.limits.check(await tokenBudgets(work), work.now);
  try {
    const { address, flow } = await provider.begin(work.now, session);
    return { address, cookie: await sealFlow(work, flow) };
  } catch (error) {
    throw toDomain(work, error);
  }
}

/** For somebody whom only the provider can ask. @throws {Conflict} for anybody else, {Unavailable} */
export async function beginConfirmation(work: SignedInContext): Promise<{ address: string; cookie: string }> {
  const methods = await work.findProofs(work, work.viewer.id);
  if (!methods.includes('sso')) throw new Conflict(ownProof);
  return beginFlow(work, work.viewer.session_id);
}

/** @throws the same errors as `signInByToken`, {Conflict} when another person confirms */
export function finishFlow(work: FlowWork, callback: string): Promise<SignInResult | SsoConfirmed> {
  let session: number | undefined;
  const ask = async (provider: IdentityProvider) => {
    const flow = await openFlow(work, work.request.flowCookie);
    if (new URLSearchParams(callback).get('state') !== flow.state) {
      throw new TokenRefused('The answer belongs to another sign-in.');
    }
    const until = new Date(work.now.getTime() + flowMs);
    // A separate transaction, so that a response counts as used even if the sign-in fails.
    await spend({ ...work, em: work.em.fork() }, 'answer', { id: flow.state, until });
    session = flow.session;
    return provider.finish(callback, flow, work.now);
  };
  return verified<SignInResult | SsoConfirmed>(work, ask, (person) =>
    session === undefined ? admit(work, person) : confirmByProvider(work, person, session),
  );
}

/** Counts the try first, because tries may run in parallel. A success or a failed provider does not count. */
async function verified<T>(
  work: SsoWork,
  ask: (provider: IdentityProvider) => Promise<VerifiedIdentity>,
  accept: (person: VerifiedIdentity) => Promise<T>,
): Promise<T> {
  const provider = expectProvider(work);
  const claim = await work.limits.take(await tokenBudgets(work), work.now);
  try {
    const person = await ask(provider);
    const result = await acceptWithin(work, person, accept);
    await claim.release();
    return result;
  } catch (error) {
    if (error instanceof ProviderFailed) await claim.release();
    throw toDomain(work, error);
  }
}

async function acceptWithin<T>(
  work: SsoWork,
  person: VerifiedIdentity,
  accept: (person: VerifiedIdentity) => Promise<T>,
): Promise<T> {
  const budgets = personBudgets(person);
  await work.limits.check(budgets, work.now);
  try {
    return await accept(person);
  } catch (error) {
    if (error instanceof Forbidden || error instanceof Conflict) {
      await work.limits.take(budgets, work.now);
      await refuse(work, error.message, person);
    }
    throw error;
  }
}

function expectProvider({ sso }: SsoWork): IdentityProvider {
  if (!sso) throw new Unavailable('Single sign-on is not set up here.', { retryAfter: 3600 });
  return sso;
}

/** Hides the reason from the caller. The security log contains it. */
function toDomain(work: SsoWork, error: unknown): unknown {
  if (error instanceof ProviderFailed) {
    const reason = error.message;
    work.warn('single sign-on failed', { reason });
    work.later(() => recordOncePerMinute(work, 'provider', 'sso_failed', { details: { reason } }));
    return new Unavailable(ssoTexts.failed, { retryAfter: 5, cause: error });
  }
  if (error instanceof TooManyTries) {
    work.later(() =>
      recordOncePerMinute(work, work.request.address, 'sign_in_limited', { details: { by: 'sso' } }),
    );
  }
  if (error instanceof ProviderDenied) {
    work.later(() => refuse(work, error.message));
    return new RuleBroken({ provider: [error.message] }, ssoTexts.failed);
  }
  if (!(error instanceof TokenRefused)) return error;
  work.later(() => refuse(work, error.message));
  const words = error instanceof AddressUnverified ? ssoTexts.unverified : ssoTexts.refused;
  return new RuleBroken({ access_token: [words] }, words);
}

async function refuse(work: SsoWork, reason: string, person?: VerifiedIdentity): Promise<void> {
  const inside = { ...work, em: work.em.fork() };
  const { email, issuer, subject } = person ?? {};
  await recordSecurityEvent(inside, 'sso_refused', {
    user: null,
    ...(email && { email }),
    details: { reason, ...(person && { issuer, subject }) },
  });
}
