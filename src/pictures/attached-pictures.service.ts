import { insertRow } from '../database/insert-row.ts';
import type { Ctx } from '../database/ctx.ts';
import { isPicturePath } from '../shared/address-fields.ts';
import { toOneLine } from '../shared/text-fields.ts';
import { MediaItem } from './media-item.entity.ts';

type Tables = {
  pictures: { path: string; alt: string | null };
  media: { id: number; path: string | null };
};

const maxName = 200;

/**
 * Adds the picture of a row to the library, unless the library already contains the picture. Call this
 * function in the transaction that stores the row. The new item and its file are deleted together with the
 * last row that shows the picture.
 */
export async function attachPicture(
  tx: Pick<Ctx, 'em' | 'now' | 'viewer'>,
  path: string | null | undefined,
  name: string,
): Promise<void> {
  if (!path || !isPicturePath(path)) return;
  const { em, now, viewer } = tx;
  const known = await em
    .getKysely<Tables>()
    .selectFrom('pictures')
    .leftJoin('media', 'media.path', 'pictures.path')
    .select(['pictures.alt', 'media.id as item'])
    .where('pictures.path', '=', path)
    .executeTakeFirst();
  // Without a row in `pictures`, the size of the picture is unknown. The sweep measures the picture later and
  // then adds the item.
  if (!known || known.item !== null) return;
  const origin = { user_id: viewer?.id ?? null, user_name: viewer?.name ?? '' };
  const words = { path, name: toOneLine(name).slice(0, maxName), alt: known.alt, is_attached: true };
  await insertRow({ em }, MediaItem, MediaItem.enter({ ...words, ...origin }, now));
}
