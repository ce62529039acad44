import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * A row alike for both databases: a moment as milliseconds, a boolean as 0 or 1, JSON as text with its keys sorted; its columns
 * are sorted by name.
 */
export type Row = Record<string, string | number | null>;

/** The rows of one moment, however long reading them takes. */
export interface RowSource {
  /** The names of the migrations that the schema has been through, in their order. */
  migrations(): Promise<string[]>;
  /** All rows of a table, by its primary key. */
  rows(table: string): AsyncIterable<Row>;
  /** The last id that was given, so that none is given twice; 0 when none ever was. */
  lastId(table: string): Promise<number>;
  close(): Promise<void>;
}

/** What is known of a table's content: equal exactly when the rows are. */
export const TableFacts = z.object({
  rows: z.int().nonnegative(),
  sha256: z.string(),
  last_id: z.int().nonnegative(),
});
export type TableFacts = z.output<typeof TableFacts>;

/** A row as one line, the same wherever it was read. */
export function lineOf(row: Row): string {
  return `${JSON.stringify(row)}\n`;
}

/** Reads every row of the tables and gives their facts; `onRow` sees each row that passes. */
export async function factsOf(
  source: RowSource,
  tables: readonly string[],
  onRow: (table: string, row: Row) => void | Promise<void> = () => {},
): Promise<Record<string, TableFacts>> {
  const facts: Record<string, TableFacts> = {};
  for (const table of tables) {
    const hash = createHash('sha256');
    let rows = 0;
    for await (const row of source.rows(table)) {
      hash.update(lineOf(row));
      rows += 1;
      await onRow(table, row);
    }
    facts[table] = { rows, sha256: hash.digest('hex'), last_id: await source.lastId(table) };
  }
  return facts;
}

/** The first table whose rows are not the same in both, in words; nothing when all are. */
export function findDifference(
  wanted: Record<string, TableFacts>,
  found: Record<string, TableFacts>,
): string | undefined {
  for (const [table, { rows, sha256 }] of Object.entries(wanted)) {
    const there = found[table];
    if (there?.rows !== rows) return `${table} has ${there?.rows ?? 0} rows and not ${rows}`;
    if (there.sha256 !== sha256) return `the rows of ${table} are not the same`;
  }
  return undefined;
}

/** What a driver gives for a column, as a row has it. */
export function toValue(given: unknown, type: string): string | number | null {
  if (given === null || given === undefined) return null;
  if (/^json/.test(type))
    return JSON.stringify(sorted(typeof given === 'string' ? JSON.parse(given) : given));
  if (given instanceof Date) return given.getTime();
  if (typeof given === 'boolean' || typeof given === 'bigint') return Number(given);
  if (typeof given === 'number') return given;
  if (typeof given !== 'string') throw new Error(`a column of the type ${type} can not be copied`);
  return /^(bigint|int)/.test(type) ? Number(given) : given;
}

/** The columns of a row by name, each as {toValue} gives it. */
export function toRow(given: Record<string, unknown>, columns: readonly Column[]): Row {
  return Object.fromEntries(columns.map(({ name, type }) => [name, toValue(given[name], type)]));
}

/** A column, and its type in the words of its database. */
export interface Column {
  name: string;
  type: string;
}

/** JSON keeps no order of its keys on PostgreSQL. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
