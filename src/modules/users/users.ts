import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { deleteRow, expectVersion, inTransaction } from '../../database/transaction.ts';
import { type IdempotentCtx, inIdempotentTransaction } from '../../idempotency/idempotency.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { Conflict, type FieldErrors, Forbidden, RuleBroken, TokenNotPermitted } from '../../shared/errors.ts';
import { hasGrant } from '../../shared/grants.ts';
import { withAsOf } from '../../shared/pagination.ts';
import { assignableRoles, type Role, roles } from '../../shared/roles.ts';
import { missingScopes } from '../../shared/scopes.ts';
import type { Context } from '../../trpc/context.ts';
import { findPasswordProblem, type NewPasswordCtx } from '../auth/new-password.ts';
import { makeResetLink, type PasswordLink, storePasswordHash } from '../auth/password-links.ts';
import { endUserAccess } from '../auth/sessions.ts';
import { unassignAllMessages } from '../inbox/assignees.ts';
import { sendDueMailsLater, type MailDeliveryCtx } from '../outbox/delivery.ts';
import { publishDeparture } from '../presence/presence.ts';
import { recordRename, recordSecurityEvent, SecurityEvent } from '../security-log/security-event.ts';
import { queueInvitation } from './invitations.ts';
import {
  expectOtherAdmins,
  findNameProblem,
  lockAdmins,
  lockUser,
  noSuchUserMessage,
  toSecurityEventDetails,
  toUserRow,
  toUserStats,
  User,
  userReader,
  type UserValues,
} from './user.ts';
import type { NewUserInput, UserPatch, UserQuery, UserRow } from './user.schema.ts';

const taken = 'This e-mail belongs to another user already.';

interface CheckedFields {
  id?: number;
  name: string;
  email: string;
  password?: string | null | undefined;
}

/** @throws {RuleBroken} with a message for each wrong field */
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

/** Another request may take the address between the check and the save. @throws {RuleBroken} for `email` */
async function explainTakenEmail<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw RuleBroken.of('email', taken);
    throw error;
  }
}

const dayMs = 24 * 60 * 60_000;
/** How long after a deletion no token can create an account at the same address. */
const addressRestsMs = 30 * dayMs;

/**
 * An account that a token creates must not reach further or last longer than the token: with a password, the token's
 * holder could sign in after the token is revoked.
 * @throws {RuleBroken} for `password` or `role` · {Conflict} when an account at this address was deleted lately,
 * because people would take the new one for it
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
  // Erased addresses are not in the log any more.
  const deleted = await em.find(SecurityEvent, { type: 'user_deleted', created_at: { $gt: since } });
  if (deleted.some(({ details }) => toEmailKey(String(details.email)) === toEmailKey(email)))
    throw new Conflict(
      'An account with this address was deleted within the last 30 days. An admin can create it again in the panel.',
    );
}

/** @throws {RuleBroken} for `role` when an API token lacks a scope of it */
function expectRoleWithinToken({ viewer }: SignedInCtx, role: Role): void {
  const problem = viewer.token && findRoleProblem(viewer.token.scopes, role);
  if (problem) throw RuleBroken.of('role', problem);
}

function findRoleProblem(scopes: readonly string[], role: Role): string | undefined {
  const missing = missingScopes(role, scopes);
  if (missing.length === 0) return undefined;
  return `An API token can give only roles whose scopes it has. For ${role} it lacks ${missing.join(', ')}.`;
}

/** An admin made with a token would outlast the token. @throws {TokenNotPermitted} */
export function expectNoAdminChangeByToken({ viewer }: SignedInCtx, role: Role): void {
  if (viewer.token && role === 'admin') {
    throw new TokenNotPermitted('An API token cannot create or change an admin.');
  }
}

/**
 * A person who receives the mails of an account can take it over by a password link, so an API token must not change
 * the address.
 */
const noNewAddress = 'An API token cannot change an e-mail address.';

type SendCtx = MailDeliveryCtx & Pick<Context, 'siteSettings'>;
type StaffCtx = SignedInCtx & NewPasswordCtx & Pick<Context, 'passwords' | 'request'>;

export async function listUsers(ctx: Ctx, { role, state, updated_since, ...query }: UserQuery) {
  const is_deactivated = state && state === 'deactivated';
  const [{ rows, meta }, counts] = await Promise.all([
    userReader.page(ctx.read, query, { role, is_deactivated, updated_since }),
    userReader.count(ctx.read, 'role', roles),
  ]);
  return {
    users: rows.map(toUserRow),
    stats: toUserStats(counts),
    meta: withAsOf(meta, ctx.now, updated_since),
  };
}

export async function getUser(ctx: Ctx, id: number): Promise<UserRow> {
  return toUserRow(await userReader.get(ctx.read, id));
}

/**
 * @throws {RuleBroken} · {Forbidden} when the caller may not give the role · {TokenNotPermitted} for an admin by API
 * token · {Conflict} when an API token reuses the address of an account that was deleted lately
 */
export async function createUser(
  ctx: StaffCtx & IdempotentCtx & SendCtx,
  { password, invite, ...values }: NewUserInput,
): Promise<UserRow> {
  expectAssignable(ctx, values.role);
  expectNoAdminChangeByToken(ctx, values.role);
  await expectWithinToken(ctx, { ...values, password });
  const isInvited = invite === true;
  await expectGoodFields(ctx, { ...values, password: isInvited ? null : password });
  const password_hash = isInvited ? null : await ctx.passwords.hash(password ?? '');
  const user = User.enter(values, password_hash, ctx.now);
  user.invited_at = isInvited ? ctx.now : null;
  const row = await explainTakenEmail(() =>
    inIdempotentTransaction(ctx, async (tx) => {
      await tx.em.persist(user).flush();
      await recordSecurityEvent(tx, 'user_created', { details: toSecurityEventDetails(user) });
      // Without a mail server, the panel asks for the link in a further call.
      if (isInvited && ctx.mailer.hasServer) await queueInvitation(tx, user);
      return toUserRow(user);
    }),
  );
  if (isInvited) sendDueMailsLater(ctx);
  return row;
}

/**
 * What `change` leaves out stays. A new role or password ends the user's sessions and links but the caller's own
 * session; a new address ends password links and queued invitations.
 * @throws {NotFound} · {RuleBroken} · {Forbidden} when the caller may not give the role · {Conflict} for the last admin
 * or another `version` · {TokenNotPermitted} when an API token changes a password, an address or an admin
 */
export async function updateUser(ctx: StaffCtx, change: UserPatch): Promise<UserRow> {
  const { id, version, password, ...fields } = change;
  const stored = await getUser(ctx, id);
  if (password && ctx.viewer.token) throw new TokenNotPermitted('An API token cannot change a password.');
  await expectGoodFields(ctx, { id, ...completed(fields, stored), password });
  const password_hash = password ? await ctx.passwords.hash(password) : undefined;
  return explainTakenEmail(() =>
    inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
      await lockAdmins(tx);
      const user = await lockUser(tx, id);
      const values = completed(fields, user);
      for (const role of [user.role, values.role]) expectNoAdminChangeByToken(tx, role);
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

function completed(fields: Omit<UserPatch, 'id'>, before: UserValues): UserValues {
  return {
    name: fields.name ?? before.name,
    email: fields.email ?? before.email,
    role: fields.role ?? before.role,
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
    await endUserAccess(tx, id, 'role_changed');
    if (!hasGrant(values.role, 'inbox:manage')) await unassignAllMessages(tx, user);
    await publishDeparture(tx);
    await recordSecurityEvent(tx, 'role_changed', {
      details: { ...toSecurityEventDetails(user), role: values.role, before: role },
    });
  }
  if (values.email !== email) {
    await endUserAccess(tx, id, 'address_changed');
    await recordSecurityEvent(tx, 'email_changed', {
      details: {
        ...toSecurityEventDetails(user),
        email: values.email,
        before: email,
        ...(user.is_email_unconfirmed && { was_unconfirmed: true }),
      },
    });
  }
}

async function replacePassword(tx: StaffCtx, user: User, password_hash: string): Promise<void> {
  await storePasswordHash(tx, user, password_hash);
  await recordSecurityEvent(tx, 'password_changed', { details: toSecurityEventDetails(user) });
}

/**
 * @throws {NotFound} · {Conflict} for the caller's own account and the last admin · {TokenNotPermitted} when an API
 * token deletes an admin
 */
export async function removeUser(ctx: StaffCtx, id: number): Promise<{ success: true }> {
  if (id === ctx.viewer.id) {
    throw new Conflict('You cannot delete your own account. Another admin can do it.');
  }
  return inTransaction(ctx, async (tx) => {
    await lockAdmins(tx);
    const user = await lockUser(tx, id);
    await tx.expectMatch?.(tx);
    expectNoAdminChangeByToken(tx, user.role);
    if (user.role === 'admin') {
      await expectOtherAdmins(tx, id, 'This is the last admin, who cannot be deleted.');
    }
    await recordSecurityEvent(tx, 'user_deleted', { details: toSecurityEventDetails(user) });
    await unassignAllMessages(tx, user);
    await endUserAccess(tx, id, 'deleted');
    await deleteRow(tx, User, id, noSuchUserMessage);
    await publishDeparture(tx);
    return { success: true };
  });
}

/** Replaces the user's earlier links. @throws {NotFound} · {Conflict} when the account is deactivated */
export async function createResetLink(
  ctx: StaffCtx & Pick<Context, 'publicUrl'>,
  id: number,
): Promise<PasswordLink> {
  return inTransaction(ctx, async (tx) => {
    const user = await lockUser(tx, id);
    if (user.deactivated_at) throw new Conflict(`${user.name} is deactivated. Reactivate the account first.`);
    await recordSecurityEvent(tx, 'link_made', { details: toSecurityEventDetails(user) });
    return makeResetLink(tx, user);
  });
}

function expectAssignable({ viewer }: StaffCtx, role: Role): void {
  if (!assignableRoles(viewer.role).includes(role)) throw new Forbidden('You may not give this role.');
}
