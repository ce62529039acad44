import { lockName } from '../../locks/name-lock.ts';
import { Conflict } from '../../shared/errors.ts';
import type { Role } from '../../shared/roles.ts';
import { closeOtherSessions } from '../auth/session.service.ts';
import type { SignInCtx } from '../auth/signed-in.service.ts';
import { recordSecurityEvent } from '../security-log/record-event.service.ts';
import { active, User } from '../users/user.entity.ts';

const lastAdmin =
  'Your account is the last admin here, and single sign-on no longer names you an admin. Another admin has to be made first.';

/** Changes the role and ends the user's sessions. Call it in a transaction. @throws {Conflict} for the last admin */
export async function followRole(tx: SignInCtx, user: User, role: Role): Promise<void> {
  const { id, name, email, role: before } = user;
  if (before === role) return;
  if (before === 'admin') {
    await lockName(tx, 'admins');
    if ((await tx.em.count(User, { role: 'admin', id: { $ne: id }, ...active })) === 0)
      throw new Conflict(lastAdmin);
  }
  await closeOtherSessions({ ...tx, viewer: null }, id);
  await recordSecurityEvent(tx, 'role_changed', {
    user,
    details: { of: id, name, email, role, before, by: 'sso' },
  });
  user.revise({ role }, tx.now);
  await tx.em.flush();
}
