import { z } from 'zod';
import type { ReadContext } from '../../database/operation.ts';
import { PictureView } from '../../shared/picture-view.ts';
import { mediaService } from './media.service.ts';

/** What a public view of a row with a page has besides its columns. */
export const pageFields = {
  path: z.string(),
  /** The picture that `share_picture` names. */
  shared_picture: PictureView.extend({ path: z.string() }).nullable(),
};
export type SharedPicture = z.output<(typeof pageFields)['shared_picture']>;

export async function showShared<V extends { share_picture: number | null }>(
  work: ReadContext,
  views: readonly V[],
): Promise<(V & { shared_picture: SharedPicture })[]> {
  const facts = await mediaService.facts(
    work,
    views.flatMap(({ share_picture }) => share_picture ?? []),
  );
  return views.map((view) => {
    const known = facts.get(view.share_picture ?? 0);
    if (!known) return { ...view, shared_picture: null };
    const { path, width, height, colour, placeholder, alt, sources } = known;
    return { ...view, shared_picture: { path, width, height, colour, placeholder, alt, sources } };
  });
}
