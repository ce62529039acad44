import type { ReadCtx } from '../database/ctx.ts';
import type { MediaFacts, MediaItemView } from '../shared/media.ts';
import { showPictures } from './picture-views.service.ts';
import { readMediaFacts, readMediaIds, readMediaItems } from './media.repository.ts';

/**
 * Returns the facts that pages need about pictures, by id. Leaves out items without a file, and items that do not
 * exist.
 */
export function findMediaFacts({ read }: ReadCtx, ids: readonly number[]): Promise<Map<number, MediaFacts>> {
  return readMediaFacts(read, ids);
}

/** Returns the ids of items by the paths of their files. Leaves out paths without an item. */
export function findMediaIds({ read }: ReadCtx, paths: readonly string[]): Promise<Map<string, number>> {
  return readMediaIds(read, paths);
}

/** Returns items as the panel shows them, by id. Leaves out items that do not exist. */
export async function findMediaItems(
  { read }: ReadCtx,
  ids: readonly number[],
): Promise<Map<number, MediaItemView>> {
  const shown = await showPictures({ read }, 'path', await readMediaItems(read, ids));
  return new Map(shown.map((item) => [item.id, item]));
}
