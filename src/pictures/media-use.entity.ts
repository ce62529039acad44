import { defineEntity, p } from '@mikro-orm/core';
import { MediaItem } from './media-item.entity.ts';

export const MediaUseSchema = defineEntity({
  name: 'MediaUse',
  tableName: 'media_uses',
  indexes: [{ properties: ['module', 'item_id'] }],
  properties: {
    media: () => p.manyToOne(MediaItem).primary().deleteRule('restrict').index(),
    /** The name of the module in the activity log, or `gallery`. */
    module: p.text().primary(),
    item_id: p.integer().primary(),
    /** The column that refers to the picture, or `linkedFilesKey` for a linked file. */
    place: p.text().primary(),
  },
});

/**
 * Records that a row refers to an item of the library. The foreign key prevents the deletion of the item.
 * Rows in the trash keep their uses.
 */
export class MediaUse extends MediaUseSchema.class {}

MediaUseSchema.setClass(MediaUse);
