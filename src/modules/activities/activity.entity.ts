import { defineEntity, p } from '@mikro-orm/core';
import type { Viewer } from '../../database/operation.ts';
import { fold } from '../../database/search/search.ts';
import { inferModule } from '../../shared/activity-module.ts';
import type { Changes } from '../../shared/diff.ts';
import { describeHidden } from './activity.view.ts';

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
    /** Type and module may be words of another version. */
    type: p.text(),
    /** Null only where an entry came without one and its words name none. */
    module: p.text().nullable(),
    /** The server's own sentence; the caller's words while no change confirms them. */
    description: p.text(),
    /** The words of a caller who posted it. */
    note: p.text().nullable(),
    /** Who did it, as they were at that moment: they stay when the account is renamed or deleted. */
    user_id: p.integer().nullable(),
    user_name: p.text(),
    /** Null where it was not stored yet. */
    user_email: p.text().nullable(),
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
    /** Whether visitors could see its item after the change, or before it was deleted; otherwise its words are not for everybody. */
    was_public: p.boolean().default(false),
    created_at: p.datetime(),
    search_text: p.text(),
    /** What those who may not read its words find it by; empty where everybody may. */
    open_search_text: p.text().default(''),
  },
});

/** What is known of an event: by the change itself, or by a caller who posts it. */
export interface EventFacts {
  type: string;
  module: string | null;
  description: string;
  item_id: number | null;
  item_name: string | null;
  metadata: Metadata;
  /** Visitors can see the item. */
  was_public: boolean;
  changes?: Changes | undefined;
}

/** One line of the activity log. Never changed by a person, never deleted. */
export class Activity extends ActivitySchema.class {
  /** A line that nobody else has told of yet: neither verified nor posted until `confirm` or `hearCaller`. */
  static enter(facts: EventFacts, viewer: Viewer, now: Date): Activity {
    const entry = new Activity();
    Object.assign(entry, facts, { is_verified: false, has_caller_post: false, note: null, created_at: now });
    entry.module = facts.module ?? inferModule(facts.description);
    entry.user_id = viewer.id;
    entry.user_name = viewer.name;
    entry.user_email = viewer.email || null;
    entry.describe(facts);
    return entry;
  }

  /** The change is ours: what it knows counts, and its sentence is the description. A caller's words stay as the note. */
  confirm({ item_id, item_name, metadata, changes, ...facts }: EventFacts): void {
    Object.assign(this, { item_id, item_name, changes: changes ?? null });
    this.metadata = { ...this.metadata, ...metadata };
    this.is_verified = true;
    this.describe(facts);
  }

  /** A caller has posted it: their words are the note, and what they know beyond the change itself joins the metadata. */
  hearCaller({ description, metadata }: EventFacts): void {
    this.metadata = { ...metadata, ...this.metadata };
    this.has_caller_post = true;
    this.note = description;
  }

  private describe({ description, was_public }: Pick<EventFacts, 'description' | 'was_public'>): void {
    Object.assign(this, { description, was_public });
    this.search_text = fold(description, this.user_name);
    this.open_search_text = was_public ? '' : fold(describeHidden(this), this.user_name);
  }
}

ActivitySchema.setClass(Activity);
