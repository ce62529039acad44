import { signatureLifetimes } from '../../security/secrets.ts';
import { Conflict, Forbidden, RuleBroken, TooManyTries, Unavailable } from '../../shared/errors.ts';
import {
  AddressUnverified,
  type IdentityProvider,
  ProviderDenied,
  ProviderFailed,
  type SelfTestFinding,
  type SignInFlow,
  TokenRefused,
  type VerifiedIdentity,
} from '../../security/identity-provider.ts';
import { ssoTexts } from '../../shared/single-sign-on.ts';
import type { Context, SignedInContext } from '../../trpc/context.ts';
import type { SignInCtx, SignInResult } from '../auth/sessions.ts';
import { recordOncePerMinute, recordSecurityEvent } from '../security-log/security-event.ts';
import {
  confirmByProvider,
  personBudgets,
  signInVerifiedPerson,
  recordTokenUse,
  tokenBudgets,
} from './sso-accounts.ts';
import type { SsoConfirmationResult } from './sso.schema.ts';

const purpose = 'sso-flow';

/** How long a person may take at the provider. */
const flowMs = signatureLifetimes[purpose];

type FlowCookieCtx = Pick<Context, 'secrets' | 'now'>;

async function sealFlow({ secrets, now }: FlowCookieCtx, flow: SignInFlow): Promise<string> {
  const expiry = now.getTime() + flowMs;
  const session = flow.session === undefined ? [] : [flow.session];
  const content = [flow.state, flow.nonce, flow.verifier, expiry, ...session].join('.');
  return `${content}.${await secrets.sign(purpose, content)}`;
}

/** @throws {TokenRefused} when the cookie is missing, forged or expired */
async function openFlow({ secrets, now }: FlowCookieCtx, sealed = ''): Promise<SignInFlow> {
  const parts = sealed.split('.');
  const seal = parts.pop();
  const [state, nonce, verifier, expiry, session, ...rest] = parts;
  if (!state || !nonce || !verifier || !expiry || !seal || rest.length > 0) {
    throw new TokenRefused('No sign-in was begun in this browser.');
  }
  if (!(await secrets.verify(purpose, parts.join('.'), seal)) || !(Number(expiry) > now.getTime())) {
    throw new TokenRefused('The sign-in was not begun here, or too long ago.');
  }
  return { state, nonce, verifier, ...(session !== undefined && { session: Number(session) }) };
}

export type SsoCtx = SignInCtx & Pick<Context, 'sso' | 'warn'>;
type FlowCtx = SsoCtx & Pick<Context, 'stepUpMinutes'>;

const ownProof = 'Confirm that it is you by your password or your second factor.';

/**
 * @throws {RuleBroken} when the token is invalid · {Forbidden} without a role or when deactivated · {Conflict} when an
 * unlinked account has the address, or the last admin would lose the role · {TooManyTries} · {Unavailable} when the
 * provider fails or is not set up
 */
export function signInByToken(ctx: SsoCtx, token: string): Promise<SignInResult> {
  return verified(
    ctx,
    (provider) => provider.verify(token, ctx.now),
    (person) => signInVerifiedPerson(ctx, person),
  );
}

/**
 * The authorization-code flow, which confirms the identity of the person of `session` or else signs in. `address` is
 * the provider's page.
 * @throws {Unavailable} · {TooManyTries}
 */
export async function beginFlow(ctx: SsoCtx, session?: number): Promise<{ address: string; cookie: string }> {
  const provider = expectProvider(ctx);
  await ctx.limits.check(await tokenBudgets(ctx), ctx.now);
  try {
    const { address, flow } = await provider.begin(ctx.now, session);
    return { address, cookie: await sealFlow(ctx, flow) };
  } catch (error) {
    throw toDomain(ctx, error);
  }
}

/** @throws {Conflict} when the person has a password or a second factor · {Unavailable} · {TooManyTries} */
export async function beginConfirmation(ctx: SignedInContext): Promise<{ address: string; cookie: string }> {
  const methods = await ctx.findProofs(ctx, ctx.viewer.id);
  if (!methods.includes('sso')) throw new Conflict(ownProof);
  return beginFlow(ctx, ctx.viewer.session_id);
}

/** @throws the errors of `signInByToken` · {Conflict} when another person confirms */
export function finishFlow(ctx: FlowCtx, callback: string): Promise<SignInResult | SsoConfirmationResult> {
  let session: number | undefined;
  const ask = async (provider: IdentityProvider) => {
    const flow = await openFlow(ctx, ctx.request.flowCookie);
    if (new URLSearchParams(callback).get('state') !== flow.state) {
      throw new TokenRefused('The answer belongs to another sign-in.');
    }
    const expiresAt = new Date(ctx.now.getTime() + flowMs);
    // This is a separate transaction, so that the answer counts as used even if the sign-in fails.
    await recordTokenUse({ ...ctx, em: ctx.em.fork() }, 'answer', { id: flow.state, expiresAt });
    session = flow.session;
    return provider.finish(callback, flow, ctx.now);
  };
  return verified<SignInResult | SsoConfirmationResult>(ctx, ask, (person) =>
    session === undefined ? signInVerifiedPerson(ctx, person) : confirmByProvider(ctx, person, session),
  );
}

/**
 * Counts the try before it asks the provider, as tries can run in parallel. A success, or a failure of the provider,
 * takes it off again.
 */
async function verified<T>(
  ctx: SsoCtx,
  ask: (provider: IdentityProvider) => Promise<VerifiedIdentity>,
  accept: (person: VerifiedIdentity) => Promise<T>,
): Promise<T> {
  const provider = expectProvider(ctx);
  const claim = await ctx.limits.take(await tokenBudgets(ctx), ctx.now);
  try {
    const person = await ask(provider);
    const result = await acceptWithin(ctx, person, accept);
    await claim.release();
    return result;
  } catch (error) {
    if (error instanceof ProviderFailed) await claim.release();
    throw toDomain(ctx, error);
  }
}

async function acceptWithin<T>(
  ctx: SsoCtx,
  person: VerifiedIdentity,
  accept: (person: VerifiedIdentity) => Promise<T>,
): Promise<T> {
  const budgets = personBudgets(person);
  await ctx.limits.check(budgets, ctx.now);
  try {
    return await accept(person);
  } catch (error) {
    if (error instanceof Forbidden || error instanceof Conflict) {
      await ctx.limits.take(budgets, ctx.now);
      await refuse(ctx, error.message, person);
    }
    throw error;
  }
}

function expectProvider({ sso }: SsoCtx): IdentityProvider {
  if (!sso) throw new Unavailable('Single sign-on is not set up here.', { retryAfter: 3600 });
  return sso;
}

/** Always records the reason. The caller learns it only when the provider has denied the sign-in. */
function toDomain(ctx: SsoCtx, error: unknown): unknown {
  if (error instanceof ProviderFailed) {
    const reason = error.message;
    ctx.warn('single sign-on failed', { reason });
    ctx.later(() => recordOncePerMinute(ctx, 'provider', 'sso_failed', { details: { reason } }));
    return new Unavailable(ssoTexts.failed, { retryAfter: 5, cause: error });
  }
  if (error instanceof TooManyTries) {
    ctx.later(() =>
      recordOncePerMinute(ctx, ctx.request.address, 'sign_in_limited', { details: { by: 'sso' } }),
    );
  }
  if (error instanceof ProviderDenied) {
    ctx.later(() => refuse(ctx, error.message));
    return new RuleBroken({ provider: [error.message] }, ssoTexts.failed);
  }
  if (!(error instanceof TokenRefused)) return error;
  ctx.later(() => refuse(ctx, error.message));
  const message = error instanceof AddressUnverified ? ssoTexts.unverified : ssoTexts.refused;
  return new RuleBroken({ access_token: [message] }, message);
}

async function refuse(ctx: SsoCtx, reason: string, person?: VerifiedIdentity): Promise<void> {
  const fresh = { ...ctx, em: ctx.em.fork() };
  const { email, issuer, subject } = person ?? {};
  await recordSecurityEvent(fresh, 'sso_refused', {
    user: null,
    ...(email && { email }),
    details: { reason, ...(person && { issuer, subject }) },
  });
}

/** The self-test loads its libraries only with a provider. */
export async function checkProvider(
  { sso, now }: Pick<SsoCtx, 'sso' | 'now'>,
  token?: string,
): Promise<SelfTestFinding[]> {
  if (sso) return sso.examine(now, token);
  const words = 'Single sign-on is off. It is on when SSO_ISSUER is set.';
  return [{ step: 'Settings', verdict: 'note', words }];
}
