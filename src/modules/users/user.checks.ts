import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { type FieldErrors, RuleBroken, TokenNotPermitted } from '../../shared/errors.ts';
import type { Role } from '../../shared/roles.ts';
import { findPasswordProblem, type NewPasswordCtx } from '../auth/new-password.service.ts';
import { findNameProblem } from './person-name.service.ts';
import { User } from './user.entity.ts';

const taken = 'This e-mail belongs to another user already.';

interface CheckedFields {
  id?: number;
  name: string;
  email: string;
  password?: string | null | undefined;
}

/**
 * Checks the address, the name and the password of a user.
 * @throws {RuleBroken} with a message for each wrong field
 */
export async function expectGoodFields(
  ctx: Ctx & NewPasswordCtx,
  { id = 0, name, email, password }: CheckedFields,
): Promise<void> {
  const errors: FieldErrors = {};
  const isTaken = (await ctx.em.count(User, { email_key: toEmailKey(email), id: { $ne: id } })) > 0;
  if (isTaken) errors.email = [taken];
  const nameProblem = await findNameProblem(ctx, id, name);
  if (nameProblem) errors.name = [nameProblem];
  const problem = password ? await findPasswordProblem(ctx, password, { name, email }) : undefined;
  if (problem) errors.password = [problem];
  if (Object.keys(errors).length > 0) throw new RuleBroken(errors);
}

/**
 * Runs `act`, and converts the database's error about a duplicate address. Another request may take the
 * address between the check and the save.
 * @throws {RuleBroken} for the field `email` when the address is taken
 */
export async function explainTakenEmail<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw RuleBroken.of('email', taken);
    throw error;
  }
}

/**
 * Refuses calls with an API token that create or change an admin. Otherwise, an admin who was created with
 * the token would remain after the end of the token.
 * @throws {TokenNotPermitted}
 */
export function expectNoAdminByToken({ viewer }: SignedInCtx, role: Role): void {
  if (viewer.token && role === 'admin') {
    throw new TokenNotPermitted('An API token cannot create or change an admin.');
  }
}
