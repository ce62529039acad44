import { createHash } from 'node:crypto';
import { z } from 'zod';

/** The same for both databases: times in milliseconds, booleans as 0 or 1, JSON as text with sorted keys. */
export type TableRow = Record<string, string | number | null>;

/** All reads see the same snapshot, even while other processes write. */
export interface RowSource {
  migrations(): Promise<string[]>;
  /** In the order of the primary key. */
  rows(table: string): AsyncIterable<TableRow>;
  /** The highest id that was ever used, or 0. Ids are never reused, so a restored table continues there. */
  lastId(table: string): Promise<number>;
  close(): Promise<void>;
}

/** Two tables have the same number and the same hash exactly when their rows are equal. */
export const TableFacts = z.object({
  rows: z.int().nonnegative(),
  sha256: z.string(),
  last_id: z.int().nonnegative(),
});
export type TableFacts = z.output<typeof TableFacts>;

export function rowToLine(row: TableRow): string {
  return `${JSON.stringify(row)}\n`;
}

export async function tableFactsOf(
  source: RowSource,
  tables: readonly string[],
  onRow: (table: string, row: TableRow) => void | Promise<void> = () => {},
): Promise<Record<string, TableFacts>> {
  const facts: Record<string, TableFacts> = {};
  for (const table of tables) {
    const hash = createHash('sha256');
    let rows = 0;
    for await (const row of source.rows(table)) {
      hash.update(rowToLine(row));
      rows += 1;
      await onRow(table, row);
    }
    facts[table] = { rows, sha256: hash.digest('hex'), last_id: await source.lastId(table) };
  }
  return facts;
}

/** Describes the first table whose rows differ. Ignores the highest ids. */
export function findDifferingTable(
  expected: Record<string, TableFacts>,
  actual: Record<string, TableFacts>,
): string | undefined {
  for (const [table, { rows, sha256 }] of Object.entries(expected)) {
    const there = actual[table];
    if (there?.rows !== rows) return `${table} has ${there?.rows ?? 0} rows and not ${rows}`;
    if (there.sha256 !== sha256) return `the rows of ${table} are not the same`;
  }
  return undefined;
}

function toValue(value: unknown, type: string): string | number | null {
  if (value === null || value === undefined) return null;
  if (/^json/.test(type))
    return JSON.stringify(sorted(typeof value === 'string' ? JSON.parse(value) : value));
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'boolean' || typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') throw new Error(`a column of the type ${type} cannot be copied`);
  return /^(bigint|int)/.test(type) ? Number(value) : value;
}

export function toTableRow(row: Record<string, unknown>, columns: readonly TableColumn[]): TableRow {
  return Object.fromEntries(columns.map(({ name, type }) => [name, toValue(row[name], type)]));
}

export interface TableColumn {
  name: string;
  type: string;
}

/** PostgreSQL does not preserve the order of keys in JSON. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
