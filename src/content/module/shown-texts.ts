import type { ReadCtx } from '../../database/ctx.ts';
import type { SiteSettingsSource } from '../../shared/settings/site.ts';
import { mediaIdsOf } from '../../shared/writing/media-ids.ts';
import { withUniquePlaces } from '../../shared/writing/places.ts';
import { type ShowOptions, showWriting } from '../../shared/writing/show.ts';
import { findMediaFacts } from '../../pictures/media-items.service.ts';

type ShowingCtx = ReadCtx & { siteSettings: SiteSettingsSource };

/** Returns stored formatted texts as the HTML that visitors get. */
export async function showTexts(
  { read, siteSettings }: ShowingCtx,
  texts: readonly string[],
  options: Omit<ShowOptions, 'words'> = {},
): Promise<string[]> {
  const facts = await findMediaFacts({ read }, texts.flatMap(mediaIdsOf));
  const words = (await siteSettings.current()).texts.blog;
  return withUniquePlaces(texts).map((html) => showWriting(html, facts, { words, ...options }));
}
