import type { ReadCtx } from '../database/ctx.ts';
import type { MediaFacts, MediaItemView } from '../shared/media.ts';
import { showPictures } from './picture-views.service.ts';
import { readMediaFacts, readMediaItems } from './media.repository.ts';

/** Returns what pages need of pictures, by id. Items that do not exist and those without a file are absent. */
export function findMediaFacts({ read }: ReadCtx, ids: readonly number[]): Promise<Map<number, MediaFacts>> {
  return readMediaFacts(read, ids);
}

/** Returns items as the panel shows them, by id. Items that do not exist are absent. */
export async function findMediaItems(
  { read }: ReadCtx,
  ids: readonly number[],
): Promise<Map<number, MediaItemView>> {
  const shown = await showPictures({ read }, 'path', await readMediaItems(read, ids));
  return new Map(shown.map((item) => [item.id, item]));
}
