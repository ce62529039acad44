import type { EntityManager } from '@mikro-orm/sql';
import { isPostgresql } from '../../database/dialect.ts';
import type { RowOf, Tables } from '../../database/tables.ts';

const columns = ['id', 'name', 'email', 'email_key', 'role', 'password_hash'] as const;
export type Account = RowOf<'users', (typeof columns)[number]>;

/**
 * Returns the account with this email key or id, unless it is deactivated. A search by id locks the row. A
 * search by id and password hash finds nothing after the password has changed.
 */
export async function findAccount(
  em: EntityManager,
  by: { email_key: string } | { id: number } | { id: number; password_hash: string | null },
): Promise<Account | undefined> {
  const db = em.getKysely<Tables>();
  const accounts = db
    .selectFrom('users')
    .select(columns)
    .where('deactivated_at', 'is', null)
    .where((eb) => eb.and(by));
  // SQLite needs no row lock, because only one transaction writes at a time.
  return (isPostgresql(db) && 'id' in by ? accounts.forUpdate() : accounts).executeTakeFirst();
}
