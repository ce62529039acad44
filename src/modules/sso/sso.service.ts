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
import type { Context } from '../../trpc/context.ts';
import type { SignInResult, SignInWork } from '../auth/signed-in.service.ts';
import { recordOncePerMinute, recordSecurityEvent } from '../security/record-event.service.ts';
import { flowMs, openFlow, sealFlow } from './flow-cookie.ts';
import { admit } from './sso-accounts.ts';
import { personBudgets, spend, tokenBudgets } from './sso-limits.ts';

export type SsoWork = SignInWork & Pick<Context, 'sso' | 'warn'>;

/**
 * @throws {RuleBroken} for an invalid token, {Forbidden} without a role, {TooManyTries}, {Conflict} for the
 * address of a local account, {Unavailable} when the provider fails or is not set up
 */
export function signInByToken(work: SsoWork, token: string): Promise<SignInResult> {
  return verified(work, (provider) => provider.verify(token, work.now));
}

/** Starts the authorization-code flow. @throws {Unavailable}, {TooManyTries} */
export async function beginSignIn(work: SsoWork): Promise<{ address: string; cookie: string }> {
  const provider = expectProvider(work);
  await work.limits.check(await tokenBudgets(work), work.now);
  try {
    const { address, flow } = await provider.begin(work.now);
    return { address, cookie: await sealFlow(work, flow) };
  } catch (error) {
    throw toDomain(work, error);
  }
}

/** @throws the same errors as `signInByToken` */
export function finishSignIn(work: SsoWork, callback: string): Promise<SignInResult> {
  return verified(work, async (provider) => {
    const flow = await openFlow(work, work.request.flowCookie);
    if (new URLSearchParams(callback).get('state') !== flow.state) {
      throw new TokenRefused('The answer belongs to another sign-in.');
    }
    const until = new Date(work.now.getTime() + flowMs);
    // A separate transaction, so that a response counts as used even if the sign-in fails.
    await spend({ ...work, em: work.em.fork() }, 'answer', { id: flow.state, until });
    return provider.finish(callback, flow, work.now);
  });
}

/** Counts the try first, because tries may run in parallel. A success or a failed provider does not count. */
async function verified(
  work: SsoWork,
  ask: (provider: IdentityProvider) => Promise<VerifiedIdentity>,
): Promise<SignInResult> {
  const provider = expectProvider(work);
  const claim = await work.limits.take(await tokenBudgets(work), work.now);
  try {
    const person = await ask(provider);
    const result = await admitWithin(work, person);
    await claim.release();
    return result;
  } catch (error) {
    if (error instanceof ProviderFailed) await claim.release();
    throw toDomain(work, error);
  }
}

async function admitWithin(work: SsoWork, person: VerifiedIdentity): Promise<SignInResult> {
  const budgets = personBudgets(person);
  await work.limits.check(budgets, work.now);
  try {
    return await admit(work, person);
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
