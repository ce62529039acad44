import { LockMode } from '@mikro-orm/core';
import type { Ctx } from '../../database/ctx.ts';
import { tableOf } from '../../database/list/table.ts';
import { pageSizes } from '../../shared/enumerations.ts';
import { NotFound } from '../../shared/errors.ts';
import { User } from './user.entity.ts';
import { UserRow } from './user.schema.ts';

export const noSuchUser = 'There is no such user.';

export const userTable = tableOf<UserRow>({
  name: 'users',
  view: UserRow,
  missing: noSuchUser,
  pageSize: pageSizes.users,
  // `search_text` begins with the folded name.
  sortedBy: { name: 'search_text' },
});

/**
 * Locks and returns a user. Every operation that ends sessions locks the user first, which prevents
 * deadlocks.
 * @throws {NotFound}
 */
export function lockUser({ em }: Ctx, id: number): Promise<User> {
  const failHandler = () => new NotFound(noSuchUser);
  return em.findOneOrFail(User, id, { failHandler, lockMode: LockMode.PESSIMISTIC_WRITE });
}
