import type { EntityManager } from '@mikro-orm/sql';
import { lockName } from '../../locks/name-lock.ts';
import type { Passwords } from '../../security/passwords.ts';
import { createShortSecret } from '../../security/tokens.ts';
import { findPasswordProblem, type NewPasswordCtx } from '../auth/new-password.service.ts';
import { User } from './user.entity.ts';

export interface FirstAdmin {
  email: string | undefined;
  password: string | undefined;
  name: string;
}

/**
 * Creates the first admin if there is none. When several instances start at once, only one of them creates an
 * admin. Returns the email address and the generated password, or undefined when no password was generated.
 * @throws {Error} with a message of one line when the rules refuse the password
 */
export async function ensureAdmin(
  em: EntityManager,
  ctx: NewPasswordCtx & { passwords: Passwords },
  { email = 'admin@example.com', password, name }: FirstAdmin,
  now: Date,
): Promise<{ email: string; password: string } | undefined> {
  if ((await em.count(User, { role: 'admin' })) > 0) return undefined;
  // ADMIN_PASSWORD is ignored when there is an admin, because the admin may have changed the password.
  const problem = password && (await findPasswordProblem(ctx, password, { name, email }));
  if (problem) throw new Error(`bad setting: ADMIN_PASSWORD: ${problem}`);
  const chosen = password ?? createShortSecret();
  const user = User.enter({ name, email, role: 'admin' }, await ctx.passwords.hash(chosen), now);
  const isFirst = await em.transactional(async (tx) => {
    await lockName({ em: tx as EntityManager }, 'admins');
    if ((await tx.count(User, { role: 'admin' })) > 0) return false;
    tx.persist(user);
    return true;
  });
  return isFirst && !password ? { email, password: chosen } : undefined;
}
