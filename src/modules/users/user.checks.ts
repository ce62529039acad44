import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { Conflict, type FieldErrors, RuleBroken, TokenNotPermitted } from '../../shared/errors.ts';
import type { Role } from '../../shared/roles.ts';
import { missingScopes } from '../../shared/scopes.ts';
import { findPasswordProblem, type NewPasswordCtx } from '../auth/new-password.service.ts';
import { SecurityEvent } from '../security-log/security-event.entity.ts';
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

const dayMs = 24 * 60 * 60_000;
/** A token cannot create an account at the address of one that was deleted within this time. */
const addressRestsMs = 30 * dayMs;

/**
 * Checks what a call with an API token wants to create. The account must not reach further than the token, and must not
 * last longer: a password would let the holder of the token sign in after the token is revoked.
 * @throws {RuleBroken} for the field `password` or `role` · {Conflict} when an account with this address was deleted
 * lately, because the new one would be taken for it
 */
export async function expectWithinToken(
  { em, now, viewer }: SignedInCtx,
  { email, password, role }: Pick<CheckedFields, 'email' | 'password'> & { role: Role },
): Promise<void> {
  if (!viewer.token) return;
  const errors: FieldErrors = {};
  if (password) errors.password = ['An API token cannot set a password. Send "invite": true in its place.'];
  const roleProblem = findRoleProblem(viewer.token.scopes, role);
  if (roleProblem) errors.role = [roleProblem];
  if (Object.keys(errors).length > 0) throw new RuleBroken(errors);
  const since = new Date(now.getTime() - addressRestsMs);
  // An erased address is not in the log any more.
  const deleted = await em.find(SecurityEvent, { type: 'user_deleted', created_at: { $gt: since } });
  if (deleted.some(({ details }) => toEmailKey(String(details.email)) === toEmailKey(email)))
    throw new Conflict(
      'An account with this address was deleted within the last 30 days. An admin can create it again in the panel.',
    );
}

/** @throws {RuleBroken} for the field `role` when an API token lacks a scope of the role */
export function expectRoleWithinToken({ viewer }: SignedInCtx, role: Role): void {
  const problem = viewer.token && findRoleProblem(viewer.token.scopes, role);
  if (problem) throw RuleBroken.of('role', problem);
}

function findRoleProblem(held: readonly string[], role: Role): string | undefined {
  const missing = missingScopes(role, held);
  if (missing.length === 0) return undefined;
  return `An API token can give only roles whose scopes it has. For ${role} it lacks ${missing.join(', ')}.`;
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
