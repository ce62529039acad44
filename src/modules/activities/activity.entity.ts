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
    // Finds entries that lack a confirmation or a post.
    { properties: ['user_id', 'is_verified', 'has_caller_post', 'created_at'] },
    // Covers all columns of the dashboard's chart.
    { properties: ['created_at', 'type', 'is_verified'] },
  ],
  properties: {
    id: p.integer().primary(),
    /** Another version may have stored a type or module that this one does not know. */
    type: p.text(),
    /** Null if the entry came without a module and its description names none. */
    module: p.text().nullable(),
    /** The server's sentence. For an unconfirmed entry, the caller's words. */
    description: p.text(),
    note: p.text().nullable(),
    /** As of then, even if the account is renamed or deleted. */
    user_id: p.integer().nullable(),
    user_name: p.text(),
    /** Null in entries from before the column existed. */
    user_email: p.text().nullable(),
    item_id: p.integer().nullable(),
    item_name: p.text().nullable(),
    metadata: p.json<Metadata>(),
    changes: p.json<Changes>().nullable(),
    /** False for an entry that only a caller posted. */
    is_verified: p.boolean(),
    /** With `is_verified` also true, the entry is complete. */
    has_caller_post: p.boolean().default(false),
    /** After the change, or before a deletion. If not, only roles that may edit the module read the words. */
    was_public: p.boolean().default(false),
    created_at: p.datetime(),
    search_text: p.text(),
    /** For roles that may not read the entry's words. Empty where every role may. */
    open_search_text: p.text().default(''),
  },
});

export interface EventFacts {
  type: string;
  module: string | null;
  description: string;
  item_id: number | null;
  item_name: string | null;
  metadata: Metadata;
  was_public: boolean;
  changes?: Changes | undefined;
}

/** No user can change or delete it. */
export class Activity extends ActivitySchema.class {
  /** Neither verified nor posted: `confirm` or `hearCaller` must follow. */
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

  /** Takes the facts and the sentence of the change. The caller's words stay in `note`. */
  confirm({ item_id, item_name, metadata, changes, ...facts }: EventFacts): void {
    Object.assign(this, { item_id, item_name, changes: changes ?? null });
    this.metadata = { ...this.metadata, ...metadata };
    this.is_verified = true;
    this.describe(facts);
  }

  /** The metadata of the change takes precedence. */
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
