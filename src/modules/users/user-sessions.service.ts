import type { SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { NotFound } from '../../shared/errors.ts';
import type { SessionView } from '../../shared/signed-in.ts';
import type { Context } from '../../trpc/context.ts';
import { listSessions, noSuchSession } from '../auth/account.service.ts';
import { endAccess } from '../auth/end-access.service.ts';
import { recordSecurityEvent } from '../security-log/record-event.service.ts';
import type { SessionChoice } from './user.schema.ts';
import { getUser } from './users.service.ts';
import { toEventDetails } from './user.view.ts';
import { lockUser } from './user.repository.ts';

type StaffCtx = SignedInCtx & Pick<Context, 'request'>;

/** @throws {NotFound} when there is no such user */
export async function listSessionsOf(ctx: StaffCtx, userId: number): Promise<SessionView[]> {
  await getUser(ctx, userId);
  return listSessions(ctx, userId);
}

/** Ends a session of a user. @throws {NotFound} when there is no such user or session */
export async function endSessionOf(
  ctx: StaffCtx,
  { id, session_id }: SessionChoice,
): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    const user = await lockUser(tx, id);
    const { sessions: ended } = await endAccess(tx, id, 'signed_out', { sessions: { id: session_id } });
    if (ended === 0) throw new NotFound(noSuchSession);
    await recordSecurityEvent(tx, 'sessions_ended', { details: { ...toEventDetails(user), ended } });
    return { success: true };
  });
}

/**
 * Ends the sessions of a user except the caller's own session. Returns how many sessions were ended.
 * @throws {NotFound} when there is no such user
 */
export async function endSessionsOf(
  ctx: StaffCtx,
  userId: number,
): Promise<{ success: true; ended: number }> {
  return inTransaction(ctx, async (tx) => {
    const user = await lockUser(tx, userId);
    const { sessions: ended } = await endAccess(tx, userId, 'signed_out');
    if (ended > 0) {
      await recordSecurityEvent(tx, 'sessions_ended', { details: { ...toEventDetails(user), ended } });
    }
    return { success: true, ended };
  });
}
