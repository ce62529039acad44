import { type Kysely, PostgresAdapter } from 'kysely';

export function isPostgresql(db: Pick<Kysely<unknown>, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

export function toJson<T extends object>(value: T | string): T {
  return typeof value === 'string' ? (JSON.parse(value) as T) : value;
}
