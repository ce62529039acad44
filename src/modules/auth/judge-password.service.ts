import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { addressBudgets, rateLimitFor } from '../../limits/rate-limit.ts';
import type { Context } from '../../trpc/context.ts';
import { findPasswordProblem, type NewPasswordCtx, type PasswordOwner } from './new-password.service.ts';
import { expectLink } from './reset.service.ts';

const perMinute = { max: 60, windowMs: 60_000 };

type JudgeCtx = Ctx & NewPasswordCtx & Pick<Context, 'limits' | 'request'>;

/**
 * Returns what is wrong with a new password, for the signed-in person or for another one. Stores nothing.
 * @throws {TooManyTries} after 60 in a minute
 */
export async function judgePassword(
  ctx: JudgeCtx & SignedInCtx,
  password: string,
  owner: PasswordOwner,
): Promise<string | null> {
  await ctx.limits.take([rateLimitFor('judge-password', String(ctx.viewer.id), perMinute)], ctx.now);
  return (await findPasswordProblem(ctx, password, owner)) ?? null;
}

/** Does the same for somebody with a reset link. @throws {RuleBroken} naming `token`, {TooManyTries} */
export async function judgeByLink(
  ctx: JudgeCtx & Parameters<typeof expectLink>[0],
  { token, password }: { token: string; password: string },
): Promise<string | null> {
  await ctx.limits.take(addressBudgets('judge-link:address', ctx.request.address, perMinute), ctx.now);
  const { user } = await expectLink(ctx, token);
  return (await findPasswordProblem(ctx, password, user)) ?? null;
}
