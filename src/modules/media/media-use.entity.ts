import { defineEntity, p } from '@mikro-orm/core';
import { MediaItem } from './media-item.entity.ts';

const MediaUseSchema = defineEntity({
  name: 'MediaUse',
  tableName: 'media_uses',
  indexes: [{ properties: ['module', 'item_id'] }],
  properties: {
    media: () => p.manyToOne(MediaItem).primary().deleteRule('restrict').index(),
    /** As in the activity log. */
    module: p.text().primary(),
    item_id: p.integer().primary(),
    /** The column whose text shows the picture. */
    place: p.text().primary(),
  },
});

/** A text shows the picture. The foreign key forbids to delete the picture. Rows in the trash keep their uses. */
export class MediaUse extends MediaUseSchema.class {}

MediaUseSchema.setClass(MediaUse);
