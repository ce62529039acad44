import { defineEntity, p } from '@mikro-orm/core';
import { HeldPicturePath } from '../../database/file-columns.ts';
import type { Viewer } from '../../database/viewer.ts';
import { fold } from '../../shared/fold.ts';
import type { ActivityModule } from '../../shared/module-facts.ts';

export const TrashItemSchema = defineEntity({
  name: 'TrashItem',
  tableName: 'trash_items',
  indexes: [
    { properties: ['module', 'deleted_at', 'id'] },
    { properties: ['deleted_at'] },
    { properties: ['picture'] },
    { properties: ['batch'] },
  ],
  uniques: [{ properties: ['module', 'item_id'] }],
  properties: {
    id: p.integer().primary(),
    module: p.text().$type<ActivityModule>(),
    /** The id of the deleted row. The restored row has this id again. */
    item_id: p.integer(),
    title: p.text(),
    fields: p.json<Record<string, unknown>>(),
    /** Null for a row without an uploaded picture. */
    picture: p.type(HeldPicturePath).nullable(),
    user_id: p.integer(),
    /** The person's name at the time of the deletion. The name remains when the account is deleted. */
    user_name: p.text(),
    deleted_at: p.datetime(),
    /** The name of the batch with which the row was removed. Null if the row was removed without a batch. */
    batch: p.text().nullable(),
    search_text: p.text(),
  },
});

export type TrashedRow = Pick<TrashItem, 'module' | 'item_id' | 'title' | 'fields' | 'picture' | 'batch'>;

/** A deleted row. A row in the trash is no longer in its own table. */
export class TrashItem extends TrashItemSchema.class {
  static take(thrown: TrashedRow, viewer: Viewer, now: Date): TrashItem {
    const item = new TrashItem();
    Object.assign(item, thrown, { user_id: viewer.id, user_name: viewer.name, deleted_at: now });
    item.search_text = fold(thrown.title);
    return item;
  }
}

TrashItemSchema.setClass(TrashItem);
