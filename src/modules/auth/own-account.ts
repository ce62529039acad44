import { LockMode } from '@mikro-orm/core';
import type { SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { NotFound, RuleBroken } from '../../shared/errors.ts';
import type { SessionView, UserView } from '../../shared/signed-in-views.ts';
import type { Context } from '../../trpc/context.ts';
import { recordRename, recordSecurityEvent } from '../security-log/security-event.ts';
import { expectAcceptedName, findOwnUser } from '../users/user.ts';
import type { PasswordChange } from './auth.schema.ts';
import { expectAcceptedPassword, type NewPasswordCtx } from './new-password.ts';
import { storePasswordHash } from './password-links.ts';
import { Session } from './session.entity.ts';
import { describeDevice, endUserAccess, isSessionAlive, toUserView } from './sessions.ts';
import { expectOwnPassword } from './sign-in-limits.ts';

export const noSuchSessionMessage = 'There is no such session; perhaps it has ended already.';

type AccountCtx = SignedInCtx & Pick<Context, 'passwords' | 'limits' | 'secrets' | 'request' | 'later'>;

/** @throws {RuleBroken} when the name resembles another person's or the program's, or mixes alphabets */
export async function renameOwnAccount(ctx: AccountCtx, name: string): Promise<UserView> {
  await expectAcceptedName(ctx, ctx.viewer.id, name);
  return inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const user = await findOwnUser(tx, LockMode.PESSIMISTIC_WRITE);
    await recordRename(tx, user, name);
    user.revise({ name }, tx.now);
    await tx.em.flush();
    return toUserView(user);
  });
}

/**
 * Ends the person's other sessions and password links too.
 * @throws {RuleBroken} when a password is wrong or too weak · {TooManyTries} after 5 wrong ones in a minute
 */
export async function changePassword(ctx: AccountCtx & NewPasswordCtx, input: PasswordChange): Promise<void> {
  const user = await findOwnUser(ctx);
  const refusal = RuleBroken.of('current_password', 'This is not your current password.');
  await expectOwnPassword(ctx, user, input.current_password, refusal);
  await expectAcceptedPassword(ctx, input.password, user);
  const password_hash = await ctx.passwords.hash(input.password);
  await inTransaction(ctx, async (tx) => {
    await storePasswordHash(tx, user, password_hash);
    await recordSecurityEvent(tx, 'password_changed', { details: { of: user.email } });
  });
}

/** The most recently used first. */
export async function listSessions(
  { em, viewer, now }: SignedInCtx,
  userId = viewer.id,
): Promise<SessionView[]> {
  const rows = await em.find(Session, { user: userId }, { orderBy: { last_used_at: 'desc', id: 'desc' } });
  return rows
    .filter((session) => isSessionAlive(session, now))
    .map((session) => ({
      id: session.id,
      device: describeDevice(session.user_agent),
      address: session.address,
      is_remembered: session.is_remembered,
      is_current: session.id === viewer.session_id,
      created_at: session.created_at.toISOString(),
      last_used_at: session.last_used_at.toISOString(),
      expires_at: session.expires_at.toISOString(),
    }));
}

/** Returns whether it was the session of this request. @throws {NotFound} */
export async function endSession(ctx: AccountCtx, id: number): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const { sessions: ended } = await endUserAccess(tx, tx.viewer.id, 'signed_out', { sessions: { id } });
    if (ended === 0) throw new NotFound(noSuchSessionMessage);
    await recordSecurityEvent(tx, 'sessions_ended', { details: { ended } });
    return id === tx.viewer.session_id;
  });
}

export async function endOtherSessions(ctx: AccountCtx): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const { sessions: ended } = await endUserAccess(tx, tx.viewer.id, 'signed_out');
    await recordSecurityEvent(tx, 'sessions_ended', { details: { ended } });
    return ended;
  });
}
