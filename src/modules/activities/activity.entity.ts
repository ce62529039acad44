import { defineEntity, p } from '@mikro-orm/core';
import { fold } from '../../database/search.ts';
import type { Viewer } from '../../database/work.ts';
import { inferModule } from '../../shared/activity-module.ts';
import type { ActivityModule, ActivityType } from '../../shared/catalog.ts';
import type { Changes } from '../../shared/difference.ts';

type Metadata = Record<string, unknown>;

export const ActivitySchema = defineEntity({
  name: 'Activity',
  tableName: 'activities',
  indexes: [
    { properties: ['created_at', 'id'] },
    { properties: ['type', 'created_at', 'id'] },
    { properties: ['module', 'created_at', 'id'] },
    { properties: ['module', 'type', 'created_at', 'id'] },
    // The latest entries of a person that lack one side of their event.
    { properties: ['user_id', 'is_verified', 'has_caller_post', 'created_at'] },
    // All that the chart of the dashboard reads.
    { properties: ['created_at', 'type', 'is_verified'] },
  ],
  properties: {
    id: p.integer().primary(),
    type: p.text().$type<ActivityType>(),
    /** Null only where an entry came without one and its words name none. */
    module: p.text().$type<ActivityModule>().nullable(),
    description: p.text(),
    /** Who did it; the name stays when the account goes. */
    user_id: p.integer().nullable(),
    user_name: p.text(),
    /** The row it is about, which may be gone since. */
    item_id: p.integer().nullable(),
    /** That row's title or name. */
    item_name: p.text().nullable(),
    metadata: p.json<Metadata>(),
    /** What an update changed, by field. */
    changes: p.json<Changes>().nullable(),
    /** A change of ours confirms it; false for what a caller only said. */
    is_verified: p.boolean(),
    /** A caller has posted it; together with `is_verified` both sides of the event have met. */
    has_caller_post: p.boolean().default(false),
    created_at: p.datetime(),
    search_text: p.text(),
  },
});

/** What is known of an event: by the change itself, or by a caller who posts it. */
export interface EventFacts {
  type: ActivityType;
  module: ActivityModule | null;
  description: string;
  item_id: number | null;
  item_name: string | null;
  metadata: Metadata;
  changes?: Changes | undefined;
}

/** One line of the activity log. Never changed by a person, never deleted. */
export class Activity extends ActivitySchema.class {
  /** A line that nobody else has told of yet: neither verified nor posted until `confirm` or `hearCaller`. */
  static enter(facts: EventFacts, viewer: Viewer, now: Date): Activity {
    const entry = new Activity();
    Object.assign(entry, facts, { is_verified: false, has_caller_post: false, created_at: now });
    entry.module = facts.module ?? inferModule(facts.description);
    entry.user_id = viewer.id;
    entry.user_name = viewer.name;
    entry.describe(facts.description);
    return entry;
  }

  /** The change is ours: what it knows counts, except that a caller's description stays. */
  confirm({ item_id, item_name, metadata, changes }: EventFacts): void {
    Object.assign(this, { item_id, item_name, changes: changes ?? null });
    this.metadata = { ...this.metadata, ...metadata };
    this.is_verified = true;
  }

  /** A caller has posted it: their words count, and what they know beyond the change itself. */
  hearCaller({ description, metadata }: EventFacts): void {
    this.metadata = { ...metadata, ...this.metadata };
    this.has_caller_post = true;
    this.describe(description);
  }

  private describe(description: string): void {
    this.description = description;
    this.search_text = fold(description, this.user_name);
  }
}

ActivitySchema.setClass(Activity);
