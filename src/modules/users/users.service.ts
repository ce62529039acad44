import { LockMode } from '@mikro-orm/core';
import type { OperationContext, SignedInOperation } from '../../database/operation.ts';
import { expectVersion, inTransaction, removeRow } from '../../database/transaction.ts';
import { type IdempotentOperation, inIdempotentTransaction } from '../../idempotency/idempotency.ts';
import { Conflict, Forbidden, NotFound } from '../../shared/errors.ts';
import { assignableRoles, type Role, roles } from '../../shared/roles.ts';
import type { Context } from '../../trpc/context.ts';
import type { NewPasswordWork } from '../auth/new-password.service.ts';
import { dropResetLinks, makeResetLink, type ResetLink, setPassword } from '../auth/reset.service.ts';
import { closeOtherSessions, tellSessionsEnded } from '../auth/session.service.ts';
import { tellPersonGone } from '../presence/presence.service.ts';
import { recordRename, recordSecurityEvent } from '../security-log/record-event.service.ts';
import { expectOtherAdmins, lockAdmins } from './last-admin.service.ts';
import { expectGoodFields, explainTakenEmail } from './user.checks.ts';
import { User } from './user.entity.ts';
import { noSuchUser, userTable } from './user.repository.ts';
import type { UserChange, UserInput, UserQuery, UserRow } from './user.schema.ts';
import { toUserRow, toUserStats } from './user.view.ts';

type StaffWork = SignedInOperation & NewPasswordWork & Pick<Context, 'passwords' | 'request'>;

export async function listUsers(work: OperationContext, { role, state, ...query }: UserQuery) {
  const is_deactivated = state && state === 'deactivated';
  const [{ rows, meta }, counts] = await Promise.all([
    userTable.page(work.read, query, { role, is_deactivated }),
    userTable.count(work.read, 'role', roles),
  ]);
  return { users: rows.map(toUserRow), stats: toUserStats(counts), meta };
}

export async function getUser(work: OperationContext, id: number): Promise<UserRow> {
  return toUserRow(await userTable.get(work.read, id));
}

/** @throws {RuleBroken} naming `email` or `password`, {Forbidden} when the caller may not assign the role */
export async function createUser(
  work: StaffWork & IdempotentOperation,
  { password, ...words }: UserInput,
): Promise<UserRow> {
  expectAssignable(work, words.role);
  await expectGoodFields(work, { ...words, password });
  const user = User.enter(words, await work.passwords.hash(password), work.now);
  return explainTakenEmail(() =>
    inIdempotentTransaction(work, async (inside) => {
      await inside.em.persist(user).flush();
      await recordSecurityEvent(inside, 'user_created', { details: toDetails(user) });
      return toUserRow(user);
    }),
  );
}

/**
 * A new role or password ends the user's sessions. A new address deletes the user's reset links.
 * @throws {NotFound}, {RuleBroken}, {Forbidden} when the caller may not assign the role
 * @throws {Conflict} for the last admin, or when the row has changed since `version`
 */
export async function updateUser(work: StaffWork, change: UserChange): Promise<UserRow> {
  const { id, version, password, ...words } = change;
  await getUser(work, id);
  await expectGoodFields(work, { id, ...words, password });
  const password_hash = password ? await work.passwords.hash(password) : undefined;
  return explainTakenEmail(() =>
    inTransaction({ ...work, em: work.em.fork() }, async (inside) => {
      await lockAdmins(inside);
      const user = await findUser(inside, id);
      expectVersion(user, version, () => toUserRow(user));
      await follow(inside, user, words);
      user.revise(words, inside.now);
      await inside.em.flush();
      if (password_hash) await replacePassword(inside, user, password_hash);
      return toUserRow(user);
    }),
  );
}

async function follow(
  inside: StaffWork,
  user: User,
  words: Pick<UserRow, 'name' | 'role' | 'email'>,
): Promise<void> {
  const { id, email, role } = user;
  await recordRename(inside, user, words.name);
  if (words.role !== role) {
    expectAssignable(inside, words.role);
    if (role === 'admin') {
      await expectOtherAdmins(inside, id, 'This is the last admin. Make somebody else an admin first.');
    }
    await closeOtherSessions(inside, id);
    await tellPersonGone(inside);
    await recordSecurityEvent(inside, 'role_changed', {
      details: { ...toDetails(user), role: words.role, before: role },
    });
  }
  if (words.email !== email) {
    await dropResetLinks(inside, id);
    await recordSecurityEvent(inside, 'email_changed', {
      details: {
        ...toDetails(user),
        email: words.email,
        before: email,
        ...(user.is_email_unconfirmed && { was_unconfirmed: true }),
      },
    });
  }
}

async function replacePassword(inside: StaffWork, user: User, password_hash: string): Promise<void> {
  await setPassword(inside, user, password_hash);
  await recordSecurityEvent(inside, 'password_changed', { details: toDetails(user) });
}

/** @throws {NotFound}, {Conflict} for the caller's own account and for the last admin */
export async function removeUser(work: StaffWork, id: number): Promise<{ success: true }> {
  if (id === work.viewer.id) {
    throw new Conflict('You cannot delete your own account. Another admin can do it.');
  }
  return inTransaction(work, async (inside) => {
    await lockAdmins(inside);
    const user = await findUser(inside, id);
    if (user.role === 'admin') {
      await expectOtherAdmins(inside, id, 'This is the last admin, who cannot be deleted.');
    }
    await recordSecurityEvent(inside, 'user_deleted', { details: toDetails(user) });
    await removeRow(inside, User, id, noSuchUser);
    await tellSessionsEnded(inside, id);
    await tellPersonGone(inside);
    return { success: true };
  });
}

/** Replaces the user's earlier links. @throws {NotFound}, {Conflict} for a deactivated account */
export async function createResetLink(
  work: StaffWork & Pick<Context, 'publicUrl'>,
  id: number,
): Promise<ResetLink> {
  return inTransaction(work, async (inside) => {
    const user = await findUser(inside, id);
    if (user.deactivated_at) throw new Conflict(`${user.name} is deactivated. Reactivate the account first.`);
    await recordSecurityEvent(inside, 'link_made', { details: toDetails(user) });
    return makeResetLink(inside, user);
  });
}

function expectAssignable({ viewer }: StaffWork, role: Role): void {
  if (!assignableRoles(viewer.role).includes(role)) throw new Forbidden('You may not give this role.');
}

/** Locks the row. Every operation that ends sessions locks the user first, which prevents deadlocks. */
export function findUser({ em }: OperationContext, id: number): Promise<User> {
  const failHandler = () => new NotFound(noSuchUser);
  return em.findOneOrFail(User, id, { failHandler, lockMode: LockMode.PESSIMISTIC_WRITE });
}

export function toDetails({ id, name, email, role }: User): Record<string, unknown> {
  return { of: id, name, email, role };
}
