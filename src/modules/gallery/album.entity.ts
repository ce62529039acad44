import { defineEntity, p } from '@mikro-orm/core';
import { editableColumns } from '../../database/columns.ts';
import type { AlbumPicture } from '../../shared/gallery.ts';

export const AlbumSchema = defineEntity({
  name: 'Album',
  tableName: 'albums',
  properties: {
    ...editableColumns(),
    name: p.text().unique(),
    /**
     * The pictures in the order of the gallery page. Each picture has a row in `media_uses`, whose foreign
     * key prevents the deletion of the picture.
     */
    pictures: p.json<AlbumPicture[]>(),
  },
});

export class Album extends AlbumSchema.class {
  /** Returns a new row, which is not stored yet. */
  static write(name: string, pictures: AlbumPicture[], now: Date): Album {
    return Object.assign(new Album(), { name, pictures, created_at: now, updated_at: now });
  }

  revise(pictures: AlbumPicture[], now: Date): void {
    Object.assign(this, { pictures, updated_at: now });
  }
}

AlbumSchema.setClass(Album);
