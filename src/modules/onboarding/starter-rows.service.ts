import { createHash } from 'node:crypto';
import { insertRow } from '../../database/insert-row.ts';
import type { OperationContext } from '../../database/operation.ts';
import type { Columns } from '../../shared/columns.ts';
import type { ActivityModule } from '../../shared/module-facts.ts';
import { StarterRow } from './starter-row.entity.ts';

type Words = Readonly<Record<string, unknown>>;

/** The kinds of columns that staff write. The values of all others come from lists, which may be renamed in every row. */
const written = new Set<string>([
  ...['line', 'text', 'note', 'html', 'tick', 'tags', 'lines', 'link', 'picture'],
]);

/**
 * Returns the hash of what staff write in a row. Values that rows had before a column existed do not count, so that a column that is
 * added later changes no hash.
 */
export function hashRow(columns: Columns, row: object): string {
  const words = row as Words;
  const counted = Object.entries(columns)
    .filter(([key, { kind, old }]) => written.has(kind) && !isEmpty(words[key]) && !isSame(words[key], old))
    .map(([key]) => [key, words[key]] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(counted)).digest('hex');
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || value === '' || value === false;
}

/** Records that rows came with the program, in the transaction that stores them. */
export async function recordStarterRows(
  inside: Pick<OperationContext, 'em'>,
  { module, columns }: { module: ActivityModule; columns: Columns },
  rows: readonly { id: number }[],
): Promise<void> {
  for (const row of rows) {
    const note = { module, row_id: row.id, hash: hashRow(columns, row) };
    await insertRow(inside, StarterRow, Object.assign(new StarterRow(), note));
  }
}

/** Deletes the record of a row, because another row gets its id. */
export async function forgetStarterRow(
  inside: Pick<OperationContext, 'em'>,
  where: { module: ActivityModule; row_id: number },
): Promise<void> {
  await inside.em.nativeDelete(StarterRow, where);
}
