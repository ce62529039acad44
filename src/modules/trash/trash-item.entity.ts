import { defineEntity, p } from '@mikro-orm/core';
import type { Viewer } from '../../database/operation.ts';
import { fold } from '../../database/search/search.ts';
import type { ActivityModule } from '../../shared/facts.ts';

const TrashItemSchema = defineEntity({
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
    /** The id that the row had. It gets the same id when it is restored. */
    item_id: p.integer(),
    /** The title or name of the row. */
    title: p.text(),
    /** All values of the row, by property. */
    fields: p.json<Record<string, unknown>>(),
    /** The path of the picture that the row showed. Null if it is not an uploaded one. */
    picture: p.text().nullable(),
    /** The user who deleted it. The name stays when the account is deleted. */
    user_id: p.integer(),
    user_name: p.text(),
    deleted_at: p.datetime(),
    /** The removal that deleted several rows together. Null for a row that was deleted by itself. */
    batch: p.text().nullable(),
    search_text: p.text(),
  },
});

/** The data of a deleted row. */
export type Thrown = Pick<TrashItem, 'module' | 'item_id' | 'title' | 'fields' | 'picture' | 'batch'>;

/** A deleted row that can still be restored. It is not in its own table during that time. */
export class TrashItem extends TrashItemSchema.class {
  static take(thrown: Thrown, viewer: Viewer, now: Date): TrashItem {
    const item = new TrashItem();
    Object.assign(item, thrown, { user_id: viewer.id, user_name: viewer.name, deleted_at: now });
    item.search_text = fold(thrown.title);
    return item;
  }
}

TrashItemSchema.setClass(TrashItem);
