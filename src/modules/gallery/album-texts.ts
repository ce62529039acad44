import type { SignedInCtx } from '../../database/ctx.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { AlbumChange, type AlbumView, type PictureTexts } from '../../shared/gallery.ts';
import { hasGrant } from '../../shared/grants.ts';
import { getAlbum, saveAlbum } from './gallery.ts';

/** The album, if it has pictures and the viewer may edit it. */
export async function readEditableAlbum(ctx: SignedInCtx): Promise<AlbumView | undefined> {
  if (!hasGrant(ctx.viewer.role, 'media:manage')) return undefined;
  const album = await getAlbum(ctx);
  return album.pictures.length > 0 ? album : undefined;
}

interface AlbumText {
  /** `pictures.12.caption` or `pictures.12.alt`, with the id of the picture. */
  place: string;
  label: string;
  isHtml: false;
  /** The language of the original. */
  from: string;
  text: string;
  /** Undefined when nobody has translated the text. */
  present: string | undefined;
}

/** The captions and descriptions whose originals are in another language. `main` is the first one of the site. */
export function textsOfAlbum(
  { pictures }: AlbumView,
  { main, lang }: { main: string; lang: string },
): AlbumText[] {
  return pictures.flatMap(({ media_id, caption, lang: from = main, translations, item }) => {
    if (from === lang) return [];
    const textOf = (part: keyof PictureTexts, label: string, text: string): AlbumText => ({
      place: `pictures.${media_id}.${part}`,
      label: `${item.name}: ${label}`,
      isHtml: false,
      from,
      text,
      present: translations?.[lang]?.[part] || undefined,
    });
    const texts = [textOf('caption', 'Caption', caption), textOf('alt', 'Description', item.alt ?? '')];
    return texts.filter(({ text }) => text.trim() !== '');
  });
}

/**
 * Stores texts of a language by their place.
 * @throws {RuleBroken} with the path of each wrong text · the errors of `saveAlbum`
 */
export function saveAlbumTexts(
  ctx: SignedInCtx,
  album: AlbumView,
  { lang, texts }: { lang: string; texts: ReadonlyMap<string, string> },
): Promise<AlbumView> {
  const pictures = album.pictures.map(({ media_id, caption, year, translations }) => {
    const own = translations?.[lang];
    const textOf = (part: keyof PictureTexts) =>
      texts.get(`pictures.${media_id}.${part}`) ?? own?.[part] ?? '';
    return {
      media_id,
      caption,
      year,
      translations: { ...translations, [lang]: { caption: textOf('caption'), alt: textOf('alt') } },
    };
  });
  const change = AlbumChange.safeParse({ version: album.version, pictures });
  if (change.success) return saveAlbum(ctx, change.data);
  const errors = change.error.issues.map(({ path, message }): [string, string[]] => [
    path.join('.'),
    [message],
  ]);
  throw new RuleBroken(Object.fromEntries(errors));
}

/** The place of a text by the path of an error, such as `pictures.0.translations.de.alt`. */
export function placeOfAlbumError({ pictures }: AlbumView, path: string): string {
  const [name, at, ...rest] = path.split('.');
  return [name, pictures[Number(at)]?.media_id, rest.at(-1)].join('.');
}
