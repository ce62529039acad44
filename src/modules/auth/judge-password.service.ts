import type { OperationContext, SignedInOperation } from '../../database/operation.ts';
import { addressBudgets, rateLimitFor } from '../../limits/rate-limit.ts';
import type { Context } from '../../trpc/context.ts';
import { findPasswordProblem, type NewPasswordWork, type PasswordOwner } from './new-password.service.ts';
import { expectLink } from './reset.service.ts';

const perMinute = { max: 60, windowMs: 60_000 };

type JudgeWork = OperationContext & NewPasswordWork & Pick<Context, 'limits' | 'request'>;

/**
 * Says what would be wrong with a new password of the signed-in person, or of another one. Nothing is stored.
 * @throws {TooManyTries} after 60 in a minute
 */
export async function judgePassword(
  work: JudgeWork & SignedInOperation,
  password: string,
  owner: PasswordOwner,
): Promise<string | null> {
  await work.limits.take([rateLimitFor('judge-password', String(work.viewer.id), perMinute)], work.now);
  return (await findPasswordProblem(work, password, owner)) ?? null;
}

/** The same for somebody with a reset link. @throws {RuleBroken} naming `token`, {TooManyTries} */
export async function judgeByLink(
  work: JudgeWork & Parameters<typeof expectLink>[0],
  { token, password }: { token: string; password: string },
): Promise<string | null> {
  await work.limits.take(addressBudgets('judge-link:address', work.request.address, perMinute), work.now);
  const { user } = await expectLink(work, token);
  return (await findPasswordProblem(work, password, user)) ?? null;
}
