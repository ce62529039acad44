import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { deleteRow, expectVersion, inTransaction } from '../../database/transaction.ts';
import { type IdempotentCtx, inIdempotentTransaction } from '../../idempotency/idempotency.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { Conflict, type FieldErrors, Forbidden, RuleBroken, TokenNotPermitted } from '../../shared/errors.ts';
import { can } from '../../shared/grants.ts';
import { withAsOf } from '../../shared/pagination.ts';
import { assignableRoles, type Role, roles } from '../../shared/roles.ts';
import { missingScopes } from '../../shared/scopes.ts';
import type { Context } from '../../trpc/context.ts';
import { findPasswordProblem, type NewPasswordCtx } from '../auth/new-password.ts';
import { makeResetLink, type PasswordLink, storePasswordHash } from '../auth/password-links.ts';
import { endAccess } from '../auth/sessions.ts';
import { unassignAll } from '../inbox/assignees.ts';
import { sendDueMailsLater, type SendLaterCtx } from '../outbox/delivery.ts';
import { tellPersonGone } from '../presence/presence.ts';
import { recordRename, recordSecurityEvent, SecurityEvent } from '../security-log/security-event.ts';
import { queueInvitation } from './invitations.ts';
import { findNameProblem } from './person-name.ts';
import type { NewUserInput, UserPatch, UserQuery, UserRow } from './user.schema.ts';
import {
  expectOtherAdmins,
  lockAdmins,
  lockUser,
  noSuchUser,
  toEventDetails,
  toUserRow,
  toUserStats,
  User,
  userTable,
  type UserValues,
} from './user.ts';

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
async function expectGoodFields(
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
async function explainTakenEmail<T>(act: () => Promise<T>): Promise<T> {
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
async function expectWithinToken(
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
function expectRoleWithinToken({ viewer }: SignedInCtx, role: Role): void {
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

/**
 * A person who receives the mails to an account's address can take over the account with a password link. An API
 * token must therefore not change the address.
 */
const noNewAddress = 'An API token cannot change an e-mail address.';

type SendCtx = SendLaterCtx & Pick<Context, 'siteSettings'>;
type StaffCtx = SignedInCtx & NewPasswordCtx & Pick<Context, 'passwords' | 'request'>;

export async function listUsers(ctx: Ctx, { role, state, updated_since, ...query }: UserQuery) {
  const is_deactivated = state && state === 'deactivated';
  const [{ rows, meta }, counts] = await Promise.all([
    userTable.page(ctx.read, query, { role, is_deactivated, updated_since }),
    userTable.count(ctx.read, 'role', roles),
  ]);
  return {
    users: rows.map(toUserRow),
    stats: toUserStats(counts),
    meta: withAsOf(meta, ctx.now, updated_since),
  };
}

export async function getUser(ctx: Ctx, id: number): Promise<UserRow> {
  return toUserRow(await userTable.get(ctx.read, id));
}

/**
 * Creates a user with a password or with an invitation.
 * @throws {RuleBroken} for the field `name`, `email` or `password` · {Forbidden} when the caller may not
 * assign the role · {TokenNotPermitted} when an API token creates an admin · {Conflict} when an API token creates an
 * account at the address of one that was deleted lately
 */
export async function createUser(
  ctx: StaffCtx & IdempotentCtx & SendCtx,
  { password, invite, ...values }: NewUserInput,
): Promise<UserRow> {
  expectAssignable(ctx, values.role);
  expectNoAdminByToken(ctx, values.role);
  await expectWithinToken(ctx, { ...values, password });
  const isInvited = invite === true;
  await expectGoodFields(ctx, { ...values, password: isInvited ? null : password });
  const password_hash = isInvited ? null : await ctx.passwords.hash(password ?? '');
  const user = User.enter(values, password_hash, ctx.now);
  user.invited_at = isInvited ? ctx.now : null;
  const row = await explainTakenEmail(() =>
    inIdempotentTransaction(ctx, async (tx) => {
      await tx.em.persist(user).flush();
      await recordSecurityEvent(tx, 'user_created', { details: toEventDetails(user) });
      // If there is no mail server, the panel requests the link with a further call.
      if (isInvited && ctx.mailer.hasServer) await queueInvitation(tx, user);
      return toUserRow(user);
    }),
  );
  if (isInvited) sendDueMailsLater(ctx);
  return row;
}

/**
 * Changes a user. Fields that `change` leaves out remain unchanged. A new role or password ends the user's
 * sessions and links, except the caller's own session. A new address deletes the user's password links and queued invitations.
 * @throws {NotFound} · {RuleBroken} · {Forbidden} when the caller may not assign the role · {Conflict} for
 * the last admin, or when the row has changed since `version` · {TokenNotPermitted} when an API token changes
 * a password, an email address or an admin
 */
export async function updateUser(ctx: StaffCtx, change: UserPatch): Promise<UserRow> {
  const { id, version, password, ...given } = change;
  const stored = await getUser(ctx, id);
  if (password && ctx.viewer.token) throw new TokenNotPermitted('An API token cannot change a password.');
  await expectGoodFields(ctx, { id, ...completed(given, stored), password });
  const password_hash = password ? await ctx.passwords.hash(password) : undefined;
  return explainTakenEmail(() =>
    inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
      await lockAdmins(tx);
      const user = await lockUser(tx, id);
      const values = completed(given, user);
      for (const role of [user.role, values.role]) expectNoAdminByToken(tx, role);
      if (tx.viewer.token && values.email !== user.email) throw new TokenNotPermitted(noNewAddress);
      expectVersion(user, version, () => toUserRow(user));
      await tx.expectMatch?.(tx);
      await follow(tx, user, values);
      user.revise(values, tx.now);
      await tx.em.flush();
      if (password_hash) await replacePassword(tx, user, password_hash);
      return toUserRow(user);
    }),
  );
}

/** Returns all fields of a user. Fields that are not given have the values of `before`. */
function completed(given: Omit<UserPatch, 'id'>, before: UserValues): UserValues {
  return {
    name: given.name ?? before.name,
    email: given.email ?? before.email,
    role: given.role ?? before.role,
  };
}

async function follow(
  tx: StaffCtx,
  user: User,
  values: Pick<UserRow, 'name' | 'role' | 'email'>,
): Promise<void> {
  const { id, email, role } = user;
  await recordRename(tx, user, values.name);
  if (values.role !== role) {
    expectAssignable(tx, values.role);
    expectRoleWithinToken(tx, values.role);
    if (role === 'admin') {
      await expectOtherAdmins(tx, id, 'This is the last admin. Make somebody else an admin first.');
    }
    await endAccess(tx, id, 'role_changed');
    if (!can(values.role, 'inbox:manage')) await unassignAll(tx, user);
    await tellPersonGone(tx);
    await recordSecurityEvent(tx, 'role_changed', {
      details: { ...toEventDetails(user), role: values.role, before: role },
    });
  }
  if (values.email !== email) {
    await endAccess(tx, id, 'address_changed');
    await recordSecurityEvent(tx, 'email_changed', {
      details: {
        ...toEventDetails(user),
        email: values.email,
        before: email,
        ...(user.is_email_unconfirmed && { was_unconfirmed: true }),
      },
    });
  }
}

async function replacePassword(tx: StaffCtx, user: User, password_hash: string): Promise<void> {
  await storePasswordHash(tx, user, password_hash);
  await recordSecurityEvent(tx, 'password_changed', { details: toEventDetails(user) });
}

/**
 * Deletes a user.
 * @throws {NotFound} · {Conflict} for the caller's own account and for the last admin · {TokenNotPermitted}
 * when an API token deletes an admin
 */
export async function removeUser(ctx: StaffCtx, id: number): Promise<{ success: true }> {
  if (id === ctx.viewer.id) {
    throw new Conflict('You cannot delete your own account. Another admin can do it.');
  }
  return inTransaction(ctx, async (tx) => {
    await lockAdmins(tx);
    const user = await lockUser(tx, id);
    await tx.expectMatch?.(tx);
    expectNoAdminByToken(tx, user.role);
    if (user.role === 'admin') {
      await expectOtherAdmins(tx, id, 'This is the last admin, who cannot be deleted.');
    }
    await recordSecurityEvent(tx, 'user_deleted', { details: toEventDetails(user) });
    await unassignAll(tx, user);
    await endAccess(tx, id, 'deleted');
    await deleteRow(tx, User, id, noSuchUser);
    await tellPersonGone(tx);
    return { success: true };
  });
}

/**
 * Creates a password link for a user, and deletes the user's earlier links.
 * @throws {NotFound} · {Conflict} when the account is deactivated
 */
export async function createResetLink(
  ctx: StaffCtx & Pick<Context, 'publicUrl'>,
  id: number,
): Promise<PasswordLink> {
  return inTransaction(ctx, async (tx) => {
    const user = await lockUser(tx, id);
    if (user.deactivated_at) throw new Conflict(`${user.name} is deactivated. Reactivate the account first.`);
    await recordSecurityEvent(tx, 'link_made', { details: toEventDetails(user) });
    return makeResetLink(tx, user);
  });
}

function expectAssignable({ viewer }: StaffCtx, role: Role): void {
  if (!assignableRoles(viewer.role).includes(role)) throw new Forbidden('You may not give this role.');
}
