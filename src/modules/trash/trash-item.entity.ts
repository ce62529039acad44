import { defineEntity, p } from '@mikro-orm/core';
import type { Viewer } from '../../database/operation.ts';
import { fold } from '../../database/search/search.ts';
import type { ActivityModule } from '../../shared/module-facts.ts';

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
    /** The row gets the same id when it is restored. */
    item_id: p.integer(),
    title: p.text(),
    fields: p.json<Record<string, unknown>>(),
    /** Null if the row showed no uploaded picture. */
    picture: p.text().nullable(),
    /** The name stays when the account is deleted. */
    user_id: p.integer(),
    user_name: p.text(),
    deleted_at: p.datetime(),
    /** The removal that deleted several rows together. Null for a row that was deleted by itself. */
    batch: p.text().nullable(),
    search_text: p.text(),
  },
});

export type Thrown = Pick<TrashItem, 'module' | 'item_id' | 'title' | 'fields' | 'picture' | 'batch'>;

/** While it is here, the row is not in its own table. */
export class TrashItem extends TrashItemSchema.class {
  static take(thrown: Thrown, viewer: Viewer, now: Date): TrashItem {
    const item = new TrashItem();
    Object.assign(item, thrown, { user_id: viewer.id, user_name: viewer.name, deleted_at: now });
    item.search_text = fold(thrown.title);
    return item;
  }
}

TrashItemSchema.setClass(TrashItem);
