import type { Ctx } from '../../database/ctx.ts';
import { findMediaFacts } from '../../pictures/media.ts';
import { copyRowValues, formattedValuesOf } from '../../shared/blocks/row-values.ts';
import { mediaIdsOf, withPictureSources } from '../../shared/writing/pictures-in-text.ts';
import type { ModuleKind } from './module-kind.ts';
import type { ShownRow } from './shown-rows.ts';

type ProgramCtx = Pick<Ctx, 'read' | 'viewer'> & { publicUrl: string };

/**
 * What only a program needs: an address beside the id of each picture in a text, and the address of the row in the
 * panel. For a person, returns the rows as they are.
 */
export async function completeForProgram(
  { columns, facts: { address, path } }: ModuleKind,
  { read, viewer, publicUrl }: ProgramCtx,
  rows: readonly ShownRow[],
): Promise<ShownRow[]> {
  if (!viewer?.token) return [...rows];
  const copies = rows.map((row) => copyRowValues(columns, row) as ShownRow);
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
