import { type Kysely, PostgresAdapter } from 'kysely';

// Queries written past the entity manager meet the two databases' own ways. These settle where they differ.

/** Whether a connection speaks PostgreSQL; else it is SQLite. */
export function isPostgresql(db: Pick<Kysely<unknown>, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** A moment as a condition compares it with a column; SQLite keeps milliseconds. */
export function toColumnMoment(db: Pick<Kysely<unknown>, 'getExecutor'>, moment: Date): Date | number {
  return isPostgresql(db) ? moment : moment.getTime();
}

/** What a JSON column holds; SQLite gives it as text. */
export function toJson<T extends object>(value: T | string): T {
  return typeof value === 'string' ? (JSON.parse(value) as T) : value;
}
