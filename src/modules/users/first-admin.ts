import type { EntityManager } from '@mikro-orm/sql';
import type { Passwords } from '../../security/passwords.ts';
import { createSecret } from '../../security/tokens.ts';
import { User } from './user.entity.ts';

export interface FirstAdmin {
  email: string | undefined;
  password: string | undefined;
  name: string;
}

/**
 * Makes the first admin where no admin exists. Gives the password when it was made up here and must be told, once.
 */
export async function ensureAdmin(
  em: EntityManager,
  passwords: Passwords,
  { email = 'admin@example.com', password, name }: FirstAdmin,
  now: Date,
): Promise<{ email: string; password: string } | undefined> {
  if ((await em.count(User, { role: 'admin' })) > 0) return undefined;
  const chosen = password ?? createSecret().slice(0, 20);
  const user = em.create(User, {
    ...{ name, email, email_key: '', search_text: '', role: 'admin', version: 1 },
    ...{ created_at: now, updated_at: now, password_hash: await passwords.hash(chosen) },
  });
  user.rename(name, email);
  await em.persist(user).flush();
  return password ? undefined : { email, password: chosen };
}
