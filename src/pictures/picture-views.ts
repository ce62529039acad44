import type { ReadCtx } from '../database/ctx.ts';
import { Conflict } from '../shared/errors.ts';
import { fileAddress } from '../shared/library-files.ts';
import type { MediaItemView, MediaView } from '../shared/media.ts';
import { type PictureView, sourcesOf } from '../shared/picture-view.ts';
import { type PictureRow, readPictures } from './picture.ts';

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
    // It is a view of the same type.
    throw new Conflict(error.message, { current: await showOne(error.current as V), cause: error });
  }
}

/** Files that are no pictures have their address. */
export async function showItems({ read }: ReadCtx, views: readonly MediaView[]): Promise<MediaItemView[]> {
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
export function showItem(ctx: ReadCtx, view: MediaView | Promise<MediaView>): Promise<MediaItemView> {
  return showOneBy((views) => showItems(ctx, views), view);
}

function toPictureView(row: PictureRow): PictureView {
  const { width, height, colour, placeholder, alt } = row;
  return { width, height, colour, placeholder, alt, sources: sourcesOf(row) };
}
