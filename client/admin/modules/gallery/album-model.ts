import type { AlbumChange, AlbumView } from '../../../../src/shared/gallery.ts';
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

export const albumFormDefinition: FormDefinition<AlbumValues, AlbumView> = {
  name: 'gallery',
  isSingle: true,
  toValues: ({ pictures }) => ({
    pictures: pictures.map(({ item, caption, year }) =>
      toAlbumItem(item, caption, year === null ? '' : String(year)),
    ),
  }),
  fields: [
    {
      label: 'Pictures',
      names: ['pictures'],
      format: ({ pictures }) =>
        pictures
          .map((entry) => [albumItemName(entry), entry.year, entry.alt].filter(Boolean).join(' · '))
          .join('\n'),
    },
  ],
};

export function toInput({ pictures }: AlbumValues): AlbumChange['pictures'] {
  return pictures.map(({ item, caption, year, alt, storedAlt }) => ({
    media_id: item.id,
    caption,
    year: year.trim() === '' ? null : Number(year),
    ...(alt !== storedAlt && { alt }),
  }));
}
