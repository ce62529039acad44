import type { AlbumChange, AlbumView, PictureTexts } from '../../../../src/shared/gallery.ts';
import type { MediaItemView } from '../../../../src/shared/media.ts';
import type { FormDefinition } from '../../form/form-definition.ts';

export interface AlbumItem {
  item: Pick<MediaItemView, 'id' | 'name' | 'path' | 'picture' | 'focal_x' | 'focal_y'>;
  caption: string;
  /** The typed text, which may not be a valid year yet. */
  year: string;
  alt: string;
  /** That of the library when the picture was added. A save sends `alt` only if it differs. */
  storedAlt: string;
  /** The language of both. Missing for the main one of the site. */
  lang?: string | undefined;
  /** Missing in drafts that browsers keep from earlier versions. */
  translations?: Readonly<Record<string, PictureTexts>>;
}

export interface AlbumValues {
  pictures: readonly AlbumItem[];
}

export function toAlbumItem(media: MediaItemView, caption = media.caption ?? '', year = ''): AlbumItem {
  const { id, name, path, picture, focal_x, focal_y, alt } = media;
  const [storedAlt, item] = [alt ?? '', { id, name, path, picture, focal_x, focal_y }];
  return { item, caption, year, alt: storedAlt, storedAlt };
}

export const albumItemName = ({ item, caption }: AlbumItem): string => caption || item.name;

function translatedTextsOf({ translations = {} }: AlbumItem): string[] {
  return Object.values(translations).flatMap(({ caption, alt }) => [caption, alt]);
}

const noTexts: PictureTexts = { caption: '', alt: '' };

/** The texts of a picture in one of the languages of the site, of which `main` is the first. */
export function textsIn(entry: AlbumItem, language: string, main: string): PictureTexts {
  return language === (entry.lang ?? main) ? entry : (entry.translations?.[language] ?? noTexts);
}

export function withTextsIn(
  entry: AlbumItem,
  texts: Partial<PictureTexts>,
  { language, main }: { language: string; main: string },
): AlbumItem {
  if (language === (entry.lang ?? main)) return { ...entry, ...texts };
  const own = { ...textsIn(entry, language, main), ...texts };
  return { ...entry, translations: { ...entry.translations, [language]: own } };
}

export const albumFormDefinition: FormDefinition<AlbumValues, AlbumView> = {
  name: 'gallery',
  isSingle: true,
  toValues: ({ pictures }) => ({
    pictures: pictures.map(({ item, caption, year, lang, translations = {} }) => ({
      ...toAlbumItem(item, caption, year === null ? '' : String(year)),
      lang,
      translations,
    })),
  }),
  fields: [
    {
      label: 'Pictures',
      names: ['pictures'],
      format: ({ pictures }) =>
        pictures
          .map((entry) =>
            [albumItemName(entry), entry.year, entry.alt, ...translatedTextsOf(entry)]
              .filter(Boolean)
              .join(' · '),
          )
          .join('\n'),
    },
  ],
};

export function toInput({ pictures }: AlbumValues): AlbumChange['pictures'] {
  return pictures.map(({ item, caption, year, alt, storedAlt, translations = {} }) => ({
    media_id: item.id,
    caption,
    year: year.trim() === '' ? null : Number(year),
    ...(alt !== storedAlt && { alt }),
    ...(Object.keys(translations).length > 0 && { translations }),
  }));
}
