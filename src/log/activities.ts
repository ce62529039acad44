import type { Ctx, Reader, SignedInCtx } from '../database/ctx.ts';
import { insertRow, inTransaction } from '../database/transaction.ts';
import { isPublicSql } from '../database/list/public-at.ts';
import type { Tables } from '../database/table-types.ts';
import { lockName } from '../locks/name-lock.ts';
import { acquireKey, extendKey, isKeyInUse } from '../locks/used-keys.ts';
import type { FieldChanges } from '../shared/diff.ts';
import type { ActivityType } from '../shared/enumerations.ts';
import { Conflict, Forbidden } from '../shared/errors.ts';
import { Id } from '../shared/fields.ts';
import {
  type ActivityModule,
  activityModules,
  findModuleByLogName,
  idKeyOfModule,
  inboxLog,
  settingsLog,
} from '../shared/module-facts.ts';
import { scheduleActorName } from '../shared/program-actors.ts';
import { describeChange, mayEditModule, readActivities, toActivityView } from './activity-views.ts';
import { Activity, type ActivityActor, type ActivityFacts } from './activity.entity.ts';
import type { ActivityInput, ActivityQuery, ActivityView } from './activity.schema.ts';
import { queueRowEvents, queueSettingsEvents } from './webhook-queue.ts';

const windowMs = 60_000;

const sides = {
  posted: { is_verified: false, has_caller_post: true },
  changed: { is_verified: true, has_caller_post: false },
};

/**
 * Finds an entry of the same user about the same change, at most 60 s earlier or later, that has one side only: the
 * caller's post or the recorded change (docs/product.md, §8.4). A concurrent search waits until this transaction
 * ends, and then finds the new entry.
 */
async function findSameEvent(
  tx: SignedInCtx,
  event: Pick<ActivityFacts, 'type' | 'module' | 'item_id' | 'item_name'>,
  side: keyof typeof sides,
): Promise<Activity | null> {
  const { type, module, item_id, item_name } = event;
  const { em, viewer, now } = tx;
  const isByName = type === 'create' && item_name !== null;
  if (item_id === null && !isByName) return null;
  await lockName(tx, `activity ${viewer.id} ${module} ${type}`);
  const [earliest, latest] = [-windowMs, windowMs].map((distance) => new Date(now.getTime() + distance));
  const entry = await em
    .getKysely<Tables>()
    .selectFrom('activities')
    .select('id')
    .where((eb) => {
      const isOfName = eb('item_name', '=', item_name);
      return eb.and([
        eb.and({ user_id: viewer.id, type, module, ...sides[side] }),
        eb.between('created_at', earliest!, latest!),
        // A post from before a creation has no id, so creations also match by title or name.
        eb.or([
          ...(item_id === null ? [] : [eb('item_id', '=', item_id)]),
          ...(isByName ? [item_id === null ? isOfName : isOfName.and('item_id', 'is', null)] : []),
        ]),
      ]);
    })
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entry ? em.findOne(Activity, entry) : null;
}

export interface ActivitySubject {
  id: number;
  label: string;
  /** The verb, if it differs from the usual one of the type, for example 'Restored'. */
  verb?: string | undefined;
  /** The noun for the row, if it differs from that of the module. */
  noun?: string | undefined;
  facts: Record<string, unknown>;
  isPublic: boolean;
  /** Of its page. Absent for rows without one. */
  path?: string | undefined;
}

/** What an entry needs to be undone. */
interface UndoFacts {
  version_before?: number | null;
  version_after?: number | null;
  /** The entry that this change takes back. */
  undoes?: UndoneEntry | undefined;
  call?: SharedCall | undefined;
  /** Of a row that was moved in its list. Programs that follow changes do not get them. */
  places?: FieldChanges;
}

/** Of a call that changes several rows. The log shows its entries as one line. */
export interface SharedCall {
  first?: number;
}

export const callOf = (ids: readonly number[]): SharedCall | undefined => (ids.length > 1 ? {} : undefined);

export type UndoneEntry = Pick<Activity, 'id' | 'undoes'>;

export const undoVerb = 'Undid a change of';

function changeOf(
  type: ActivityType,
  module: ActivityModule,
  { id, label, facts, isPublic, verb, noun }: ActivitySubject,
  changes: FieldChanges | undefined,
  { version_before, version_after, undoes, call, places }: UndoFacts = {},
): ActivityFacts {
  return {
    type,
    module,
    description: describeChange({ type, module }, label, verb, noun),
    item_id: id,
    item_name: label,
    metadata: { [idKeyOfModule(module)]: id, ...facts },
    was_public: isPublic,
    changes: changes ?? places,
    version_before,
    version_after,
    undoes: undoes?.id,
    call_id: call?.first,
  };
}

async function insertChange(tx: Ctx, change: ActivityFacts, actor: ActivityActor): Promise<Activity> {
  const entry = Activity.enter(change, actor, tx.now);
  entry.confirm(change);
  await insertRow(tx, Activity, entry);
  return entry;
}

/** Records a change in its transaction. If the caller has already posted about it, completes that entry. */
export async function recordActivity(
  tx: SignedInCtx,
  type: ActivityType,
  module: ActivityModule,
  subject: ActivitySubject,
  changes?: FieldChanges,
  facts?: UndoFacts,
): Promise<void> {
  const change = changeOf(type, module, subject, changes, facts);
  const post = await findSameEvent(tx, change, 'posted');
  if (post) post.confirm(change);
  const entry = post ?? (await insertChange(tx, change, tx.viewer));
  const { undoes, call } = facts ?? {};
  if (call && !call.first) {
    call.first = entry.id;
    await tx.em.nativeUpdate(Activity, { id: entry.id }, { call_id: entry.id });
  }
  if (undoes) await connectUndo(tx, undoes, entry.id);
  await queueRowEvents(tx, type, module, subject, changes);
}

/** What the undone entry had undone itself is there again. @throws {Conflict} when the entry is undone already */
async function connectUndo({ em }: Ctx, undone: UndoneEntry, undone_by: number): Promise<void> {
  const count = await em.nativeUpdate(Activity, { id: undone.id, undone_by: null }, { undone_by });
  if (count === 0) throw new Conflict('This change has been undone already.');
  if (undone.undoes) await em.nativeUpdate(Activity, { id: undone.undoes }, { undone_by: null });
}

/** The change that made this version of a row, if it can be undone. */
export async function findEntryOfVersion(
  { em }: Ctx,
  module: ActivityModule,
  item_id: number,
  version: number,
) {
  const where = {
    module,
    item_id,
    version_before: { $lt: version },
    version_after: version,
    undone_by: null,
  };
  const entry = await em.findOne(Activity, where, { orderBy: { id: 'desc' }, disableIdentityMap: true });
  return entry ? toUndoable(entry) : undefined;
}

export type UndoableEntry = NonNullable<ReturnType<typeof toUndoable>>;

/** Undefined if the entry is about no row, or is older than undo. The versions are the same if the row was moved. */
export function toUndoable(entry: Activity) {
  const { id, item_id = null, version_before = null, version_after = null, undoes, metadata } = entry;
  if (item_id === null || (version_before === null && version_after === null)) return undefined;
  const former_after = typeof metadata.former_after === 'number' ? metadata.former_after : null;
  return { id, item_id, version_before, version_after, undoes, former_after };
}

/** Whether the row has been moved in its list after the entry, other than by what was undone. */
export async function hasMovedSince({ em }: Pick<Ctx, 'em'>, { id }: UndoneEntry): Promise<boolean> {
  const later = await em
    .getKysely<Tables>()
    .selectFrom('activities as entry')
    .innerJoin('activities as later', (join) =>
      join.onRef('later.module', '=', 'entry.module').onRef('later.item_id', '=', 'entry.item_id'),
    )
    .select('later.id')
    .where('entry.id', '=', id)
    .where('later.id', '>', id)
    .whereRef('later.version_before', '=', 'later.version_after')
    .where('later.undone_by', 'is', null)
    .where('later.undoes', 'is', null)
    .executeTakeFirst();
  return later !== undefined;
}

/** How long a caller's post about a save that changed nothing is recognised. */
const unchangedMs = 60_000;

const unchangedKey = ({ viewer }: SignedInCtx, module: string, id: number) =>
  `unchanged ${viewer.id} ${module} ${id}`;

/** Removes the caller's earlier post about a save that changed nothing. `isAboutUnchanged` finds a later one. */
export async function recordUnchangedSave(
  tx: SignedInCtx,
  module: ActivityModule,
  { id, label }: ActivitySubject,
): Promise<void> {
  const event = { type: 'update', module, item_id: id, item_name: label } as const;
  const post = await findSameEvent(tx, event, 'posted');
  if (post) await tx.em.remove(post).flush();
  const key = unchangedKey(tx, module, id);
  if (!(await acquireKey(tx, key, unchangedMs))) await extendKey(tx, key, unchangedMs);
}

/** Whether a caller's post is about a save by the same user, at most 60 s ago, that changed nothing. */
async function isAboutUnchanged(
  tx: SignedInCtx,
  { type, module }: { type: ActivityType; module: ActivityModule },
  id: number | null,
): Promise<boolean> {
  return type === 'update' && id !== null && (await isKeyInUse(tx, unchangedKey(tx, module, id)));
}

/** Changes that concern several rows or none. */
const ofNoRow = { item_id: null, item_name: null, was_public: true };

const schedule = { id: null, name: scheduleActorName, email: '' };

/** Records a change that a row's schedule made, not a person. */
export async function recordScheduledChange(
  tx: Ctx,
  module: ActivityModule,
  subject: ActivitySubject,
  changes: FieldChanges,
): Promise<void> {
  await insertChange(tx, changeOf('update', module, subject, changes), schedule);
  await queueRowEvents(tx, 'update', module, subject, changes);
}

export async function recordSettingsChange(
  tx: SignedInCtx,
  { group, label, verb }: { group: string; label: string; verb: string | undefined },
  changes: FieldChanges,
  { undoes, ...versions }: Omit<UndoFacts, 'call' | 'places'> = {},
): Promise<void> {
  const kind = { type: 'update', module: settingsLog };
  const description = describeChange(kind, label, verb);
  const about = { item_name: label, metadata: { group }, changes, ...versions, undoes: undoes?.id };
  const entry = await insertChange(tx, { ...ofNoRow, ...kind, description, ...about }, tx.viewer);
  if (undoes) await connectUndo(tx, undoes, entry.id);
  await queueSettingsEvents(tx, group);
}

/** One entry for all sample rows that were removed or restored. */
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

/** Records that messages or a person were removed. The entry has only numbers, so every role may read it. */
export async function recordRemoval(
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

/** @throws the errors of `readActivities` */
export async function listActivities({ read, viewer }: SignedInCtx, query: ActivityQuery) {
  const { rows, meta } = await readActivities(read, query, viewer);
  const views = rows.map((row) => toActivityView(row, viewer));
  const places = await findItems(read, views);
  const activities = views.map((view) => ({ ...view, ...places.get(keyOfItem(view)) }));
  return { activities, meta };
}

const keyOfItem = ({ module, item_id }: Pick<ActivityView, 'module' | 'item_id'>) => `${module} ${item_id}`;

/** Two queries for each module of a page. */
async function findItems(read: Reader, views: readonly ActivityView[]) {
  const places = new Map<string, Pick<ActivityView, 'item'>>();
  for (const module of activityModules) {
    const ids = views.flatMap((view) => (view.module === module && view.item_id ? [view.item_id] : []));
    if (ids.length === 0) continue;
    const { table } = findModuleByLogName(module)!;
    const rows = await read
      .withTables<Record<string, { id: number }>>()
      .selectFrom(table)
      .select('id')
      .where('id', 'in', ids)
      .execute();
    for (const { id } of rows) places.set(keyOfItem({ module, item_id: id }), { item: 'row' });
    const trashed = read.selectFrom('trash_items').select('item_id').where('module', '=', module);
    for (const { item_id } of await trashed.where('item_id', 'in', ids).execute())
      places.set(keyOfItem({ module, item_id }), { item: 'trash' });
  }
  return places;
}

/**
 * Adds the caller's text to the server's entry about the same change, or stores an unconfirmed entry (docs/product.md,
 * §8.4). Stores nothing and returns null when the post is about a save that changed nothing.
 * @throws {Forbidden} when the caller's role may not edit the module of the entry
 */
export async function recordCallerEntry(
  ctx: SignedInCtx,
  input: ActivityInput,
): Promise<{ activity: ActivityView | null; isNew: boolean }> {
  const { role } = ctx.viewer;
  // A token that may report a change needs no scope to read the module.
  if (!mayEditModule({ role }, input.module)) throw new Forbidden('Your role does not permit this.');
  return inTransaction(ctx, async (tx) => {
    const item = itemOf(input);
    const was_public = await isPublic(tx, input.module, item.item_id);
    const post: ActivityFacts = { ...input, ...item, metadata: knownMetadata(input), was_public };
    const change = await findSameEvent(tx, post, 'changed');
    if (!change && (await isAboutUnchanged(tx, input, item.item_id))) return { activity: null, isNew: false };
    const entry = change ?? Activity.enter(post, ctx.viewer, ctx.now);
    entry.hearCaller(post);
    await tx.em.persist(entry).flush();
    return { activity: toActivityView(entry, ctx.viewer), isNew: change === null };
  });
}

async function isPublic({ em, now }: Ctx, module: ActivityModule, id: number | null): Promise<boolean> {
  const { table, publicBy, schedule } = findModuleByLogName(module)!;
  if (publicBy === null && !schedule) return true;
  if (id === null) return publicBy === null;
  const db = em.getKysely<Record<string, { id: number }>>();
  const rows = db.selectFrom(table).select('id').where('id', '=', id);
  return (await rows.where(isPublicSql(table, now)).executeTakeFirst()) !== undefined;
}

/** As specified. Nothing else that a caller sends may look like a statement of the server. */
const reportedKeys = ['title', 'name', 'role', 'section', 'type', 'department', 'is_active', 'category'];

function knownMetadata({ module, metadata }: ActivityInput): ActivityInput['metadata'] {
  const keys = [idKeyOfModule(module), ...reportedKeys];
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => keys.includes(key)));
}

/** A post may have no id, because callers may post about an item before it exists. */
function itemOf({ module, metadata }: ActivityInput): Pick<ActivityFacts, 'item_id' | 'item_name'> {
  const { data: item_id = null } = Id.safeParse(metadata[idKeyOfModule(module)]);
  const name = metadata.title ?? metadata.name;
  return { item_id, item_name: typeof name === 'string' ? name.trim() : null };
}
