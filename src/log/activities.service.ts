import { toColumnMoment } from '../database/dialect.ts';
import { insertRow } from '../database/insert-row.ts';
import { isPublicSql } from '../database/list/public-at.ts';
import type { Ctx, SignedInCtx } from '../database/ctx.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Changes } from '../shared/diff.ts';
import type { ActivityType } from '../shared/enumerations.ts';
import { Forbidden } from '../shared/errors.ts';
import { Id } from '../shared/fields.ts';
import { type ActivityModule, idKeyOf, findModuleByLogName } from '../shared/module-facts.ts';
import { Activity, type EventFacts } from './activity.entity.ts';
import { readActivities } from './activity.repository.ts';
import type { ActivityInput, ActivityQuery, ActivityView } from './activity.schema.ts';
import { describeChange, toActivityView } from './activity.view.ts';
import { scheduleName } from '../shared/program-actors.ts';
import { mayEditModule } from './editable-modules.ts';
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

/**
 * Records a change in the transaction of the change. If the caller has already posted an entry about the change,
 * completes that entry.
 */
export async function recordActivity(
  tx: SignedInCtx,
  type: ActivityType,
  module: ActivityModule,
  { id, label, facts, isPublic, verb, noun }: Subject,
  changes?: Changes,
): Promise<void> {
  const change: EventFacts = {
    type,
    module,
    description: describeChange({ type, module }, label, verb, noun),
    item_id: id,
    item_name: label,
    metadata: { [idKeyOf(module)]: id, ...facts },
    was_public: isPublic,
    changes,
  };
  const post = await findSameEvent(tx, change, 'posted');
  const entry = post ?? Activity.enter(change, tx.viewer, tx.now);
  entry.confirm(change);
  if (!post) await insertRow(tx, Activity, entry);
}

const schedule = { id: null, name: scheduleName, email: '' };

/** Records a change that the schedule of a row has caused, without an act of a person. */
export async function recordScheduled(
  tx: Ctx,
  module: ActivityModule,
  { id, label, facts, isPublic, verb }: Subject,
  changes: Changes,
): Promise<void> {
  const change: EventFacts = {
    type: 'update',
    module,
    item_id: id,
    item_name: label,
    was_public: isPublic,
    changes,
    description: describeChange({ type: 'update', module }, label, verb),
    metadata: { [idKeyOf(module)]: id, ...facts },
  };
  const entry = Activity.enter(change, schedule, tx.now);
  entry.confirm(change);
  await insertRow(tx, Activity, entry);
}

/** The module's name in entries about settings. Stored entries contain this name, so it must never change. */
const settingsLog = 'settings';

export async function recordSettingsChange(
  tx: SignedInCtx,
  { group, label, verb }: { group: string; label: string; verb: string | undefined },
  changes: Changes,
): Promise<void> {
  const kind = { type: 'update', module: settingsLog };
  const change: EventFacts = {
    ...kind,
    description: describeChange(kind, label, verb),
    item_id: null,
    item_name: label,
    metadata: { group },
    was_public: true,
    changes,
  };
  const entry = Activity.enter(change, tx.viewer, tx.now);
  entry.confirm(change);
  await insertRow(tx, Activity, entry);
}

/** Records one entry for all sample rows that were removed or restored, in the transaction of the change. */
export async function recordSampleContent(
  tx: SignedInCtx,
  type: 'delete' | 'update',
  count: number,
): Promise<void> {
  const verb = type === 'delete' ? 'Removed' : 'Restored';
  const change: EventFacts = {
    type,
    module: settingsLog,
    item_id: null,
    item_name: null,
    metadata: { count },
    was_public: true,
    description: `${verb} the sample content: ${count} ${count === 1 ? 'entry' : 'entries'}`,
  };
  const entry = Activity.enter(change, tx.viewer, tx.now);
  entry.confirm(change);
  await insertRow(tx, Activity, entry);
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
  const change: EventFacts = {
    type: 'delete',
    module: inboxLog,
    item_id: null,
    item_name: null,
    metadata: { ...counts },
    was_public: true,
    description: `${what}: ${numbers.join(', ') || 'nothing'}`,
  };
  const entry = Activity.enter(change, tx.viewer ?? { id: null, name: by, email: '' }, tx.now);
  entry.confirm(change);
  await insertRow(tx, Activity, entry);
}

export async function listActivities({ read, viewer: { role } }: SignedInCtx, query: ActivityQuery) {
  const { rows, meta } = await readActivities(read, query, role);
  return { activities: rows.map((row) => toActivityView(row, role)), meta };
}

/**
 * Adds the caller's text to the server's entry about the same change. If there is none, stores an unconfirmed entry
 * (docs/product.md, §8.4).
 * @throws {Forbidden} when the caller's role may not edit the module of the entry
 */
export async function recordCallerEntry(
  ctx: SignedInCtx,
  input: ActivityInput,
): Promise<{ activity: ActivityView; isJoined: boolean }> {
  const { role } = ctx.viewer;
  if (!mayEditModule(role, input.module)) throw new Forbidden('Your role does not permit this.');
  return inTransaction(ctx, async (tx) => {
    const item = itemOf(input);
    const was_public = await isPublic(tx, input.module, item.item_id);
    const post: EventFacts = { ...input, ...item, metadata: knownMetadata(input), was_public };
    const change = await findSameEvent(tx, post, 'changed');
    const entry = change ?? Activity.enter(post, ctx.viewer, ctx.now);
    entry.hearCaller(post);
    await tx.em.persist(entry).flush();
    return { activity: toActivityView(entry, role), isJoined: change !== null };
  });
}

async function isPublic({ em, now }: Ctx, module: ActivityModule, id: number | null): Promise<boolean> {
  const { table, publicBy, schedule } = findModuleByLogName(module)!;
  if (publicBy === null && !schedule) return true;
  if (id === null) return publicBy === null;
  const db = em.getKysely<Record<string, { id: number }>>();
  const rows = db.selectFrom(table).select('id').where('id', '=', id);
  return (await rows.where(isPublicSql(table, toColumnMoment(db, now))).executeTakeFirst()) !== undefined;
}

/**
 * The members of `metadata` that the specification names. Other members are dropped, because nothing that a caller
 * sends may look like a statement of the server.
 */
const reportedKeys = ['title', 'name', 'role', 'section', 'type', 'department', 'is_active', 'category'];

function knownMetadata({ module, metadata }: ActivityInput): ActivityInput['metadata'] {
  const keys = [idKeyOf(module), ...reportedKeys];
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => keys.includes(key)));
}

/** A post without an id is accepted, because callers may post about an item before it exists. */
function itemOf({ module, metadata }: ActivityInput): Pick<EventFacts, 'item_id' | 'item_name'> {
  const { data: item_id = null } = Id.safeParse(metadata[idKeyOf(module)]);
  const name = metadata.title ?? metadata.name;
  return { item_id, item_name: typeof name === 'string' ? name.trim() : null };
}
