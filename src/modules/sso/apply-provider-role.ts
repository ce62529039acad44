import { lockName } from '../../locks/name-lock.ts';
import { Conflict } from '../../shared/errors.ts';
import type { Role } from '../../shared/roles.ts';
import { endAccess } from '../auth/end-access.service.ts';
import type { SignInCtx } from '../auth/signed-in.service.ts';
import { recordSecurityEvent } from '../security-log/record-event.service.ts';
import { active, User } from '../users/user.entity.ts';

const lastAdmin =
  'Your account is the last admin here, and single sign-on no longer names you an admin. Another admin has to be made first.';

/**
 * Gives a user the role that the provider names, and ends the user's sessions. Does nothing when the user has
 * this role. Call this function in a transaction.
 * @throws {Conflict} when the last admin would lose the role
 */
export async function applyProviderRole(tx: SignInCtx, user: User, role: Role): Promise<void> {
  const { id, name, email, role: before } = user;
  if (before === role) return;
  if (before === 'admin') {
    await lockName(tx, 'admins');
    if ((await tx.em.count(User, { role: 'admin', id: { $ne: id }, ...active })) === 0)
      throw new Conflict(lastAdmin);
  }
  await endAccess({ ...tx, viewer: null }, id, 'role_changed');
  await recordSecurityEvent(tx, 'role_changed', {
    user,
    details: { of: id, name, email, role, before, by: 'sso' },
  });
  user.revise({ role }, tx.now);
  await tx.em.flush();
}
