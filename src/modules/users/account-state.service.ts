import { LockMode } from '@mikro-orm/core';
import { lockName } from '../../locks/name-lock.ts';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Tables } from '../../database/tables.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { Conflict } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import { Factor } from '../auth/factor.entity.ts';
import { endAccess } from '../auth/end-access.service.ts';
import { unassignAll } from '../inbox/assignees.service.ts';
import { tellPersonGone } from '../presence/presence.service.ts';
import { type LoggedCtx, recordSecurityEvent } from '../security-log/record-event.service.ts';
import { readInvitations } from './invitations.service.ts';
import { expectOtherAdmins, lockAdmins } from './last-admin.service.ts';
import { User } from './user.entity.ts';
import type { AccountFacts } from './user.schema.ts';
import { expectNoAdminByToken } from './user.checks.ts';
import { toEventDetails } from './user.view.ts';
import { lockUser } from './user.repository.ts';

type StaffCtx = SignedInCtx & Pick<Context, 'request'>;

/**
 * Returns facts about the accounts of these users, such as the last sign-in. Leaves out ids without a user.
 */
export async function listAccounts(ctx: Ctx, ids: readonly number[]): Promise<AccountFacts[]> {
  const { em } = ctx;
  const of = { $in: [...ids] };
  const fields = ['id', 'deactivated_at', 'last_sign_in_at', 'invited_at'] as const;
  const [users, factors] = await Promise.all([
    em.fork().find(User, { id: of }, { fields, orderBy: { id: 'asc' } }),
    em.fork().find(Factor, { user: of }, { fields: ['kind', 'user'], orderBy: { id: 'asc' } }),
  ]);
  const invitations = await readInvitations(ctx, users);
  return users.map(({ id, deactivated_at, last_sign_in_at }) => ({
    id,
    deactivated_at: deactivated_at?.toISOString() ?? null,
    last_sign_in_at: last_sign_in_at?.toISOString() ?? null,
    factors: [...new Set(factors.filter(({ user }) => user.id === id).map(({ kind }) => kind))],
    invitation: invitations.get(id) ?? null,
  }));
}

/**
 * Deactivates an account. Nobody can then sign in to the account, and its sessions, API tokens and password
 * links end. Does nothing when the account is already deactivated.
 * @throws {NotFound} · {Conflict} for the caller's own account and for the last active admin ·
 * {TokenNotPermitted} when an API token deactivates an admin
 */
export async function deactivateUser(ctx: StaffCtx, id: number): Promise<{ success: true }> {
  if (id === ctx.viewer.id) {
    throw new Conflict('You cannot deactivate your own account. Another admin can do it.');
  }
  return inTransaction(ctx, async (tx) => {
    await lockAdmins(tx);
    const user = await lockUser(tx, id);
    expectNoAdminByToken(tx, user.role);
    await deactivate(tx, user);
    return { success: true };
  });
}

/**
 * Makes a deactivated account active again.
 * @throws {NotFound} · {TokenNotPermitted} when an API token reactivates an admin
 */
export async function reactivateUser(ctx: StaffCtx, id: number): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    await lockAdmins(tx);
    const user = await lockUser(tx, id);
    expectNoAdminByToken(tx, user.role);
    await reactivate(tx, user);
    return { success: true };
  });
}

/**
 * Deactivates the account with this email address, for the command line.
 * @throws {Error} with a message of one line when nobody has the address, or when it belongs to the last
 * active admin
 */
export async function deactivateByEmail(ctx: LoggedCtx, email: string): Promise<void> {
  await inTransaction(ctx, async (tx) => deactivate(tx, await findByAddress(tx, email)));
}

/**
 * Reactivates the account with this email address, for the command line.
 * @throws {Error} with a message of one line when nobody has the address
 */
export async function reactivateByEmail(ctx: LoggedCtx, email: string): Promise<void> {
  await inTransaction(ctx, async (tx) => reactivate(tx, await findByAddress(tx, email)));
}

async function findByAddress(tx: LoggedCtx, email: string): Promise<User> {
  await lockName(tx, 'admins');
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const user = await tx.em.findOne(User, { email_key: toEmailKey(email) }, { lockMode });
  if (!user) throw new Error(`nobody has the address ${email}`);
  return user;
}

async function deactivate(tx: LoggedCtx, user: User): Promise<void> {
  if (user.deactivated_at) return;
  if (user.role === 'admin') {
    await expectOtherAdmins(tx, user.id, 'This is the last active admin, who cannot be deactivated.');
  }
  await store(tx, user, tx.now);
  await endAccess(tx, user.id, 'deactivated');
  await unassignAll(tx, user);
  await tellPersonGone(tx);
  await recordSecurityEvent(tx, 'user_deactivated', { details: toEventDetails(user) });
}

async function reactivate(tx: LoggedCtx, user: User): Promise<void> {
  if (!user.deactivated_at) return;
  await store(tx, user, null);
  await recordSecurityEvent(tx, 'user_reactivated', { details: toEventDetails(user) });
}

/**
 * Stores when an account was deactivated, or null for an active account. Does not raise `version`, because no form
 * contains this state. A form that is open for the user can therefore still be saved.
 */
async function store({ em }: LoggedCtx, { id }: User, since: Date | null): Promise<void> {
  const db = em.getKysely<Tables>();
  await db.updateTable('users').set({ deactivated_at: since }).where('id', '=', id).execute();
}
