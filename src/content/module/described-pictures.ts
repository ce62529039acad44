import type { Ctx, ReadCtx } from '../../database/ctx.ts';
import { formattedValuesOf } from '../../shared/blocks/row-values.ts';
import type { Columns } from '../../shared/column-types.ts';
import { RuleBroken } from '../../shared/errors.ts';
import {
  countPicturePlaceholders,
  mediaDescriptions,
  undescribedMediaIds,
} from '../../shared/writing/media-ids.ts';
import { MediaItem } from '../../pictures/media-item.entity.ts';
import { findMediaFacts } from '../../pictures/media-items.service.ts';
import { describePicture } from '../../pictures/pictures.service.ts';

/**
 * Checks the pictures in the texts of a published row. No picture may be missing. Each picture from the library needs a
 * description, in the text or in the library, unless it is marked as decoration.
 *
 * @throws {RuleBroken} when a picture is missing or not described
 */
export async function requireDescribedPictures(
  { read }: ReadCtx,
  columns: Columns,
  row: object,
): Promise<void> {
  for (const [key, html] of Object.entries(textsOf(columns, row))) {
    const absent = countPicturePlaceholders(html);
    if (absent > 0) throw RuleBroken.of(key, absentWords(absent));
    const ids = undescribedMediaIds(html);
    const facts = await findMediaFacts({ read }, ids);
    const count = ids.filter((id) => facts.get(id)?.alt === null).length;
    if (count === 0) continue;
    const what = count === 1 ? '1 picture shows, or mark it' : `${count} pictures show, or mark them`;
    throw RuleBroken.of(key, `Say what ${what} as decoration.`);
  }
}

/**
 * Gives each picture of the library that has no description yet the one that the texts of the row have. Call this
 * function in the transaction that stores the row.
 */
export async function describePictures(tx: Ctx, columns: Columns, row: object): Promise<void> {
  const texts = Object.values(textsOf(columns, row)).toReversed();
  const descriptions = new Map(texts.flatMap((html) => [...mediaDescriptions(html)]));
  if (descriptions.size === 0) return;
  const where = { id: { $in: [...descriptions.keys()] }, alt: null };
  const items = await tx.em.find(MediaItem, where, { orderBy: { id: 'asc' } });
  for (const { id, path } of items) await describePicture(tx, path, descriptions.get(id));
}

function absentWords(count: number): string {
  return count === 1
    ? '1 picture is missing. Choose a file for it, or remove it. A draft may be saved without it.'
    : `${count} pictures are missing. Choose files for them, or remove them. A draft may be saved without them.`;
}

/** Returns the formatted texts of a row, by their paths. */
function textsOf(columns: Columns, row: object): Record<string, string> {
  return Object.fromEntries(
    formattedValuesOf(columns, row).map(({ path, value }) => [path, String(value ?? '')]),
  );
}
