import pg from 'pg';
import { columnsOf, connectPostgresql, sequenceOf } from './postgresql-rows.ts';
import type { TableColumn, TableRow, RowSource } from './rows.ts';

const rowsAtOnce = 200;

/**
 * Copies the rows of `source` into the tables in one transaction. The ids of new rows continue after the
 * highest id that the source has used.
 * @throws {Error} with the name of the table that cannot be written
 */
export async function fillPostgresql(
  url: string,
  tables: readonly string[],
  source: RowSource,
  onRow: () => void = () => {},
): Promise<void> {
  const client = await connectPostgresql(url);
  try {
    await client.query('begin');
    for (const table of await inOrderOfKeys(client, tables)) {
      await fillTable(client, table, source, onRow).catch((cause: Error) => {
        throw new Error(`${table} cannot be written: ${cause.message}`, { cause });
      });
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function fillTable(
  client: pg.Client,
  table: string,
  source: RowSource,
  onRow: () => void,
): Promise<void> {
  const columns = await columnsOf(client, table);
  let waiting: TableRow[] = [];
  const write = async () => {
    await insert(client, table, columns, waiting);
    for (const _ of waiting) onRow();
    waiting = [];
  };
  for await (const row of source.rows(table)) {
    expectColumns(row, columns);
    waiting.push(row);
    if (waiting.length === rowsAtOnce) await write();
  }
  if (waiting.length > 0) await write();
  const sequence = await sequenceOf(client, table);
  const last = await source.lastId(table);
  if (sequence && last > 0) await client.query('select setval($1::regclass, $2)', [sequence, last]);
}

function expectColumns(row: TableRow, columns: TableColumn[]): void {
  const [theirs, ours] = [Object.keys(row), columns.map(({ name }) => name)].map((names) =>
    names.sort().join(),
  );
  if (theirs !== ours) throw new Error('it has other columns');
}

async function insert(
  client: pg.Client,
  table: string,
  columns: TableColumn[],
  rows: TableRow[],
): Promise<void> {
  const names = columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  const positions = rows.map(
    (_, at) => `(${columns.map((_column, i) => `$${at * columns.length + i + 1}`).join(', ')})`,
  );
  const values = rows.flatMap((row) => columns.map(({ name, type }) => toColumn(row[name] ?? null, type)));
  await client.query(
    `insert into ${pg.escapeIdentifier(table)} (${names}) values ${positions.join(', ')}`,
    values,
  );
}

function toColumn(value: string | number | null, type: string) {
  if (value === null) return null;
  if (type === 'boolean') return value === 1;
  if (type.startsWith('timestamp')) return new Date(value);
  return value;
}

/** Sorts the tables by their foreign keys: each table comes after the tables that it refers to. */
async function inOrderOfKeys(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ child: string; parent: string }>(
    `select child.relname as child, parent.relname as parent from pg_constraint c
     join pg_class child on child.oid = c.conrelid join pg_class parent on parent.oid = c.confrelid
     where c.contype = 'f' and c.conrelid <> c.confrelid and c.connamespace = current_schema()::regnamespace`,
  );
  const parents = Map.groupBy(rows, ({ child }) => child);
  const ordered = new Set<string>();
  const enter = (table: string) => {
    if (ordered.has(table)) return;
    for (const { parent } of parents.get(table) ?? []) enter(parent);
    ordered.add(table);
  };
  for (const table of tables) enter(table);
  return [...ordered].filter((table) => tables.includes(table));
}
