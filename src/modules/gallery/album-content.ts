import { z } from 'zod';
import { toIso } from '../../database/columns.ts';
import { toJson } from '../../database/dialect.ts';
import { maxId } from '../../shared/fields.ts';
import { isStorable } from '../../shared/text-fields.ts';
import type { AlbumPicture } from '../../shared/gallery.ts';
import { galleryModule, maxCaption, maxPictures, yearRange } from './gallery.facts.ts';
import type { TransferContent } from '../../content/module/transfer-content.ts';
import { Album } from './album.entity.ts';

const RowId = z.int().min(1).max(maxId);
const Line = z.string().refine(isStorable, 'contains characters that cannot be stored');

const Item = z.object({
  id: RowId,
  version: RowId,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  name: Line.max(200),
  pictures: z
    .array(
      z.object({
        media_id: RowId,
        caption: Line.max(maxCaption),
        year: z.int().min(yearRange.min).max(yearRange.max).nullable(),
      }),
    )
    .max(maxPictures),
});

interface StoredAlbum extends Omit<z.output<typeof Item>, 'pictures' | 'created_at' | 'updated_at'> {
  created_at: Date | number;
  updated_at: Date | number;
  pictures: AlbumPicture[] | string;
}

/** The rules for the export and the import of the album. */
export const albumContent: TransferContent = {
  name: 'albums',
  table: 'albums',
  entity: Album,
  usesAs: galleryModule,
  Item,
  toItem: ({ id, version, name, created_at, updated_at, pictures }: StoredAlbum) => ({
    id,
    version,
    created_at: toIso(created_at),
    updated_at: toIso(updated_at),
    name,
    pictures: toJson(pictures),
  }),
  toRow: ({ id, version, name, created_at, updated_at, pictures }: z.output<typeof Item>) =>
    Object.assign(Album.write(name, pictures, new Date(created_at)), {
      id,
      version,
      updated_at: new Date(updated_at),
    }),
  // A site has only one gallery, so an import keeps an existing album.
  findSame: async ({ em }, row) => (await em.findOne(Album, { name: (row as Album).name }))?.id,
  namePictures: (row, idOf) => {
    const album = row as Album;
    const named = album.pictures.map((picture) => ({ ...picture, media_id: idOf(picture.media_id) }));
    const byId = new Map(named.map((picture) => [picture.media_id, picture]));
    byId.delete(0);
    album.pictures = [...byId.values()];
    return { pictures: [...byId.keys()] };
  },
};
