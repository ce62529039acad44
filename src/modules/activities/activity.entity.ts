import { defineEntity, p } from '@mikro-orm/core';
import type { ActivityModule, ActivityType } from '../../shared/catalog.ts';

export const ActivitySchema = defineEntity({
  name: 'Activity',
  tableName: 'activities',
  indexes: [
    { properties: ['created_at', 'id'] },
    { properties: ['type', 'created_at', 'id'] },
    { properties: ['module', 'created_at', 'id'] },
    { properties: ['user_id', 'module', 'type', 'item_id', 'created_at'] },
  ],
  properties: {
    id: p.integer().primary(),
    type: p.text().$type<ActivityType>(),
    module: p.text().$type<ActivityModule>(),
    description: p.text(),
    /** Who did it; the name stays when the account goes. */
    user_id: p.integer().nullable(),
    user_name: p.text(),
    /** The row it is about, which may be gone since. */
    item_id: p.integer().nullable(),
    metadata: p.json<Record<string, unknown>>(),
    /** A change of ours confirms it; false for what a caller only said. */
    is_verified: p.boolean(),
    created_at: p.datetime(),
    search_text: p.text(),
  },
});

/** One line of the activity log. Never changed by a person, never deleted. */
export class Activity extends ActivitySchema.class {}

ActivitySchema.setClass(Activity);
