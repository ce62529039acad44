import { insertRow } from '../../database/insert-row.ts';
import type { OperationContext } from '../../database/operation.ts';
import { isUploadPath } from '../../shared/addresses.ts';
import { toOneLine } from '../../shared/fields.ts';
import { MediaItem } from './media-item.entity.ts';

type Tables = {
  pictures: { path: string; alt: string | null };
  media: { id: number; path: string | null };
};

const maxName = 200;

/**
 * Enters the picture that a row shows in the library, unless it is there. In the transaction that stores the row. The item goes with
 * the last row that shows it, as its file does.
 */
export async function attachPicture(
  inside: Pick<OperationContext, 'em' | 'now' | 'viewer'>,
  path: string | null | undefined,
  name: string,
): Promise<void> {
  if (!path || !isUploadPath(path)) return;
  const { em, now, viewer } = inside;
  const known = await em
    .getKysely<Tables>()
    .selectFrom('pictures')
    .leftJoin('media', 'media.path', 'pictures.path')
    .select(['pictures.alt', 'media.id as item'])
    .where('pictures.path', '=', path)
    .executeTakeFirst();
  // Without the measures of the picture, the sweep enters it.
  if (!known || known.item !== null) return;
  const origin = { user_id: viewer?.id ?? null, user_name: viewer?.name ?? '' };
  const words = { path, name: toOneLine(name).slice(0, maxName), alt: known.alt, is_attached: true };
  await insertRow({ em }, MediaItem, MediaItem.enter({ ...words, ...origin }, now));
}
