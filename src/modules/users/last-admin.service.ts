import { lockName } from '../../database/lock.ts';
import type { OperationContext, SignedInOperation } from '../../database/operation.ts';
import { Conflict, Forbidden } from '../../shared/errors.ts';
import { User } from './user.entity.ts';

/** Also checks the caller: of two admins who demote each other at once, the second fails. @throws {Forbidden} */
export async function lockAdmins(inside: SignedInOperation): Promise<void> {
  await lockName(inside, 'admins');
  const isAdmin = await inside.em.count(User, { id: inside.viewer.id, role: 'admin' });
  if (isAdmin === 0) throw new Forbidden('Your role does not permit this.');
}

/** @throws {Conflict} with `words` when no other user is an admin */
export async function expectOtherAdmins({ em }: OperationContext, id: number, words: string): Promise<void> {
  if ((await em.count(User, { role: 'admin', id: { $ne: id } })) === 0) throw new Conflict(words);
}
