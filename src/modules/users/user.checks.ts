import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { OperationContext } from '../../database/operation.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { type FieldErrors, RuleBroken } from '../../shared/errors.ts';
import { findPasswordProblem } from '../../shared/password-rules.ts';
import type { Context } from '../../trpc/context.ts';
import { User } from './user.entity.ts';

const taken = 'This e-mail belongs to another user already.';

/** @throws {RuleBroken} naming all broken rules */
export async function expectGoodFields(
  { em, siteSettings }: OperationContext & Pick<Context, 'siteSettings'>,
  { id = 0, email, password }: { id?: number; email: string; password?: string | null | undefined },
): Promise<void> {
  const errors: FieldErrors = {};
  const isTaken = (await em.count(User, { email_key: toEmailKey(email), id: { $ne: id } })) > 0;
  if (isTaken) errors.email = [taken];
  const problem = password
    ? findPasswordProblem(password, (await siteSettings.current()).company)
    : undefined;
  if (problem) errors.password = [problem];
  if (Object.keys(errors).length > 0) throw new RuleBroken(errors);
}

/** Explains a duplicate address. Another request may take the address between the check and the save. */
export async function explainTakenEmail<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw RuleBroken.of('email', taken);
    throw error;
  }
}
