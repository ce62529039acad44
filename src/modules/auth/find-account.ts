import type { EntityManager } from '@mikro-orm/sql';
import { isPostgresql } from '../../database/is-postgresql.ts';
import type { RowOf, Tables } from '../../database/table-types.ts';

const columns = ['id', 'name', 'email', 'email_key', 'role', 'password_hash'] as const;
export type SignInAccount = RowOf<'users', (typeof columns)[number]>;

/** The account, unless it is deactivated. By id, its row is locked; with the hash, a changed password finds nothing. */
export async function findAccount(
  em: EntityManager,
  by: { email_key: string } | { id: number } | { id: number; password_hash: string | null },
): Promise<SignInAccount | undefined> {
  const db = em.getKysely<Tables>();
  const accounts = db
    .selectFrom('users')
    .select(columns)
    .where('deactivated_at', 'is', null)
    .where((eb) => eb.and(by));
  // SQLite has one writer at a time.
  return (isPostgresql(db) && 'id' in by ? accounts.forUpdate() : accounts).executeTakeFirst();
}
