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
  ],
  uniques: [{ properties: ['module', 'item_id'] }],
  properties: {
    id: p.integer().primary(),
    module: p.text().$type<ActivityModule>(),
    /** The id that the row had, and has again when it is restored. */
    item_id: p.integer(),
    /** Its title or name. */
    title: p.text(),
    /** All that the row held, by property. */
    fields: p.json<Record<string, unknown>>(),
    /** The path of the picture that it showed, where that is one of our own. */
    picture: p.text().nullable(),
    /** Who deleted it; the name stays when the account goes. */
    user_id: p.integer(),
    user_name: p.text(),
    deleted_at: p.datetime(),
    search_text: p.text(),
  },
});

/** A deleted row, as it was. */
export type Thrown = Pick<TrashItem, 'module' | 'item_id' | 'title' | 'fields' | 'picture'>;

/** Something that was deleted and may still come back. Its row is in no table of its own meanwhile. */
export class TrashItem extends TrashItemSchema.class {
  static take(thrown: Thrown, viewer: Viewer, now: Date): TrashItem {
    const item = new TrashItem();
    Object.assign(item, thrown, { user_id: viewer.id, user_name: viewer.name, deleted_at: now });
    item.search_text = fold(thrown.title);
    return item;
  }
}

TrashItemSchema.setClass(TrashItem);
