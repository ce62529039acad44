import type { Ctx } from '../../database/ctx.ts';
import { findMediaFacts } from '../../pictures/media.ts';
import {
  copyRowValues,
  formattedValuesOf,
  mediaIdsByColumn,
  replaceMediaIds,
} from '../../shared/blocks/row-values.ts';
import type { Columns } from '../../shared/column-types.ts';
import { referenceColumns } from '../../shared/columns.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { isPicturePath } from '../../shared/fields.ts';
import type { HtmlCleaner } from '../../workers/html-cleaner.ts';
import type { EditorCtx } from '../content-kind.ts';
import type { ModuleKind } from '../module/module-kind.ts';
import { hideMissingReferences, removeMissingReferences } from '../module/references.ts';
import { unpackStoredFields, type Version } from './stored-versions.ts';

export type RestoringCtx = EditorCtx & { cleaner: HtmlCleaner };

/** The values of some columns of a version, as they may be stored today. */
interface RestorableValues {
  values: Record<string, unknown>;
  /** The columns of which a row or picture no longer exists. */
  left_out: string[];
}

export async function readRestorable(
  ctx: RestoringCtx,
  { columns, picture }: ModuleKind,
  version: Version,
  names: readonly string[],
): Promise<RestorableValues> {
  const stored = await unpackStoredFields(version.fields);
  const restored = names.filter((name) => stored[name] !== undefined);
  const values = copyRowValues(columns, Object.fromEntries(restored.map((name) => [name, stored[name]])));
  const left_out = await leaveOutLostPictures(ctx, columns, values);
  await cleanAgain(ctx, columns, values);
  await leaveOutLostRows(ctx, columns, values, left_out);

  const path = picture === undefined ? undefined : values[picture];
  const upload = typeof path === 'string' && isPicturePath(path) ? path : null;
  // A version does not keep a picture that was deleted from the library.
  if (upload !== null && (version.picture !== upload || !(await ctx.pictures.exists(upload)))) {
    delete values[picture!];
    left_out.push(picture!);
  }
  return { values, left_out };
}

/** Returns the columns from which a picture was removed. */
async function leaveOutLostPictures(
  ctx: Ctx,
  columns: Columns,
  values: Record<string, unknown>,
): Promise<string[]> {
  const shown = Object.values(mediaIdsByColumn(columns, values)).flat();
  const known = await findMediaFacts(ctx, [...new Set(shown)]);
  return replaceMediaIds(columns, values, (id) => (known.has(id) ? id : 0));
}

/** The rules for formatted texts may have changed since. */
async function cleanAgain(
  { cleaner }: RestoringCtx,
  columns: Columns,
  values: Record<string, unknown>,
): Promise<void> {
  for (const { column, path, value, replace } of formattedValuesOf(columns, values)) {
    // A hidden row may lack a text.
    if (typeof value !== 'string' || value === '') continue;
    const { html } = await cleaner.clean(value, {}, path, column);
    if (!html && !('isOptional' in column))
      throw RuleBroken.of(path, `${column.label} of this version has only pictures that no longer exist.`);
    replace(html);
  }
}

async function leaveOutLostRows(
  ctx: Ctx,
  columns: Columns,
  values: Record<string, unknown>,
  left_out: string[],
): Promise<void> {
  left_out.push(...(await removeMissingReferences(ctx, columns, values)));
  const [there] = await hideMissingReferences(ctx, columns, [values]);
  for (const { name } of referenceColumns(columns)) {
    if (there![name] === values[name]) continue;
    values[name] = null;
    left_out.push(name);
  }
}
