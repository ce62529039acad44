import type { ReadCtx } from '../database/ctx.ts';
import type { MediaFacts, MediaItemView } from '../shared/media.ts';
import { showPictures } from './picture-views.service.ts';
import { readMediaFacts, readMediaIds, readMediaItems } from './media.repository.ts';

/** Returns what pages need of pictures, by id. Items that do not exist and those without a file are absent. */
export function findMediaFacts({ read }: ReadCtx, ids: readonly number[]): Promise<Map<number, MediaFacts>> {
  return readMediaFacts(read, ids);
}

/** Returns the ids of items by the paths of their files. Paths that no item has are absent. */
export function findMediaIds({ read }: ReadCtx, paths: readonly string[]): Promise<Map<string, number>> {
  return readMediaIds(read, paths);
}

/** Returns items as the panel shows them, by id. Items that do not exist are absent. */
export async function findMediaItems(
  { read }: ReadCtx,
  ids: readonly number[],
): Promise<Map<number, MediaItemView>> {
  const shown = await showPictures({ read }, 'path', await readMediaItems(read, ids));
  return new Map(shown.map((item) => [item.id, item]));
}
