import type { EntityManager } from '@mikro-orm/sql';
import { compileOnce } from '../../database/compiled-query.ts';
import { isPostgresql } from '../../database/dialect.ts';
import type { Connection } from '../../database/ctx.ts';
import type { Role } from '../../shared/roles.ts';

export interface Account {
  id: number;
  name: string;
  email: string;
  email_key: string;
  role: Role;
  password_hash: string | null;
}

/**
 * Returns the account with this email key or id, unless it is deactivated. A search by id locks the row. A
 * search by id and password hash finds nothing after the password has changed.
 */
export async function findAccount(
  em: EntityManager,
  by: { email_key: string } | { id: number } | { id: number; password_hash: string | null },
): Promise<Account | undefined> {
  const [account] = await accountBy(em.getKysely<object>() as Connection, by, Object.keys(by).join(' '));
  return account;
}

const accountBy = compileOnce<Account>((db, blank, columns) => {
  const found = db
    .withTables<{ users: Account & { deactivated_at: unknown } }>()
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_key', 'role', 'password_hash'])
    .where('deactivated_at', 'is', null)
    .where((eb) => eb.and(columns.split(' ').map((name) => eb(name as keyof Account, '=', blank(name)))));
  // SQLite needs no row lock, because only one transaction writes at a time.
  return columns.includes('id') && isPostgresql(db) ? found.forUpdate() : found;
});
