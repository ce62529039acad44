import { textColumn } from '../database/columns.ts';
import { defineEntity, p } from '@mikro-orm/core';
import type { Connection, ReadCtx, Reader } from '../database/ctx.ts';
import type { RowOf } from '../database/table-types.ts';
import { focalCentreTenths } from '../modules/library/library.facts.ts';
import { Conflict } from '../shared/errors.ts';
import { fileAddress } from '../shared/library-files.ts';
import type { MediaItemView, MediaView } from '../shared/media.ts';
import { type PictureView, sourcesOf } from '../shared/picture-view.ts';

export const PictureSchema = defineEntity({
  name: 'Picture',
  tableName: 'pictures',
  properties: {
    /** PostgreSQL sorts paths by their bytes, because storages list files in that order. */
    path: textColumn('nothing').primary().ignoreSchemaChanges('collation'),
    width: p.integer(),
    height: p.integer(),
    bytes: p.integer(),
    /** The dominant one, as `#rrggbb`. */
    colour: textColumn('nothing'),
    /** A few blurred pixels, as a `data:` URL. */
    placeholder: textColumn('nothing'),
    is_animated: p.boolean(),
    /** Empty for a decorative picture. Null when nobody has described it. */
    alt: textColumn('writing').nullable(),
    created_at: p.datetime(),
  },
});

export class Picture extends PictureSchema.class {}

PictureSchema.setClass(Picture);

const batchRows = 500;

const columns = ['width', 'height', 'bytes', 'colour', 'placeholder', 'is_animated'] as const;
/** With the focal point of its item in the library, if there is one. */
export type PictureRow = RowOf<'pictures', 'path' | 'alt' | (typeof columns)[number]> &
  Record<'focal_x' | 'focal_y', number | null>;

export async function readPictures(read: Connection, paths: string[]): Promise<Map<string, PictureRow>> {
  if (paths.length === 0) return new Map();
  const unique = [...new Set(paths)];
  const rows = await read
    .selectFrom('pictures')
    .leftJoin('media', 'media.path', 'pictures.path')
    .select(['pictures.path', 'pictures.alt', 'focal_x', 'focal_y', ...columns])
    .where('pictures.path', 'in', unique)
    .execute();
  return new Map(rows.map((row) => [row.path, row]));
}

/** In sorted batches, after `after` and up to `upTo`. */
export async function* readKnownPaths(
  read: Reader,
  after: string,
  upTo: string | undefined,
): AsyncGenerator<string[]> {
  for (let from = after; ; ) {
    let known = read.selectFrom('pictures').select('path').where('path', '>', from);
    if (upTo !== undefined) known = known.where('path', '<=', upTo);
    const rows = await known.orderBy('path').limit(batchRows).execute();
    if (rows.length > 0) yield rows.map(({ path }) => path);
    if (rows.length < batchRows) return;
    from = rows.at(-1)!.path;
  }
}

export async function readUnknownPaths(read: Reader, paths: string[]): Promise<string[]> {
  const known = await readPictures(read, paths);
  return [...new Set(paths)].filter((path) => !known.has(path));
}

export async function showPictures<F extends string, V extends { [P in F]?: unknown }>(
  { read }: ReadCtx,
  field: F,
  views: V[],
): Promise<(V & { picture: PictureView | null })[]> {
  const known = await readPictures(
    read,
    views.map((view) => view[field]).filter((path) => typeof path === 'string'),
  );
  return views.map((view) => {
    const row = known.get(String(view[field]));
    return { ...view, picture: row ? toPictureView(row) : null };
  });
}

/** Also adds the picture to the row in a conflict. */
export async function showPicture<F extends string, V extends { [P in F]?: unknown }>(
  ctx: ReadCtx,
  field: F,
  view: V | Promise<V>,
): Promise<V & { picture: PictureView | null }> {
  return showOneBy((views) => showPictures(ctx, field, views), view);
}

async function showOneBy<V, Shown>(
  showAll: (views: V[]) => Promise<Shown[]>,
  view: V | Promise<V>,
): Promise<Shown> {
  const showOne = async (one: V) => (await showAll([one]))[0]!;
  try {
    return await showOne(await view);
  } catch (error) {
    if (!(error instanceof Conflict) || !error.current) throw error;
    // `current` is a view of the same row, so the cast to `V` is safe.
    throw new Conflict(error.message, { current: await showOne(error.current as V), cause: error });
  }
}

/** Adds the picture to each item of the library, or the address to a file that is not a picture. */
export async function showRowPictures(
  { read }: ReadCtx,
  views: readonly MediaView[],
): Promise<MediaItemView[]> {
  const known = await readPictures(
    read,
    views.flatMap(({ path }) => path ?? []),
  );
  return views.map((view) => {
    const row = known.get(String(view.path));
    const url = fileAddress(view);
    if (url) return { ...view, picture: null, file: { url, bytes: row?.bytes ?? 0 } };
    return { ...view, picture: row ? toPictureView(row) : null, file: null };
  });
}

/** Also adds the picture to the item in a conflict. */
export function showRowPicture(ctx: ReadCtx, view: MediaView | Promise<MediaView>): Promise<MediaItemView> {
  return showOneBy((views) => showRowPictures(ctx, views), view);
}

function toPictureView(row: PictureRow): PictureView {
  const { width, height, colour, placeholder, alt, focal_x, focal_y } = row;
  return {
    width,
    height,
    colour,
    placeholder,
    alt,
    sources: sourcesOf(row),
    focal: { x: focal_x ?? focalCentreTenths, y: focal_y ?? focalCentreTenths },
  };
}
