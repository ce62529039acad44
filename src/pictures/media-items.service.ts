import type { ReadCtx } from '../database/ctx.ts';
import type { MediaFacts, MediaItemView } from '../shared/media.ts';
import { showItems } from './picture-views.service.ts';
import { readMediaFacts, readMediaIds, readMediaItems } from './media.repository.ts';
import { type FileType, fileAddressKey, isFileType, stablePartOf } from '../shared/library-files.ts';
import { maxId } from '../shared/fields.ts';

/**
 * Returns the facts that pages need about pictures of the library, by id. Leaves out items that do not exist,
 * that have no file or that are not pictures.
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
  const shown = await showItems({ read }, await readMediaItems(read, ids));
  return new Map(shown.map((item) => [item.id, item]));
}

/**
 * A file of the library that is not a picture. `key` is its key in the storage. `name` is a safe file name
 * for downloads.
 */
export interface LibraryFile {
  key: string;
  name: string;
  type: FileType;
}

/**
 * Characters that have a meaning in paths or reverse the text around them. Browsers send some of these
 * characters as `%22`, `%0D` and `%0A`.
 */
const unsafeInName = /(?:%(?:22|0d|0a)|[\p{Cc}\p{Cf}\u2028\u2029/\\:*?"<>|])+/giu;

/**
 * Returns the file whose address contains this key. Returns undefined when the item is a picture, or when the
 * key belongs to no file.
 */
export async function findLibraryFile({ read }: ReadCtx, key: string): Promise<LibraryFile | undefined> {
  const id = Number(/^([1-9]\d{0,9})-[0-9a-f]{16}$/.exec(key)?.[1]);
  if (!(id <= maxId)) return undefined;
  const [item] = await readMediaItems(read, [id]);
  const part = stablePartOf(item?.path ?? null);
  if (!item?.path || !part || !isFileType(item.type) || fileAddressKey(id, part) !== key) return undefined;
  const ending = `.${item.type}`;
  const words = item.name
    .toWellFormed()
    .replaceAll(unsafeInName, ' ')
    .replace(/^[.\s]+/, '')
    .trim();
  const name = words.toLowerCase().endsWith(ending) ? words : `${words || 'file'}${ending}`;
  return { key: item.path.slice('uploads/'.length), name, type: item.type };
}
