import { type Kysely, PostgresAdapter } from 'kysely';

export function isPostgresql(db: Pick<Kysely<unknown>, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
