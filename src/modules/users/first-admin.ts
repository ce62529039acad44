import type { EntityManager } from '@mikro-orm/sql';
import { lockName } from '../../database/lock.ts';
import type { Passwords } from '../../security/passwords.ts';
import { createSecret } from '../../security/tokens.ts';
import { User } from './user.entity.ts';

export interface FirstAdmin {
  email: string | undefined;
  password: string | undefined;
  name: string;
}

/** When several instances start at once, one creates the admin. Returns a password if it generated one. */
export async function ensureAdmin(
  em: EntityManager,
  passwords: Passwords,
  { email = 'admin@example.com', password, name }: FirstAdmin,
  now: Date,
): Promise<{ email: string; password: string } | undefined> {
  if ((await em.count(User, { role: 'admin' })) > 0) return undefined;
  const chosen = password ?? createSecret().slice(0, 20);
  const user = User.enter({ name, email, role: 'admin' }, await passwords.hash(chosen), now);
  const isFirst = await em.transactional(async (inside) => {
    await lockName({ em: inside as EntityManager }, 'admins');
    if ((await inside.count(User, { role: 'admin' })) > 0) return false;
    inside.persist(user);
    return true;
  });
  return isFirst && !password ? { email, password: chosen } : undefined;
}
