import { insertRow } from '../database/insert-row.ts';
import type { Ctx, SignedInCtx } from '../database/ctx.ts';
import type { Changes } from '../shared/diff.ts';
import type { ActivityType } from '../shared/enumerations.ts';
import { type ActivityModule, idKeyOf } from '../shared/module-facts.ts';
import { acquireKey, extendKey, isKeyInUse } from '../locks/used-keys.ts';
import { type Actor, Activity, type EventFacts } from './activity.entity.ts';
import { readActivities } from './activity.repository.ts';
import type { ActivityQuery } from './activity.schema.ts';
import { describeChange, toActivityView } from './activity.view.ts';
import { scheduleName } from '../shared/program-actors.ts';
import { findSameEvent } from './find-same-event.ts';

export interface Subject {
  id: number;
  label: string;
  /** The verb of the entry, if it differs from the usual verb of the type, for example 'Restored'. */
  verb?: string | undefined;
  /** The noun for the row, if it differs from the usual noun of the module. */
  noun?: string | undefined;
  facts: Record<string, unknown>;
  isPublic: boolean;
}

function changeOf(
  type: ActivityType,
  module: ActivityModule,
  { id, label, facts, isPublic, verb, noun }: Subject,
  changes: Changes | undefined,
): EventFacts {
  return {
    type,
    module,
    description: describeChange({ type, module }, label, verb, noun),
    item_id: id,
    item_name: label,
    metadata: { [idKeyOf(module)]: id, ...facts },
    was_public: isPublic,
    changes,
  };
}

async function insertChange(tx: Ctx, change: EventFacts, actor: Actor): Promise<void> {
  const entry = Activity.enter(change, actor, tx.now);
  entry.confirm(change);
  await insertRow(tx, Activity, entry);
}

/**
 * Records a change in the transaction of the change. If the caller has already posted an entry about the change,
 * completes that entry.
 */
export async function recordActivity(
  tx: SignedInCtx,
  type: ActivityType,
  module: ActivityModule,
  subject: Subject,
  changes?: Changes,
): Promise<void> {
  const change = changeOf(type, module, subject, changes);
  const post = await findSameEvent(tx, change, 'posted');
  if (post) post.confirm(change);
  else await insertChange(tx, change, tx.viewer);
}

/** How long a caller's post about a save that changed nothing is recognised. */
const unchangedMs = 60_000;

const unchangedKey = ({ viewer }: SignedInCtx, module: string, id: number) =>
  `unchanged ${viewer.id} ${module} ${id}`;

/**
 * Records that a save changed nothing, so that the log gets no entry about it: removes the entry that the caller has
 * posted, and lets `isAboutUnchanged` recognise a post that follows.
 */
export async function recordUnchanged(
  tx: SignedInCtx,
  module: ActivityModule,
  { id, label }: Subject,
): Promise<void> {
  const event = { type: 'update', module, item_id: id, item_name: label } as const;
  const post = await findSameEvent(tx, event, 'posted');
  if (post) await tx.em.remove(post).flush();
  const key = unchangedKey(tx, module, id);
  if (!(await acquireKey(tx, key, unchangedMs))) await extendKey(tx, key, unchangedMs);
}

/** Returns whether a caller's post is about a save of the same user that changed nothing, at most 60 s ago. */
export async function isAboutUnchanged(
  tx: SignedInCtx,
  { type, module }: { type: ActivityType; module: ActivityModule },
  id: number | null,
): Promise<boolean> {
  return type === 'update' && id !== null && (await isKeyInUse(tx, unchangedKey(tx, module, id)));
}

/** The facts of changes that concern several rows or none. */
const ofNoRow = { item_id: null, item_name: null, was_public: true };

const schedule = { id: null, name: scheduleName, email: '' };

/** Records a change that the schedule of a row has caused, without an act of a person. */
export async function recordScheduled(
  tx: Ctx,
  module: ActivityModule,
  subject: Subject,
  changes: Changes,
): Promise<void> {
  await insertChange(tx, changeOf('update', module, subject, changes), schedule);
}

/** The module's name in entries about settings. Stored entries contain this name, so it must never change. */
const settingsLog = 'settings';

export async function recordSettingsChange(
  tx: SignedInCtx,
  { group, label, verb }: { group: string; label: string; verb: string | undefined },
  changes: Changes,
): Promise<void> {
  const kind = { type: 'update', module: settingsLog };
  const description = describeChange(kind, label, verb);
  await insertChange(
    tx,
    { ...ofNoRow, ...kind, description, item_name: label, metadata: { group }, changes },
    tx.viewer,
  );
}

/** Records one entry for all sample rows that were removed or restored, in the transaction of the change. */
export async function recordSampleContent(
  tx: SignedInCtx,
  type: 'delete' | 'update',
  count: number,
): Promise<void> {
  const verb = type === 'delete' ? 'Removed' : 'Restored';
  const description = `${verb} the sample content: ${count} ${count === 1 ? 'entry' : 'entries'}`;
  await insertChange(
    tx,
    { ...ofNoRow, type, module: settingsLog, description, metadata: { count } },
    tx.viewer,
  );
}

/** The module's name in entries about messages. Stored entries contain this name, so it must never change. */
const inboxLog = 'inbox';

/**
 * Records that messages or a person were removed. The entry contains only numbers, so every role may read the entry.
 */
export async function recordRemoved(
  tx: Ctx,
  { by, what, counts }: { by: string; what: string; counts: Readonly<Record<string, number>> },
): Promise<void> {
  const numbers = Object.entries(counts).map(([name, count]) => `${count} ${name.replaceAll('_', ' ')}`);
  const description = `${what}: ${numbers.join(', ') || 'nothing'}`;
  const actor = tx.viewer ?? { id: null, name: by, email: '' };
  await insertChange(
    tx,
    { ...ofNoRow, type: 'delete', module: inboxLog, description, metadata: { ...counts } },
    actor,
  );
}

export async function listActivities({ read, viewer: { role } }: SignedInCtx, query: ActivityQuery) {
  const { rows, meta } = await readActivities(read, query, role);
  return { activities: rows.map((row) => toActivityView(row, role)), meta };
}
