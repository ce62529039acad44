import type { Ctx } from '../../database/ctx.ts';
import { findMediaFacts } from '../../pictures/media.ts';
import { copyRowValues, formattedValuesOf } from '../../shared/blocks/row-values.ts';
import { Conflict, NotFound } from '../../shared/errors.ts';
import { mediaIdsOf, withPictureSources } from '../../shared/writing/pictures-in-text.ts';
import { showExternalIds } from '../external-ids.ts';
import { readRow } from '../operations/read.ts';
import type { ModuleKind } from './module-kind.ts';
import { type ShownRow, showRow } from './shown-rows.ts';

type ProgramCtx = Pick<Ctx, 'read' | 'viewer' | 'now'> & { publicUrl: string };

/**
 * Adds what only programs need: what other systems call the rows and, for a token, an address beside the id of each
 * picture in a text, and the address of the row in the panel.
 */
export async function completeForProgram(
  { columns, module, facts: { address, path } }: ModuleKind,
  { read, viewer, publicUrl }: ProgramCtx,
  rows: readonly ShownRow[],
): Promise<ShownRow[]> {
  const withIds = await showExternalIds(read, module, rows);
  if (!viewer?.token) return withIds;
  const copies = withIds.map((row) => copyRowValues(columns, row) as ShownRow);
  const texts = copies.flatMap((row) => formattedValuesOf(columns, row));
  const pictures = await findMediaFacts(
    { read },
    texts.flatMap(({ value }) => mediaIdsOf(String(value ?? ''))),
  );
  const sourceOf = (id: number) => {
    const url = pictures.get(id)?.url;
    return url && publicUrl + url;
  };
  for (const { value, replace } of texts) if (value) replace(withPictureSources(String(value), sourceOf));
  return copies.map((row) => ({ ...row, panel_url: `${publicUrl}${address ?? path}/${row.id}/edit` }));
}

/** Also the row of a `Conflict`, which has its id alone when it is in the trash. */
export async function showForCaller(
  kind: ModuleKind,
  ctx: ProgramCtx,
  row: Promise<ShownRow>,
): Promise<ShownRow> {
  const complete = async (one: ShownRow) => (await completeForProgram(kind, ctx, [one]))[0]!;
  try {
    return await complete(await row);
  } catch (error) {
    if (!(error instanceof Conflict) || !error.current) throw error;
    const stored = error.current as ShownRow;
    const current = stored.version === undefined ? await findShownRow(kind, ctx, stored.id) : stored;
    if (!current) throw error;
    throw new Conflict(error.message, { current: await complete(current), cause: error });
  }
}

async function findShownRow(kind: ModuleKind, ctx: ProgramCtx, id: number): Promise<ShownRow | undefined> {
  try {
    return await showRow(kind, ctx, readRow(kind, ctx, id));
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}
