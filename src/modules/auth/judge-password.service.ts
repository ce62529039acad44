import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { addressRateLimits, rateLimitFor } from '../../limits/rate-limit.ts';
import type { Context } from '../../trpc/context.ts';
import { findPasswordProblem, type NewPasswordCtx, type PasswordOwner } from './new-password.service.ts';
import { expectLink } from './password-links.service.ts';

const perMinute = { max: 60, windowMs: 60_000 };

type JudgeCtx = Ctx & NewPasswordCtx & Pick<Context, 'limits' | 'request'>;

/**
 * Returns what is wrong with a new password, or null. `owner` may be the caller or another person. Stores
 * nothing.
 * @throws {TooManyTries} after 60 calls of one person in a minute
 */
export async function judgePassword(
  ctx: JudgeCtx & SignedInCtx,
  password: string,
  owner: PasswordOwner,
): Promise<string | null> {
  await ctx.limits.take([rateLimitFor('judge-password', String(ctx.viewer.id), perMinute)], ctx.now);
  return (await findPasswordProblem(ctx, password, owner)) ?? null;
}

/**
 * Judges a new password of the user to whom a password link belongs. Returns what is wrong with the password, or null.
 * Stores nothing.
 * @throws {RuleBroken} for the field `token` when the link is not valid · {TooManyTries}
 */
export async function judgeByLink(
  ctx: JudgeCtx & Parameters<typeof expectLink>[0],
  { token, password }: { token: string; password: string },
): Promise<string | null> {
  await ctx.limits.take(addressRateLimits('judge-link:address', ctx.request.address, perMinute), ctx.now);
  const { user } = await expectLink(ctx, token);
  return (await findPasswordProblem(ctx, password, user)) ?? null;
}
