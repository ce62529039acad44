import type { SignedInOperation } from '../../database/operation.ts';
import { inTransaction } from '../../database/transaction.ts';
import { NotFound } from '../../shared/errors.ts';
import type { SessionView } from '../../shared/signed-in.ts';
import type { Context } from '../../trpc/context.ts';
import { listSessions, noSuchSession } from '../auth/account.service.ts';
import { Session } from '../auth/session.entity.ts';
import { closeOtherSessions, tellSessionsEnded } from '../auth/session.service.ts';
import { recordSecurityEvent } from '../security-log/record-event.service.ts';
import type { SessionChoice } from './user.schema.ts';
import { findUser, getUser, toDetails } from './users.service.ts';

type StaffWork = SignedInOperation & Pick<Context, 'request'>;

/** @throws {NotFound} */
export async function listSessionsOf(work: StaffWork, userId: number): Promise<SessionView[]> {
  await getUser(work, userId);
  return listSessions(work, userId);
}

/** @throws {NotFound} */
export async function endSessionOf(
  work: StaffWork,
  { id, session_id }: SessionChoice,
): Promise<{ success: true }> {
  return inTransaction(work, async (inside) => {
    const user = await findUser(inside, id);
    const ended = await inside.em.nativeDelete(Session, { id: session_id, user: id });
    if (ended === 0) throw new NotFound(noSuchSession);
    await tellSessionsEnded(inside, id);
    await recordSecurityEvent(inside, 'sessions_ended', { details: { ...toDetails(user), ended } });
    return { success: true };
  });
}

/** Keeps the caller's own session. Returns how many have ended. @throws {NotFound} */
export async function endSessionsOf(
  work: StaffWork,
  userId: number,
): Promise<{ success: true; ended: number }> {
  return inTransaction(work, async (inside) => {
    const user = await findUser(inside, userId);
    const ended = await closeOtherSessions(inside, userId);
    if (ended > 0) {
      await recordSecurityEvent(inside, 'sessions_ended', { details: { ...toDetails(user), ended } });
    }
    return { success: true, ended };
  });
}
