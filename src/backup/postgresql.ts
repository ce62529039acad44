import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { preparePostgresqlSession } from '../database/postgresql.ts';
import { type RowSource, type TableColumn, type TableRow, toTableRow } from './table-rows.ts';

const readAtOnce = 1000;
const writtenAtOnce = 200;
const connectTimeoutMs = 5000;

/** A connection of its own: the statement timeout of the pool is too short for a whole table. */
export async function connectPostgresql(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'atrium backup',
    keepAlive: true,
  });
  await client.connect().catch((cause: Error) => {
    const [{ message }] = cause instanceof AggregateError ? cause.errors : [cause];
    // Not the whole address, which may have a password.
    throw new Error(`the database of ${client.host}:${client.port} cannot be opened: ${message}`, { cause });
  });
  try {
    await preparePostgresqlSession(client, { statementTimeout: 0, answerTimeout: connectTimeoutMs });
  } catch (error) {
    await client.end();
    throw error;
  }
  return client;
}

async function columnsOf(client: pg.Client, table: string): Promise<TableColumn[]> {
  const { rows } = await client.query<TableColumn>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = current_schema() and table_name = $1 order by column_name collate "C"`,
    [table],
  );
  return rows;
}

async function sequenceOf(client: pg.Client, table: string): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string | null }>(
    `select pg_get_serial_sequence(quote_ident($1::text), 'id') as name from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and column_name = 'id'`,
    [table],
  );
  return rows[0]?.name ?? undefined;
}

export async function listPostgresqlTables(client: pg.Client): Promise<string[]> {
  const result = await client.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema() order by 1',
  );
  return result.rows.map(({ name }) => name);
}

export async function listTablesOfDatabase(url: string): Promise<string[]> {
  const client = await connectPostgresql(url);
  return listPostgresqlTables(client).finally(() => client.end());
}

export async function expectEmptyDatabase(url: string): Promise<void> {
  const [table] = await listTablesOfDatabase(url);
  if (table) throw new Error(`the database is not empty: it has a table ${table}`);
}

export async function clearDatabase(url: string): Promise<void> {
  const client = await connectPostgresql(url);
  try {
    for (const table of await listPostgresqlTables(client)) {
      await client.query(`drop table ${pg.escapeIdentifier(table)} cascade`);
    }
    const { rows } = await client.query<{ name: string }>(
      `select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace = current_schema()::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    );
    for (const { name } of rows) await client.query(`drop function ${name}`);
  } finally {
    await client.end();
  }
}

/** Another connection can read the same snapshot by the name in `snapshot`. */
interface PostgresqlRows extends RowSource {
  snapshot: string;
}

export async function openPostgresqlRows(url: string): Promise<PostgresqlRows> {
  const client = await connectPostgresql(url);
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ name: string }>('select pg_export_snapshot() as name');
  return {
    snapshot: rows[0]?.name ?? '',
    migrations: async () => {
      const result = await client.query<{ name: string }>('select name from migrations order by id');
      return result.rows.map(({ name }) => name);
    },
    rows: (table) => readTable(client, table),
    lastId: async (table) => {
      const sequence = await sequenceOf(client, table);
      if (!sequence) return 0;
      const result = await client.query<{ last: string }>(
        `select case when is_called then last_value else 0 end as last from ${sequence}`,
      );
      return Number(result.rows[0]?.last ?? 0);
    },
    close: () => client.end(),
  };
}

async function* readTable(client: pg.Client, table: string) {
  const columns = await columnsOf(client, table);
  const name = pg.escapeIdentifier(table);
  const order = await orderOf(client, table);
  await client.query(`declare rows_of_table no scroll cursor for select * from ${name} order by ${order}`);
  for (;;) {
    const { rows } = await client.query(`fetch ${readAtOnce} from rows_of_table`);
    for (const row of rows) yield toTableRow(row, columns);
    if (rows.length < readAtOnce) break;
  }
  await client.query('close rows_of_table');
}

/** The primary key as an `order by` expression. Text is ordered by its bytes, as in SQLite. */
async function orderOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string; is_text: boolean }>(
    `select a.attname as name, a.atttypid = 'text'::regtype as is_text from pg_index i
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
     where i.indrelid = quote_ident($1::text)::regclass and i.indisprimary
     order by array_position(i.indkey::smallint[], a.attnum)`,
    [table],
  );
  return rows
    .map(({ name, is_text }) => `${pg.escapeIdentifier(name)}${is_text ? ' collate "C"' : ''}`)
    .join(', ');
}

/**
 * Copies the rows in one transaction. Ids of new rows continue after the highest one the source has ever
 * used.
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
    if (waiting.length === writtenAtOnce) await write();
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

/** Each table comes after the tables that its foreign keys refer to. */
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

const run = promisify(execFile);

/**
 * Returns false when `pg_dump` is not installed or is older than the server.
 * @throws {Error} with the first line of its output when the dump fails
 */
export async function dumpPostgresql(url: string, snapshot: string, file: string): Promise<boolean> {
  const options = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`];
  try {
    await runTool('pg_dump', [...options, `--file=${file}`], url);
    return true;
  } catch (error) {
    if (isAbsent(error) || /server version mismatch/.test(wordsOf(error))) return false;
    throw new Error(`pg_dump failed: ${wordsOf(error)}`, { cause: error });
  }
}

/** @throws {Error} with the first line of the output of `pg_restore`, or when it is not installed */
export async function restorePostgresql(url: string, file: string): Promise<void> {
  const options = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error'];
  try {
    await runTool('pg_restore', [...options, file], url);
  } catch (error) {
    if (isAbsent(error)) throw new Error('this backup was made by pg_dump, and there is no pg_restore here');
    throw new Error(`pg_restore failed: ${wordsOf(error)}`, { cause: error });
  }
}

/** Other users of the machine can see the arguments, so the password goes into the environment. */
async function runTool(program: string, options: string[], url: string): Promise<void> {
  const address = new URL(url);
  const { PATH, LD_LIBRARY_PATH } = process.env;
  const password = decodeURIComponent(address.password);
  address.password = '';
  await run(program, [...options, `--dbname=${address.href}`], {
    env: {
      LC_ALL: 'C',
      ...(PATH && { PATH }),
      ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }),
      PGPASSWORD: password,
    },
  });
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function wordsOf(error: unknown): string {
  const { stderr = '', message = '' } = error as { stderr?: string; message?: string };
  return (stderr || message).trim().split('\n')[0] ?? '';
}
