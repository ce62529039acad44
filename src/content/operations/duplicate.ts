import { isPicturePath } from '../../shared/address-fields.ts';
import type { Columns } from '../../shared/column-types.ts';
import type { EditorCtx } from '../content-kind.ts';
import type { ModuleKind } from '../module/module-kind.ts';
import { type ShownRow, showRow } from '../module/shown-rows.ts';
import { createRow } from './create.ts';
import { readRow } from './read.ts';

/**
 * Stores a copy of a row. Visitors do not see the copy. The copy has the picture of the original, but neither its dates
 * nor its slug.
 *
 * @throws {NotFound} when the original does not exist
 */
export async function duplicateRow(
  kind: ModuleKind,
  ctx: EditorCtx,
  { id }: { id: number },
): Promise<ShownRow> {
  const original = await readRow(kind, ctx, id);
  const values = copiedValues(kind.columns, original, { title: kind.title, publicBy: kind.facts.publicBy });
  const own = kind.picture && (original[kind.picture] as string | null);
  const address = own && (!isPicturePath(own) || (await ctx.pictures.exists(own))) ? own : undefined;
  return createRow(kind, ctx, {
    named: { address, field: kind.picture ?? '' },
    original,
    write: (_, picture) => {
      const row = kind.write(kind.withPicture(values, picture ?? null), ctx.now);
      kind.schedule.hide(row, ctx.now);
      return row;
    },
    show: (tx, view) => showRow(kind, tx, view),
  });
}

/** Returns the values of an unpublished copy, without dates and slug. */
function copiedValues(
  columns: Columns,
  original: Record<string, unknown>,
  { title, publicBy }: { title: string; publicBy: string | null },
): Record<string, unknown> {
  const entries = Object.entries(columns).filter(([, { kind }]) => kind !== 'moment' && kind !== 'slug');
  const copied = entries.map(([key, column]) => {
    if (key === publicBy) return [key, false];
    const most = 'max' in column ? column.max : undefined;
    const isTitle = key === title;
    return [key, isTitle ? `Copy of ${original[key]}`.slice(0, most).toWellFormed().trim() : original[key]];
  });
  return Object.fromEntries(copied);
}
