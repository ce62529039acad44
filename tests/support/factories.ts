import type { EntityManager } from '@mikro-orm/sql';
import { User } from '../../src/modules/users/user.entity.ts';
import type { Role } from '../../src/shared/roles.ts';

/** A person of the staff; without a password hash nobody can sign in as them by password. */
export async function createUser(
  em: EntityManager,
  {
    role = 'user',
    email = `${role}@example.com`,
    name = `The ${role}`,
    password_hash = null,
  }: Partial<User> = {},
): Promise<User> {
  const moment = new Date();
  const user = em.create(User, {
    ...{ name, email, email_key: '', search_text: '', role: role as Role, version: 1 },
    ...{ created_at: moment, updated_at: moment, password_hash },
  });
  user.rename(name, email);
  await em.persist(user).flush();
  return user;
}
