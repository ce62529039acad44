import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely';

/** The column types in which the two databases differ. */
export function columnTypes(schema: Kysely<unknown>) {
  const isPostgresql = schema.getExecutor().adapter instanceof PostgresAdapter;
  return {
    /** The primary key; a number is never given twice, so that an old address never shows another row. */
    id: isPostgresql ? sql`serial` : sql`integer`,
    asId: (column: ColumnDefinitionBuilder) =>
      isPostgresql ? column.primaryKey() : column.notNull().primaryKey().autoIncrement(),
    boolean: isPostgresql ? sql`boolean` : sql`integer`,
    moment: isPostgresql ? sql`timestamptz` : sql`datetime`,
    json: isPostgresql ? sql`jsonb` : sql`json`,
  };
}
