import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import type { Tables } from '../../database/table-types.ts';
import { inTransaction } from '../../database/transaction.ts';
import { lockName } from '../../locks/name-lock.ts';
import { Conflict, NotFound } from '../../shared/errors.ts';
import type { SessionView } from '../../shared/signed-in-views.ts';
import type { Context } from '../../trpc/context.ts';
import { Factor } from '../auth/factor.entity.ts';
import { deleteFactors, listFactors } from '../auth/factors.ts';
import { listSessions, noSuchSessionMessage } from '../auth/own-account.ts';
import { endUserAccess } from '../auth/sessions.ts';
import { unassignAllMessages } from '../inbox/assignees.ts';
import { publishDeparture } from '../presence/presence.ts';
import { type SecurityLogCtx, recordSecurityEvent } from '../security-log/security-event.ts';
import { readInvitations } from './invitations.ts';
import type { AccountFacts, SessionChoice } from './user.schema.ts';
import {
  expectOtherAdmins,
  lockAdmins,
  lockUser,
  lockUserByEmail,
  toSecurityEventDetails,
  User,
  userReader,
} from './user.ts';
import { expectNoAdminChangeByToken, getUser } from './users.ts';

type StaffCtx = SignedInCtx & Pick<Context, 'request'>;

/** Leaves out ids without a user. */
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
 * Ends the account's sessions, API tokens and password links.
 * @throws {NotFound} · {Conflict} for the caller's own account and the last active admin · {TokenNotPermitted} when an
 * API token deactivates an admin
 */
export async function deactivateUser(ctx: StaffCtx, id: number): Promise<{ success: true }> {
  if (id === ctx.viewer.id) {
    throw new Conflict('You cannot deactivate your own account. Another admin can do it.');
  }
  return inTransaction(ctx, async (tx) => {
    await lockAdmins(tx);
    const user = await lockUser(tx, id);
    expectNoAdminChangeByToken(tx, user.role);
    await deactivate(tx, user);
    return { success: true };
  });
}

/** @throws {NotFound} · {TokenNotPermitted} when an API token reactivates an admin */
export async function reactivateUser(ctx: StaffCtx, id: number): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    await lockAdmins(tx);
    const user = await lockUser(tx, id);
    expectNoAdminChangeByToken(tx, user.role);
    await reactivate(tx, user);
    return { success: true };
  });
}

/** For the command line. @throws {Error} with one line, when nobody has the address or it is the last active admin's */
export async function deactivateByEmail(ctx: SecurityLogCtx, email: string): Promise<void> {
  await inTransaction(ctx, async (tx) => deactivate(tx, await lockByEmail(tx, email)));
}

/** For the command line. @throws {Error} with one line, when nobody has the address */
export async function reactivateByEmail(ctx: SecurityLogCtx, email: string): Promise<void> {
  await inTransaction(ctx, async (tx) => reactivate(tx, await lockByEmail(tx, email)));
}

async function lockByEmail(tx: SecurityLogCtx, email: string): Promise<User> {
  await lockName(tx, 'admins');
  return lockUserByEmail(tx, email);
}

async function deactivate(tx: SecurityLogCtx, user: User): Promise<void> {
  if (user.deactivated_at) return;
  if (user.role === 'admin') {
    await expectOtherAdmins(tx, user.id, 'This is the last active admin, who cannot be deactivated.');
  }
  await store(tx, user, tx.now);
  await endUserAccess(tx, user.id, 'deactivated');
  await unassignAllMessages(tx, user);
  await publishDeparture(tx);
  await recordSecurityEvent(tx, 'user_deactivated', { details: toSecurityEventDetails(user) });
}

async function reactivate(tx: SecurityLogCtx, user: User): Promise<void> {
  if (!user.deactivated_at) return;
  await store(tx, user, null);
  await recordSecurityEvent(tx, 'user_reactivated', { details: toSecurityEventDetails(user) });
}

/** `version` stays, as no form has this state: a form that is open for the user can still be saved. */
async function store({ em }: SecurityLogCtx, { id }: User, since: Date | null): Promise<void> {
  const db = em.getKysely<Tables>();
  await db.updateTable('users').set({ deactivated_at: since }).where('id', '=', id).execute();
}

type FactorsCtx = SignedInCtx & Pick<Context, 'request' | 'secondFactorRoles'>;

export async function getFactors(ctx: FactorsCtx, id: number) {
  return listFactors(ctx, await userReader.get(ctx.read, id));
}

/**
 * Ends all access but the caller's own session, as somebody may have the lost device.
 * @throws {NotFound} · {Conflict} when there is no second factor
 */
export async function removeFactors(ctx: FactorsCtx, id: number): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    const user = await lockUser(tx, id);
    if (!(await dropLost(tx, user))) throw new Conflict(`${user.name} has no second factor.`);
    return { success: true };
  });
}

/** For the command line. @throws {Error} with one line, when nobody has the address or there is no second factor */
export async function removeFactorsByEmail(ctx: SecurityLogCtx, email: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const user = await lockUserByEmail(tx, email);
    if (!(await dropLost(tx, user))) throw new Error(`${user.email} has no second factor`);
  });
}

async function dropLost(tx: SecurityLogCtx, { id, name, email }: User): Promise<boolean> {
  const removed = await deleteFactors(tx, id);
  if (removed === 0) return false;
  await endUserAccess(tx, id, 'factors_removed');
  await recordSecurityEvent(tx, 'factor_removed', { details: { of: id, name, email, removed } });
  return true;
}

export async function listSessionsOf(ctx: StaffCtx, userId: number): Promise<SessionView[]> {
  await getUser(ctx, userId);
  return listSessions(ctx, userId);
}

/** @throws {NotFound} */
export async function endSessionOf(
  ctx: StaffCtx,
  { id, session_id }: SessionChoice,
): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    const user = await lockUser(tx, id);
    const { sessions: ended } = await endUserAccess(tx, id, 'signed_out', { sessions: { id: session_id } });
    if (ended === 0) throw new NotFound(noSuchSessionMessage);
    await recordSecurityEvent(tx, 'sessions_ended', { details: { ...toSecurityEventDetails(user), ended } });
    return { success: true };
  });
}

/** Spares the caller's own session. @throws {NotFound} */
export async function endSessionsOf(
  ctx: StaffCtx,
  userId: number,
): Promise<{ success: true; ended: number }> {
  return inTransaction(ctx, async (tx) => {
    const user = await lockUser(tx, userId);
    const { sessions: ended } = await endUserAccess(tx, userId, 'signed_out');
    if (ended > 0) {
      await recordSecurityEvent(tx, 'sessions_ended', {
        details: { ...toSecurityEventDetails(user), ended },
      });
    }
    return { success: true, ended };
  });
}
