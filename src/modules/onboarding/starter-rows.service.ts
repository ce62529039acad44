import { createHash } from 'node:crypto';
import { insertRow } from '../../database/insert-row.ts';
import type { Ctx } from '../../database/ctx.ts';
import type { Columns } from '../../shared/column-types.ts';
import type { ActivityModule } from '../../shared/module-facts.ts';
import { mediaFacts } from '../library/library.facts.ts';
import { StarterRow } from './starter-row.entity.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The kinds of columns that staff fill in freely. The hash leaves out the other kinds, mainly because
 * renaming an entry of a list changes the value in all rows.
 */
const written = new Set<string>([
  ...['line', 'text', 'note', 'html', 'tick', 'tags', 'lines', 'link', 'picture', 'figures', 'gallery'],
  'blocks',
]);

/**
 * Returns a hash of the values that staff fill in freely. Ignores empty values and values equal to the
 * column's `old`, so that a new column changes no hash.
 */
export function hashRow(columns: Columns, row: object): string {
  const values = row as Values;
  const counted = Object.entries(columns)
    .filter(([key, { kind, old }]) => written.has(kind) && !isEmpty(values[key]) && !isSame(values[key], old))
    .map(([key]) => [key, values[key]] as const)
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

/** Records that a row is starter content. Call this function in the transaction that stores the row. */
export async function recordStarterRow(
  tx: Pick<Ctx, 'em'>,
  { content, rules }: { content: { module?: ActivityModule }; rules: { columns: Columns } },
  row: object,
  row_id: number,
): Promise<void> {
  const record = { module: content.module!, row_id, hash: hashRow(rules.columns, row) };
  await insertRow(tx, StarterRow, Object.assign(new StarterRow(), record));
}

/**
 * Records that a picture of the library is starter content. Call this function in the transaction that stores the
 * item.
 */
export async function recordStarterPicture(tx: Pick<Ctx, 'em'>, row_id: number, path: string): Promise<void> {
  const record = { module: mediaFacts.log, row_id, hash: path };
  await insertRow(tx, StarterRow, Object.assign(new StarterRow(), record));
}

/** Deletes the record of a starter row. Called when another row gets the id of that row. */
export async function forgetStarterRow(
  tx: Pick<Ctx, 'em'>,
  where: { module: ActivityModule; row_id: number },
): Promise<void> {
  await tx.em.nativeDelete(StarterRow, where);
}
