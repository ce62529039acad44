import { z } from 'zod';
import type { ReadCtx } from '../database/ctx.ts';
import { PictureView } from '../shared/picture-view.ts';
import { findMediaFacts } from './media.ts';

/** What public views of rows with a page add to their columns. */
export const pageFields = {
  path: z.string().describe('The path on the site'),
  shared_picture: PictureView.extend({ path: z.string().describe('The path on the site') })
    .meta({ title: 'SharedPicture' })
    .nullable()
    .describe('The picture that other sites show with a link to the page, or null'),
};
export type SharedPicture = z.output<(typeof pageFields)['shared_picture']>;

export async function showShared<V extends { share_picture: number | null }>(
  ctx: ReadCtx,
  views: readonly V[],
): Promise<(V & { shared_picture: SharedPicture })[]> {
  const pictures = await findShared(
    ctx,
    views.map(({ share_picture }) => share_picture),
  );
  return views.map((view, at) => ({ ...view, shared_picture: pictures[at]! }));
}

/** Null for a picture that does not exist, and for an id that is null. */
export async function findShared(ctx: ReadCtx, ids: readonly (number | null)[]): Promise<SharedPicture[]> {
  const facts = await findMediaFacts(
    ctx,
    ids.flatMap((id) => id ?? []),
  );
  return ids.map((id) => {
    const known = facts.get(id ?? 0);
    if (!known) return null;
    const { path, width, height, colour, placeholder, alt, sources } = known;
    return { path, width, height, colour, placeholder, alt, sources };
  });
}
