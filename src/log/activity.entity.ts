import { jsonColumn, textColumn } from '../database/columns.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { logNameOfToken, type Viewer } from '../database/ctx.ts';
import { foldText } from '../shared/fold-text.ts';
import type { FieldChanges } from '../shared/diff.ts';
import type { ActivityModule } from '../shared/module-facts.ts';
import { describeHiddenChange } from './activity-views.ts';

type Metadata = Record<string, unknown>;

export const ActivitySchema = defineEntity({
  name: 'Activity',
  tableName: 'activities',
  indexes: [
    { properties: ['created_at', 'id'] },
    { properties: ['type', 'created_at', 'id'] },
    { properties: ['module', 'created_at', 'id'] },
    { properties: ['module', 'type', 'created_at', 'id'] },
    { properties: ['user_id', 'created_at', 'id'] },
    { properties: ['is_verified', 'created_at', 'id'] },
    { properties: ['module', 'item_id', 'created_at', 'id'] },
    // Every column that the dashboard's chart reads.
    { properties: ['created_at', 'type', 'is_verified'] },
  ],
  properties: {
    id: p.integer().primary(),
    /** Another version of the program may have stored a type or module that this one lacks. */
    type: textColumn('nothing'),
    /** Null when the post had no module, and its description names none either. */
    module: textColumn('nothing').nullable(),
    /** The sentence that the server wrote. In an unconfirmed entry, the caller's text. */
    description: textColumn('writing'),
    note: textColumn('writing').nullable(),
    /** The columns about the user do not change when the account is renamed or deleted. */
    user_id: p.integer().nullable(),
    user_name: textColumn('colleague'),
    /** Null in entries that are older than this column. */
    user_email: textColumn('email').nullable(),
    item_id: p.integer().nullable(),
    item_name: textColumn('writing').nullable(),
    metadata: jsonColumn<Metadata>('writing'),
    changes: jsonColumn<FieldChanges>('writing').nullable(),
    /** Whether the server has recorded the change itself. False if only a caller has reported it. */
    is_verified: p.boolean(),
    /** Whether a caller has reported the change. A complete entry has this and `is_verified`. */
    has_caller_post: p.boolean().default(false),
    /** Whether visitors could read the item. If not, only editors of the module read the entry's texts. */
    was_public: p.boolean().default(false),
    created_at: p.datetime(),
    search_text: textColumn('writing'),
    /** For searches of roles that may not read the entry's texts. Empty when every role may. */
    open_search_text: textColumn('writing').default(''),
    /** The API token that a program used, such as `token:7`. Null for a person. */
    via: textColumn('nothing').nullable(),
    /** The row's `version` before the change. Null if there was no row. */
    version_before: p.integer().nullable(),
    /** Null if the change removed the row. An entry without both cannot be undone. */
    version_after: p.integer().nullable(),
    /** The id of the entry that this one undoes. */
    undoes: p.integer().nullable(),
    undone_by: p.integer().nullable(),
    /** The id of the first entry of the same call, if it was about several rows. */
    call_id: p.integer().nullable(),
  },
});

/** A person, or a program such as the schedule, which has no id. */
export type ActivityActor = Pick<Viewer, 'name' | 'email' | 'token'> & { id: number | null };

export interface ActivityFacts {
  type: string;
  module: string | null;
  description: string;
  item_id: number | null;
  item_name: string | null;
  metadata: Metadata;
  was_public: boolean;
  changes?: FieldChanges | undefined;
  version_before?: number | null | undefined;
  version_after?: number | null | undefined;
  undoes?: number | null | undefined;
  call_id?: number | null | undefined;
}

/** Users can neither change nor delete an entry. */
export class Activity extends ActivitySchema.class {
  /** Neither verified nor posted: call `confirm` or `hearCaller` next. */
  static enter(facts: ActivityFacts, viewer: ActivityActor, now: Date): Activity {
    const entry = new Activity();
    Object.assign(entry, facts, { is_verified: false, has_caller_post: false, note: null, created_at: now });
    entry.module = facts.module ?? inferActivityModule(facts.description);
    entry.user_id = viewer.id;
    entry.user_name = viewer.name;
    entry.user_email = viewer.email || null;
    entry.via = viewer.token ? logNameOfToken(viewer.token) : null;
    entry.describe(facts);
    return entry;
  }

  /** Sets the facts and the sentence of the recorded change. Of the caller's texts, only `note` remains. */
  confirm({ item_id, item_name, metadata, changes, ...facts }: ActivityFacts): void {
    Object.assign(this, { item_id, item_name, metadata, changes: changes ?? null });
    this.version_before = facts.version_before ?? null;
    this.version_after = facts.version_after ?? null;
    this.undoes = facts.undoes ?? null;
    this.call_id = facts.call_id ?? null;
    this.is_verified = true;
    this.describe(facts);
  }

  hearCaller({ description }: ActivityFacts): void {
    this.has_caller_post = true;
    this.note = description;
  }

  private describe({ description, was_public }: Pick<ActivityFacts, 'description' | 'was_public'>): void {
    Object.assign(this, { description, was_public });
    this.search_text = foldText(description, this.user_name);
    this.open_search_text = was_public ? '' : foldText(describeHiddenChange(this), this.user_name);
  }
}

ActivitySchema.setClass(Activity);

const inferredModules = ['team', 'portfolio', 'job', 'blog'] as const satisfies ActivityModule[];

/** The first of these names in the description of an entry without a module (docs/product.md, §8.5). */
export function inferActivityModule(description: string): ActivityModule | null {
  const text = description.toLowerCase();
  return inferredModules.find((module) => text.includes(module)) ?? null;
}
