import { LockMode } from '@mikro-orm/core';
import type { SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { NotFound, NotSignedIn, RuleBroken } from '../../shared/errors.ts';
import type { SessionView, UserView } from '../../shared/signed-in.ts';
import type { Context } from '../../trpc/context.ts';
import { recordRename, recordSecurityEvent } from '../security-log/security-event.ts';
import { expectGoodName } from '../users/person-name.ts';
import { User } from '../users/user.ts';
import type { PasswordChange } from './auth.schema.ts';
import { expectGoodPassword, type NewPasswordCtx } from './new-password.ts';
import { storePasswordHash } from './password-links.ts';
import { Session } from './session.entity.ts';
import { deviceInWords, endAccess, isAlive, toUserView } from './sessions.ts';
import { expectOwnPassword } from './sign-in-limits.ts';

export const noSuchSession = 'There is no such session; perhaps it has ended already.';

type AccountCtx = SignedInCtx & Pick<Context, 'passwords' | 'limits' | 'secrets' | 'request' | 'later'>;

/**
 * Changes the name of the signed-in person.
 * @throws {RuleBroken} when the name looks like the name of another person or of the program, or mixes
 * alphabets
 */
export async function rename(ctx: AccountCtx, name: string): Promise<UserView> {
  await expectGoodName(ctx, ctx.viewer.id, name);
  return inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const user = await findSelf(tx, LockMode.PESSIMISTIC_WRITE);
    await recordRename(tx, user, name);
    user.revise({ name }, tx.now);
    await tx.em.flush();
    return toUserView(user);
  });
}

/**
 * Stores a new password of the signed-in person. Also ends the person's other sessions and deletes the
 * person's password links.
 * @throws {RuleBroken} when the current password is wrong or the new password is too weak · {TooManyTries}
 * after 5 wrong passwords in a minute
 */
export async function changePassword(ctx: AccountCtx & NewPasswordCtx, input: PasswordChange): Promise<void> {
  const user = await findSelf(ctx);
  const refusal = RuleBroken.of('current_password', 'This is not your current password.');
  await expectOwnPassword(ctx, user, input.current_password, refusal);
  await expectGoodPassword(ctx, input.password, user);
  const password_hash = await ctx.passwords.hash(input.password);
  await inTransaction(ctx, async (tx) => {
    await storePasswordHash(tx, user, password_hash);
    await recordSecurityEvent(tx, 'password_changed', { details: { of: user.email } });
  });
}

/**
 * Returns the sessions of a user that have not ended, the most recently used first. The default user is the
 * caller.
 */
export async function listSessions(
  { em, viewer, now }: SignedInCtx,
  userId = viewer.id,
): Promise<SessionView[]> {
  const rows = await em.find(Session, { user: userId }, { orderBy: { last_used_at: 'desc', id: 'desc' } });
  return rows
    .filter((session) => isAlive(session, now))
    .map((session) => ({
      id: session.id,
      device: deviceInWords(session.user_agent),
      address: session.address,
      is_remembered: session.is_remembered,
      is_current: session.id === viewer.session_id,
      created_at: session.created_at.toISOString(),
      last_used_at: session.last_used_at.toISOString(),
      expires_at: session.expires_at.toISOString(),
    }));
}

/**
 * Ends a session of the caller. Returns whether the ended session is the session of the request.
 * @throws {NotFound} when the caller has no such session
 */
export async function endSession(ctx: AccountCtx, id: number): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const { sessions: ended } = await endAccess(tx, tx.viewer.id, 'signed_out', { sessions: { id } });
    if (ended === 0) throw new NotFound(noSuchSession);
    await recordSecurityEvent(tx, 'sessions_ended', { details: { ended } });
    return id === tx.viewer.session_id;
  });
}

/**
 * Ends all sessions of the caller except the session of the request. Returns how many sessions were ended.
 */
export async function endOtherSessions(ctx: AccountCtx): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const { sessions: ended } = await endAccess(tx, tx.viewer.id, 'signed_out');
    await recordSecurityEvent(tx, 'sessions_ended', { details: { ended } });
    return ended;
  });
}

/** @throws {NotSignedIn} when an admin has just deleted the account */
function findSelf({ em, viewer }: SignedInCtx, lockMode = LockMode.NONE): Promise<User> {
  const failHandler = () => new NotSignedIn('Please sign in.');
  return em.findOneOrFail(User, viewer.id, { failHandler, lockMode });
}
