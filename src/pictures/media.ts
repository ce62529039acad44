import { sql } from 'kysely';
import { z } from 'zod';
import { type StoredRow, toIsoTime, toTextList } from '../database/columns.ts';
import type { Connection, ReadCtx, Reader } from '../database/ctx.ts';
import type { FileColumn } from '../database/file-columns.ts';
import { type AnySelectQuery, isOfMediaKind } from '../database/list/filters.ts';
import { isAfterRow } from '../database/list/keyset.ts';
import { type ListPage, readPage } from '../database/list/page.ts';
import { newestFirst, parseSort, sortedRows } from '../database/list/sort-order.ts';
import { containsWordsSql, searchWordsOf } from '../database/search/search.ts';
import { mediaFacts } from '../modules/library/library.facts.ts';
import { maxId } from '../shared/fields.ts';
import { fileAddressKey, type FileType, isFileType, lastingPartOfPath } from '../shared/library-files.ts';
import { type MediaFacts, type MediaItemView, type MediaQuery, MediaView } from '../shared/media.ts';
import { PictureView, sourcesOf } from '../shared/picture-view.ts';
import { showRowPictures } from './picture.entity.ts';

/** Without items that have no file or are not pictures. */
async function readMediaFacts(read: Connection, ids: readonly number[]): Promise<Map<number, MediaFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await read
    .selectFrom('media')
    .innerJoin('pictures', 'pictures.path', 'media.path')
    .select(['id', 'media.alt', 'caption', 'credit', 'focal_x', 'focal_y'])
    .select(['pictures.path', 'width', 'height', 'colour', 'placeholder', 'bytes', 'is_animated'])
    .where('id', 'in', [...new Set(ids)])
    // Other files of the library have no width.
    .where('width', '>', 0)
    .execute();
  return new Map(
    rows.map(({ focal_x, focal_y, bytes, is_animated, ...row }) => [
      row.id,
      {
        ...row,
        url: `/${row.path}`,
        focal: { x: focal_x, y: focal_y },
        sources: sourcesOf({ ...row, bytes, is_animated }),
      },
    ]),
  );
}

/** `shownBy` are the columns with paths of pictures. A row in the trash still uses its pictures. */
export async function listUsedOrUnused(
  read: Reader,
  { is_used, search, before, sort, type, is_described, kind, ...query }: MediaQuery,
  shownBy: readonly FileColumn[],
): Promise<ListPage<StoredRow<MediaView>>> {
  const uses = [
    sql`exists (select 1 from media_uses where media_id = media.id)`,
    sql`exists (select 1 from trash_items where picture = media.path)`,
    ...shownBy.map(
      ({ table, column }) =>
        sql`exists (select 1 from ${sql.table(table)} as shown where shown.${sql.ref(column)} = media.path)`,
    ),
  ];
  const isUsed = sql<boolean>`(${sql.join(uses, sql` or `)})`;
  let matching = read.withTables<Record<string, object>>().selectFrom('media') as AnySelectQuery<object>;
  matching = matching.where(is_used ? isUsed : sql<boolean>`not ${isUsed}`);
  if (type !== undefined) matching = matching.where('type', 'in', [type].flat());
  if (is_described !== undefined) matching = matching.where('is_described', '=', is_described);
  if (kind !== undefined) matching = matching.where(isOfMediaKind(kind));
  if (search) matching = matching.where(containsWordsSql('search_text', await searchWordsOf(read, search)));
  if (before !== undefined) matching = matching.where(isAfterRow('media', before, newestFirst));
  const columns = sort?.map(parseSort);
  const order = columns?.map(({ column, direction }) => ({
    key: sql.ref(column === 'name' ? 'sort_title' : column),
    direction,
  }));
  const rows = sortedRows(
    matching.select(Object.keys(MediaView.shape)),
    order ?? newestFirst,
  ) as AnySelectQuery<StoredRow<MediaView>>;
  return readPage(read, { matching, rows, query, pageSize: mediaFacts.pageSize });
}

async function readMediaIds(read: Connection, paths: readonly string[]): Promise<Map<string, number>> {
  if (paths.length === 0) return new Map();
  const rows = await read.selectFrom('media').select(['id', 'path']).where('path', 'in', paths).execute();
  return new Map(rows.map(({ id, path }) => [path!, Number(id)]));
}

async function readMediaItems(read: Connection, ids: readonly number[]): Promise<MediaView[]> {
  if (ids.length === 0) return [];
  const rows = await read
    .selectFrom('media')
    .select(Object.keys(MediaView.shape) as (keyof MediaView)[])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return rows.map((row) => toMediaView(row));
}

export function toMediaView(row: StoredRow<MediaView>): MediaView {
  const { id, version, name, type, focal_x, focal_y, user_name } = row;
  return {
    id,
    version,
    created_at: toIsoTime(row.created_at),
    updated_at: toIsoTime(row.updated_at),
    name,
    path: row.path ?? null,
    type,
    alt: row.alt ?? null,
    is_described: Boolean(row.is_described),
    caption: row.caption ?? null,
    credit: row.credit ?? null,
    tags: toTextList(row.tags),
    focal_x,
    focal_y,
    is_attached: Boolean(row.is_attached),
    user_name,
  };
}

/** Without items that have no file or are not pictures. */
export function findMediaFacts({ read }: ReadCtx, ids: readonly number[]): Promise<Map<number, MediaFacts>> {
  return readMediaFacts(read, ids);
}

export function findMediaIds({ read }: ReadCtx, paths: readonly string[]): Promise<Map<string, number>> {
  return readMediaIds(read, paths);
}

export async function findMediaItems(
  { read }: ReadCtx,
  ids: readonly number[],
): Promise<Map<number, MediaItemView>> {
  const shown = await showRowPictures({ read }, await readMediaItems(read, ids));
  return new Map(shown.map((item) => [item.id, item]));
}

/** `key` is that of the storage, `name` a safe file name. */
interface LibraryFile {
  key: string;
  name: string;
  type: FileType;
}

/** What means something in paths or reverses the text around it, or is `%22`, `%0D` or `%0A`. */
const unsafeInName = /(?:%(?:22|0d|0a)|[\p{Cc}\p{Cf}\u2028\u2029/\\:*?"<>|])+/giu;

/** Undefined for a picture, or when the key belongs to no file. */
export async function findLibraryFile({ read }: ReadCtx, key: string): Promise<LibraryFile | undefined> {
  const id = Number(/^([1-9]\d{0,9})-[0-9a-f]{16}$/.exec(key)?.[1]);
  if (!(id <= maxId)) return undefined;
  const [item] = await readMediaItems(read, [id]);
  const part = lastingPartOfPath(item?.path ?? null);
  if (!item?.path || !part || !isFileType(item.type) || fileAddressKey(id, part) !== key) return undefined;
  const ending = `.${item.type}`;
  const title = item.name
    .toWellFormed()
    .replaceAll(unsafeInName, ' ')
    .replace(/^[.\s]+/, '')
    .trim();
  const name = title.toLowerCase().endsWith(ending) ? title : `${title || 'file'}${ending}`;
  return { key: item.path.slice('uploads/'.length), name, type: item.type };
}

/** What public views of rows with a page add to their columns. */
export const pageViewFields = {
  path: z.string().describe('The path on the site'),
  shared_picture: PictureView.extend({ path: z.string().describe('The path on the site') })
    .meta({ title: 'SharedPicture' })
    .nullable()
    .describe('The picture that other sites show with a link to the page, or null'),
};
export type SharePictureView = z.output<(typeof pageViewFields)['shared_picture']>;

export async function withSharePictures<V extends { share_picture: number | null }>(
  ctx: ReadCtx,
  views: readonly V[],
): Promise<(V & { shared_picture: SharePictureView })[]> {
  const pictures = await findSharePictures(
    ctx,
    views.map(({ share_picture }) => share_picture),
  );
  return views.map((view, at) => ({ ...view, shared_picture: pictures[at]! }));
}

/** Null for a picture that does not exist, and for an id that is null. */
export async function findSharePictures(
  ctx: ReadCtx,
  ids: readonly (number | null)[],
): Promise<SharePictureView[]> {
  const facts = await findMediaFacts(
    ctx,
    ids.flatMap((id) => id ?? []),
  );
  return ids.map((id) => {
    const known = facts.get(id ?? 0);
    if (!known) return null;
    const { path, width, height, colour, placeholder, alt, sources, focal } = known;
    return { path, width, height, colour, placeholder, alt, sources, focal };
  });
}
