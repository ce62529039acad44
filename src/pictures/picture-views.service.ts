import type { ReadCtx } from '../database/ctx.ts';
import { Conflict } from '../shared/errors.ts';
import { type PictureView, sourcesOf } from '../shared/picture-view.ts';
import { readPictures } from './picture.repository.ts';

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

/** Also accepts the promise of a view. If it rejects with a conflict, adds the picture to the row in the conflict. */
export async function showPicture<F extends string, V extends { [P in F]?: unknown }>(
  ctx: ReadCtx,
  field: F,
  view: V | Promise<V>,
): Promise<V & { picture: PictureView | null }> {
  const showOne = async (one: V) => (await showPictures(ctx, field, [one]))[0]!;
  try {
    return await showOne(await view);
  } catch (error) {
    if (!(error instanceof Conflict) || !error.current) throw error;
    // The conflict's row is a view of the same type.
    throw new Conflict(error.message, { current: await showOne(error.current as V), cause: error });
  }
}

type PictureRow = Awaited<ReturnType<typeof readPictures>> extends Map<string, infer Row> ? Row : never;

function toPictureView(row: PictureRow): PictureView {
  const { width, height, colour, placeholder, alt } = row;
  return { width, height, colour, placeholder, alt, sources: row.sized_at === null ? [] : sourcesOf(row) };
}
