import type { Ctx } from '../../database/ctx.ts';
import { acquireKey } from '../../locks/used-keys.ts';
import { addressRateLimits, type RateLimit, rateLimitFor } from '../../limits/rate-limit.ts';
import { TokenRefused, type VerifiedIdentity } from '../../shared/identity-provider.ts';
import type { Context } from '../../trpc/context.ts';
import { findDeviceMark, ssoDeviceKey } from '../auth/known-device.service.ts';

const minute = 60_000;
const ofAccount = { max: 5, windowMs: minute };
const ofAddress = { max: 20, windowMs: minute };

type TryCtx = Ctx & Pick<Context, 'limits' | 'secrets' | 'request'>;

/**
 * Returns the limits of sign-ins by single sign-on before the person is known. A browser that was used for
 * single sign-on before has its own limit.
 */
export async function tokenBudgets(ctx: TryCtx): Promise<RateLimit[]> {
  const mark = await findDeviceMark(ctx, ssoDeviceKey);
  if (mark) return [rateLimitFor('sso:device', mark, ofAccount)];
  return addressRateLimits('sso:address', ctx.request.address, ofAddress);
}

/** Returns the limits for a verified person who may not sign in. */
export function personBudgets({ issuer, subject }: VerifiedIdentity): RateLimit[] {
  return [rateLimitFor('sso:person', `${issuer} ${subject}`, ofAccount)];
}

/**
 * Marks a token, or the answer of the provider to a sign-in, as used.
 * @throws {TokenRefused} when the token or answer was used before
 */
export async function spendToken(
  tx: Pick<Ctx, 'em' | 'now'>,
  name: string,
  { id, until }: NonNullable<VerifiedIdentity['token']>,
): Promise<void> {
  const forMs = Math.max(minute, until.getTime() - tx.now.getTime());
  const isFirst = await acquireKey(tx, `sso-${name}:${id}`, forMs);
  if (!isFirst) throw new TokenRefused(`The ${name} was used before.`);
}
