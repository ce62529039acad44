import { Migration } from '@mikro-orm/migrations';
import { type CreateTableBuilder, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

export type Db = Kysely<Record<string, Record<string, unknown>>>;

type ColumnType = 'id' | 'text' | 'integer' | 'double' | 'boolean' | 'moment' | 'json';
type Value = string | number | boolean;

/** A type, with `?` when the column may be null, or a type and the value of rows that do not state one. */
export type Column = ColumnType | `${ColumnType}?` | readonly [ColumnType, Value];
export type Columns = Readonly<Record<string, Column>>;

/** The first columns of every row that staff edit. */
export const editedRow = {
  id: 'id',
  version: ['integer', 1],
  created_at: 'moment',
  updated_at: 'moment',
} as const;

interface TableParts {
  /** The columns of the primary key of a table without `id`. */
  primaryKey?: readonly string[];
  /** The tables whose rows columns name. By default, a row is deleted together with the row that it names. */
  references?: Readonly<Record<string, string>>;
  onDelete?: 'cascade' | 'restrict';
  onUpdate?: 'cascade';
  unique?: readonly (readonly string[])[];
  indexes?: readonly (readonly string[])[];
}

/** The migrations that one replaces, in their order, and the last commit that had all of them. */
interface Joined {
  names: readonly string[];
  commit: string;
}

/** Returns a migration. Its statements may take longer than the usual time limit of a statement. */
export function migration(name: string, run: (db: Db) => Promise<void>, joined?: Joined) {
  return {
    name,
    joined,
    class: class extends Migration {
      override async up(): Promise<void> {
        const db: Db = this.getEntityManager().getKysely();
        if (isPostgresql(db)) await sql`set local statement_timeout = 0`.execute(db);
        await run(db);
      }
    },
  };
}

export type Step = ReturnType<typeof migration>;

export function isPostgresql(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Returns a moment as the database stores it. */
export function toMoment(db: Db, milliseconds: number): Date | number {
  return isPostgresql(db) ? new Date(milliseconds) : milliseconds;
}

export function toBoolean(db: Db, value: boolean): boolean | number {
  return isPostgresql(db) ? value : Number(value);
}

const postgresqlTypes: Readonly<Record<ColumnType, string>> = {
  id: 'serial',
  text: 'text',
  integer: 'integer',
  double: 'double precision',
  boolean: 'boolean',
  moment: 'timestamptz',
  json: 'jsonb',
};
const sqliteTypes: typeof postgresqlTypes = {
  ...postgresqlTypes,
  id: 'integer',
  boolean: 'integer',
  moment: 'datetime',
  json: 'json',
};

function describeColumn(db: Db, column: Column) {
  const [stated, value] = typeof column === 'string' ? [column] : column;
  const isOptional = stated.endsWith('?');
  const type = stated.replace('?', '') as ColumnType;
  const types = isPostgresql(db) ? postgresqlTypes : sqliteTypes;
  return { type: sql.raw(types[type]), isId: type === 'id', isOptional, value };
}

export async function createTable(
  db: Db,
  table: string,
  columns: Columns,
  { primaryKey, references = {}, onDelete = 'cascade', onUpdate, unique = [], indexes = [] }: TableParts = {},
): Promise<void> {
  let builder: CreateTableBuilder<string, string> = db.schema.createTable(table);
  for (const [name, column] of Object.entries(columns)) {
    const { type, isId, isOptional, value } = describeColumn(db, column);
    builder = builder.addColumn(name, type, (col) => {
      // Ids are never reused, so that an old link never shows another row.
      if (isId) return isPostgresql(db) ? col.primaryKey() : col.notNull().primaryKey().autoIncrement();
      const filled = value === undefined ? col : col.defaultTo(value);
      return isOptional ? filled : filled.notNull();
    });
  }
  if (primaryKey) builder = builder.addPrimaryKeyConstraint(`${table}_pkey`, [...primaryKey]);
  for (const [column, other] of Object.entries(references)) {
    const name = `${table}_${column}_foreign`;
    builder = builder.addForeignKeyConstraint(name, [column], other, ['id'], (key) => {
      const deleting = key.onDelete(onDelete);
      return onUpdate ? deleting.onUpdate(onUpdate) : deleting;
    });
  }
  await builder.execute();
  for (const names of unique) {
    await db.schema
      .createIndex(`${table}_${names.join('_')}_unique`)
      .unique()
      .on(table)
      .columns([...names])
      .execute();
  }
  await createIndexes(db, table, indexes);
}

/** Adds columns. Rows that exist get the stated value or null. */
export async function addColumns(db: Db, table: string, columns: Columns): Promise<void> {
  for (const [name, column] of Object.entries(columns)) {
    const { type, isOptional, value } = describeColumn(db, column);
    await db.schema
      .alterTable(table)
      .addColumn(name, type, (col) => {
        const filled = value === undefined ? col : col.defaultTo(value);
        return isOptional ? filled : filled.notNull();
      })
      .execute();
  }
}

/** Adds a column that names a row of another table, or none. */
export async function addReference(
  db: Db,
  column: `${string}.${string}`,
  other: string,
  onDelete: 'cascade' | 'set null',
): Promise<void> {
  const [table, name] = column.split('.') as [string, string];
  await sql`alter table ${sql.table(table)} add column ${sql.id(name)} integer null
    constraint ${sql.id(`${table}_${name}_foreign`)}
    references ${sql.table(other)} (id) on delete ${sql.raw(onDelete)}`.execute(db);
}

/** Creates indexes with the names that the ORM gives them. */
export async function createIndexes(
  db: Db,
  table: string,
  indexes: readonly (readonly string[])[],
): Promise<void> {
  for (const columns of indexes) {
    const name = `${table}_${columns.join('_')}_index`.slice(0, 63);
    await db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .execute();
  }
}

const batchRows = 500;

export type Row = Record<string, unknown> & { id: number };

/** Yields the rows of a table in batches, in the order of their ids. */
export async function* batchesOf<Stored extends Row>(
  db: Db,
  table: string,
  columns: readonly string[],
): AsyncGenerator<Stored[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Stored>`select id, ${sql.join(columns.map(sql.ref))} from ${sql.table(table)}
      where id > ${sql.lit(after)} order by id limit ${sql.lit(batchRows)}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < batchRows) return;
    after = rows.at(-1)!.id;
  }
}

/**
 * Gives all rows of a table new values, which `compute` returns from the columns that `from` names. Rows whose values
 * stay the same are not written.
 */
export async function rewriteRows<Name extends string>(
  db: Db,
  table: string,
  { from, to }: { from: readonly string[]; to: Readonly<Record<Name, 'text' | 'integer'>> },
  compute: (row: Row) => Record<Name, string | number | null>,
): Promise<void> {
  const columns = Object.keys(to) as Name[];
  const assigned = columns.map((name, at) => sql`${sql.ref(name)} = fresh.${sql.ref(`column${at + 2}`)}`);
  for await (const rows of batchesOf(db, table, [...new Set([...from, ...columns])])) {
    const changed: RawBuilder<unknown>[] = [];
    for (const row of rows) {
      const values = compute(row);
      if (columns.every((name) => values[name] === row[name])) continue;
      const cells = columns.map((name) => sql`cast(${values[name]} as ${sql.raw(to[name])})`);
      changed.push(sql`(${sql.lit(row.id)}, ${sql.join(cells)})`);
    }
    if (changed.length === 0) continue;
    // Both databases name the columns of a list of values `column1`, `column2` and so on.
    await sql`update ${sql.table(table)} set ${sql.join(assigned)} from (values ${sql.join(changed)}) as fresh
      where ${sql.ref(`${table}.id`)} = fresh.column1`.execute(db);
  }
}
