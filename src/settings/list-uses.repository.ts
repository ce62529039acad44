import { type RawBuilder, sql } from 'kysely';
import { declareChangedTables } from '../database/content-version.ts';
import { isPostgresql } from '../database/dialect.ts';
import type { Connection, Ctx } from '../database/ctx.ts';
import type { Tables } from '../database/tables.ts';
import { fold } from '../shared/fold.ts';
import type { UseCounts } from '../shared/errors.ts';
import type { ListUse } from './list-uses.ts';

/** The new value for each old value of a list. */
export type ValueReplacements = ReadonlyMap<string, string>;

type Values = Record<string, string>;
type Row = { id: number } & Record<string, unknown>;

/** How many rows one query reads or writes when each row gets its own search text. */
const batchSize = 500;

/**
 * Returns the number of rows for each stored value and table. All rows in the trash count as `trash`. Zeros
 * are left out.
 */
export async function countUses(read: Connection, uses: readonly ListUse[]): Promise<Map<string, UseCounts>> {
  const counts = new Map<string, UseCounts>();
  const add = (value: string, kind: string, amount: number) => {
    const known = counts.get(value) ?? {};
    counts.set(value, { ...known, [kind]: (known[kind] ?? 0) + amount });
  };
  const amount = sql<number | string>`count(*)`.as('amount');
  for (const { table, log, column, rows } of uses) {
    const stored = await from(read, table)
      .select([sql<string>`${sql.ref(column)}`.as('value'), amount])
      .groupBy(column)
      .execute();
    for (const { value, amount } of stored) add(value, rows, Number(amount));
    const field = fieldOf(read, column);
    const deleted = await from(read, 'trash_items')
      .select([sql<string>`${field}`.as('value'), amount])
      .where('module', '=', log)
      .groupBy(field)
      .execute();
    for (const { value, amount } of deleted) add(value, 'trash', Number(amount));
  }
  return counts;
}

/**
 * Returns the values of a list that occur in rows. Rows in the trash are left out. Starter rows are included only if
 * `withSamples` is true.
 */
export async function findUsedValues(
  read: Connection,
  uses: readonly ListUse[],
  { withSamples }: { withSamples: boolean },
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const { table, log, column } of uses) {
    const samples = sql`select row_id from starter_rows where module = ${log}`;
    const rows = from(read, table)
      .select(sql<string>`${sql.ref(column)}`.as('value'))
      .distinct()
      .$if(!withSamples, (query) => query.where(sql<boolean>`id not in (${samples})`));
    for (const { value } of await rows.execute()) found.add(value);
  }
  return found;
}

/**
 * Replaces values of a list in rows and in the trash. The version and the time of a row remain unchanged,
 * because nobody has edited the row.
 */
export async function replaceUsedValues(
  tx: Ctx,
  uses: readonly ListUse[],
  moves: ValueReplacements,
): Promise<void> {
  if (moves.size === 0) return;
  const db = tx.em.getKysely<Tables>();
  const old = [...moves.keys()];
  for (const { table, log, column, search } of uses) {
    declareChangedTables(tx, table);
    if (search.includes(column)) await moveSearched(db, { table, column, search }, moves);
    else {
      const value = replaced(sql.ref(column), moves);
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}
        where ${sql.ref(column)} in (${sql.join(old)})`.execute(db);
    }
    // The trash is changed after the rows, so that a row that was moved to the trash meanwhile is changed,
    // too.
    const field = fieldOf(db, column);
    const value = replaced(field, moves);
    const fields = isPostgresql(db)
      ? sql`jsonb_set(fields, array[${column}]::text[], to_jsonb((${value})::text))`
      : sql`json_set(fields, ${`$.${column}`}, ${value})`;
    await sql`update trash_items set fields = ${fields}
      where module = ${log} and ${field} in (${sql.join(old)})`.execute(db);
  }
}

/**
 * Replaces values in a column that is part of the search text, and updates the search text. The text is folded here and
 * not in SQL, because the databases fold fewer letters.
 */
async function moveSearched(
  db: Connection,
  { table, column, search }: Pick<ListUse, 'table' | 'column' | 'search'>,
  moves: ValueReplacements,
): Promise<void> {
  for (let last = 0; ; ) {
    const rows = (await from(db, table)
      .select(['id', ...search])
      .where(column, 'in', [...moves.keys()])
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute()) as unknown as Row[];
    if (rows.length === 0) return;
    const changed = rows.map((row) => ({ ...row, [column]: moves.get(String(row[column]))! }) as Row);
    const texts = changed.map((row) => [row.id, fold(...search.map((name) => String(row[name])))] as const);
    const text = sql.join(
      texts.map(([id, folded]) => sql`when ${id} then ${folded}`),
      sql` `,
    );
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${replaced(sql.ref(column), moves)},
      search_text = case id ${text} end where id in (${sql.join(texts.map(([id]) => id))})`.execute(db);
    last = rows.at(-1)!.id;
  }
}

function replaced(value: RawBuilder<unknown>, moves: ValueReplacements): RawBuilder<unknown> {
  const cases = [...moves].map(([old, now]) => sql`when ${old} then ${now}`);
  return sql`case ${value} ${sql.join(cases, sql` `)} end`;
}

/** Returns the SQL that reads a value from the stored fields of a row in the trash. */
function fieldOf(db: Connection, column: string): RawBuilder<string> {
  return isPostgresql(db)
    ? sql`fields ->> ${sql.lit(column)}`
    : sql`json_extract(fields, ${sql.lit(`$.${column}`)})`;
}

// Kysely cannot type a table whose name is known only at run time.
function from(read: Connection, table: string) {
  return read.withTables<Record<string, Values & { id: number }>>().selectFrom(table);
}
