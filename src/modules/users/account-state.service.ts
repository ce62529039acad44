import { LockMode } from '@mikro-orm/core';
import { toColumnMoment } from '../../database/dialect.ts';
import { lockName } from '../../locks/name-lock.ts';
import type { OperationContext, SignedInOperation } from '../../database/operation.ts';
import { inTransaction } from '../../database/transaction.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { Conflict } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import { Factor } from '../auth/factor.entity.ts';
import { dropResetLinks } from '../auth/reset.service.ts';
import { closeOtherSessions } from '../auth/session.service.ts';
import { tellPersonGone } from '../presence/presence.service.ts';
import { type LoggedWork, recordSecurityEvent } from '../security-log/record-event.service.ts';
import { expectOtherAdmins, lockAdmins } from './last-admin.service.ts';
import { User } from './user.entity.ts';
import type { AccountFacts } from './user.schema.ts';
import { findUser, toDetails } from './users.service.ts';

type StaffWork = SignedInOperation & Pick<Context, 'request'>;

/** Skips ids without a user. */
export async function listAccounts(
  { em }: OperationContext,
  ids: readonly number[],
): Promise<AccountFacts[]> {
  const of = { $in: [...ids] };
  const fields = ['id', 'deactivated_at', 'last_sign_in_at'] as const;
  const [users, factors] = await Promise.all([
    em.fork().find(User, { id: of }, { fields, orderBy: { id: 'asc' } }),
    em.fork().find(Factor, { user: of }, { fields: ['kind', 'user'], orderBy: { id: 'asc' } }),
  ]);
  return users.map(({ id, deactivated_at, last_sign_in_at }) => ({
    id,
    deactivated_at: deactivated_at?.toISOString() ?? null,
    last_sign_in_at: last_sign_in_at?.toISOString() ?? null,
    factors: [...new Set(factors.filter(({ user }) => user.id === id).map(({ kind }) => kind))],
  }));
}

/**
 * Nobody can sign in to the account, and its sessions and links end. Does nothing when it is deactivated.
 * @throws {NotFound}, {Conflict} for the caller's own account and for the last active admin
 */
export async function deactivateUser(work: StaffWork, id: number): Promise<{ success: true }> {
  if (id === work.viewer.id) {
    throw new Conflict('You cannot deactivate your own account. Another admin can do it.');
  }
  return inTransaction(work, async (inside) => {
    await lockAdmins(inside);
    await deactivate(inside, await findUser(inside, id));
    return { success: true };
  });
}

/** @throws {NotFound} */
export async function reactivateUser(work: StaffWork, id: number): Promise<{ success: true }> {
  return inTransaction(work, async (inside) => {
    await lockAdmins(inside);
    await reactivate(inside, await findUser(inside, id));
    return { success: true };
  });
}

/** @throws {Error} with one line when nobody has this address, and for the last active admin */
export async function deactivateAddress(work: LoggedWork, email: string): Promise<void> {
  await inTransaction(work, async (inside) => deactivate(inside, await findByAddress(inside, email)));
}

/** @throws {Error} with one line when nobody has this address */
export async function reactivateAddress(work: LoggedWork, email: string): Promise<void> {
  await inTransaction(work, async (inside) => reactivate(inside, await findByAddress(inside, email)));
}

async function findByAddress(inside: LoggedWork, email: string): Promise<User> {
  await lockName(inside, 'admins');
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const user = await inside.em.findOne(User, { email_key: toEmailKey(email) }, { lockMode });
  if (!user) throw new Error(`nobody has the address ${email}`);
  return user;
}

async function deactivate(inside: LoggedWork, user: User): Promise<void> {
  if (user.deactivated_at) return;
  if (user.role === 'admin') {
    await expectOtherAdmins(inside, user.id, 'This is the last active admin, who cannot be deactivated.');
  }
  await store(inside, user, inside.now);
  await closeOtherSessions(inside, user.id);
  await dropResetLinks(inside, user.id);
  await tellPersonGone(inside);
  await recordSecurityEvent(inside, 'user_deactivated', { details: toDetails(user) });
}

async function reactivate(inside: LoggedWork, user: User): Promise<void> {
  if (!user.deactivated_at) return;
  await store(inside, user, null);
  await recordSecurityEvent(inside, 'user_reactivated', { details: toDetails(user) });
}

/** Leaves `version`, because no form contains the state: an open form of the user can still be saved. */
async function store({ em }: LoggedWork, { id }: User, since: Date | null): Promise<void> {
  const db = em.getKysely<{ users: { id: number; deactivated_at: Date | number | null } }>();
  const deactivated_at = since && toColumnMoment(db, since);
  await db.updateTable('users').set({ deactivated_at }).where('id', '=', id).execute();
}
