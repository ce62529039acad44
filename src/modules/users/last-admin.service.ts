import { lockName } from '../../locks/name-lock.ts';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { Conflict, Forbidden } from '../../shared/errors.ts';
import { active, User } from './user.entity.ts';

/**
 * Makes other changes of admins wait until the transaction ends. When two admins demote each other at once,
 * the second call fails.
 * @throws {Forbidden} when the caller is no longer an active admin
 */
export async function lockAdmins(tx: SignedInCtx): Promise<void> {
  await lockName(tx, 'admins');
  const isAdmin = await tx.em.count(User, { id: tx.viewer.id, role: 'admin', ...active });
  if (isAdmin === 0) throw new Forbidden('Your role does not permit this.');
}

/** @throws {Conflict} with this message when nobody except the user `id` is an active admin */
export async function expectOtherAdmins({ em }: Ctx, id: number, message: string): Promise<void> {
  const others = await em.count(User, { role: 'admin', id: { $ne: id }, ...active });
  if (others === 0) throw new Conflict(message);
}
