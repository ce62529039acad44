import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely';

/** Returns the column types that differ between the databases. */
export function columnTypes(schema: Kysely<unknown>) {
  const isPostgresql = schema.getExecutor().adapter instanceof PostgresAdapter;
  return {
    /**
     * The type of ids. `asId` makes the column the primary key, and ensures that ids are never reused. An old
     * link therefore never shows a different row.
     */
    id: isPostgresql ? sql`serial` : sql`integer`,
    asId: (column: ColumnDefinitionBuilder) =>
      isPostgresql ? column.primaryKey() : column.notNull().primaryKey().autoIncrement(),
    boolean: isPostgresql ? sql`boolean` : sql`integer`,
    moment: isPostgresql ? sql`timestamptz` : sql`datetime`,
    json: isPostgresql ? sql`jsonb` : sql`json`,
  };
}
