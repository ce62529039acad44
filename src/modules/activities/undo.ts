import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { undoCall, undoEntry, type UndoableKind } from '../../content/operations/undo.ts';
import type { RestoringCtx } from '../../content/versions/restorable.ts';
import { toUndoable, type UndoableEntry } from '../../log/activities.ts';
import { mayEditModule, toActivityView } from '../../log/activity-views.ts';
import { Activity } from '../../log/activity.entity.ts';
import type { ActivityView, UndoPlan } from '../../log/activity.schema.ts';
import type { ListUses } from '../../settings/choices.ts';
import { type UndoableSettings, undoGroupChange } from '../../settings/settings.ts';
import type { BulkResult } from '../../shared/bulk.ts';
import { Conflict, Forbidden, NotFound, ScopeMissing, TokenNotPermitted } from '../../shared/errors.ts';
import { hasGrant } from '../../shared/grants.ts';
import {
  logNameOfModule,
  type RecordedModuleName,
  recordedModuleNames,
  settingsLog,
} from '../../shared/module-facts.ts';
import { findGroup } from '../../shared/settings/groups.ts';
import { includesScope } from '../../shared/scopes.ts';

export interface Undoable {
  modules: Readonly<Record<RecordedModuleName, { kind: UndoableKind }>>;
  uses: ListUses;
}

type UndoneChange = { kind: UndoableKind; entry: UndoableEntry } | { settings: UndoableSettings };

/** @throws {NotFound} */
function readEntry({ em }: SignedInCtx, id: number): Promise<Activity> {
  const failHandler = () => new NotFound('There is no such entry.');
  return em.fork().findOneOrFail(Activity, { id }, { failHandler });
}

/**
 * @throws {Forbidden} when the role or the token may not edit the module · {Conflict} when the entry cannot be undone,
 * or is undone already
 */
function expectUndoable({ viewer }: SignedInCtx, { modules }: Undoable, row: Activity): UndoneChange {
  const { id, undoes, version_before, version_after } = row;
  const group = row.module === settingsLog ? row.metadata.group : undefined;
  if (group !== undefined && viewer.token) throw new TokenNotPermitted();
  const grant = findGroup(String(group))?.grant;
  const isPermitted = group
    ? !grant || hasGrant(viewer.role, grant)
    : mayEditModule({ role: viewer.role }, row.module);
  if (!isPermitted) throw new Forbidden('Your role does not permit this.');
  const name = recordedModuleNames.find((each) => logNameOfModule(each) === row.module);
  const scope = `${name!}:write` as const;
  if (name && viewer.token && !includesScope(viewer.token.scopes, scope)) throw new ScopeMissing(scope);
  if (row.undone_by) throw new Conflict('This change has been undone already.');
  const entry = row.is_verified ? toUndoable(row) : undefined;
  if (name && entry) return { kind: modules[name].kind, entry };
  // Redirects and albums are logged as settings, and have no versions.
  if (!group || typeof version_before !== 'number' || typeof version_after !== 'number')
    throw new Conflict('This change cannot be undone.');
  return { settings: { id, undoes, group: String(group), version_before, version_after } };
}

/** Returns the entry of the undo. @throws the errors of `readEntry`, `expectUndoable`, `undoEntry` and `undoGroupChange` */
export async function undoActivity(ctx: RestoringCtx, undoable: Undoable, id: number): Promise<ActivityView> {
  await undoOne(ctx, undoable, expectUndoable(ctx, undoable, await readEntry(ctx, id)));
  const undo = await ctx.em.fork().findOneOrFail(Activity, { undoes: id }, { orderBy: { id: 'desc' } });
  return toActivityView(undo, ctx.viewer);
}

async function undoOne(ctx: RestoringCtx, { uses }: Undoable, change: UndoneChange): Promise<void> {
  if ('settings' in change) await undoGroupChange(ctx, change.settings, uses);
  else await undoEntry(change.kind, ctx, change.entry);
}

/** All entries of the call are about the same module. @throws the errors of `readEntry`, `expectUndoable` and `undoCall` */
export async function undoWholeCall(ctx: RestoringCtx, undoable: Undoable, id: number): Promise<BulkResult> {
  const rows = await readCall(ctx, await readEntry(ctx, id));
  const changes = rows.map((row) => expectUndoable(ctx, undoable, row));
  const [first, ...others] = changes.flatMap((change) => ('entry' in change ? [change] : []));
  if (!first) throw new Conflict('This change has been undone already.');
  const entries = [first, ...others].map(({ entry }) => entry);
  return undoCall(first.kind, ctx, entries);
}

/** A program may have posted about the change a minute before it. */
const apartMs = 120_000;

/** The entries of the same call that are not undone yet. */
function readCall({ em }: SignedInCtx, { id: call_id, created_at }: Activity): Promise<Activity[]> {
  const [$gt, $lt] = [-apartMs, apartMs].map((ms) => new Date(created_at.getTime() + ms)) as [Date, Date];
  const where = { call_id, undone_by: null, created_at: { $gt, $lt } };
  return em.fork().find(Activity, where, { orderBy: { id: 'asc' } });
}

/**
 * What an undo would change now, for one entry or for all of its call: the undo is tried, and rolled back.
 * @throws the errors of `readEntry`, `expectUndoable` and of the undo, except that the row is gone or has changed since
 */
export async function planActivityUndo(
  ctx: RestoringCtx,
  undoable: Undoable,
  { id, is_whole_call }: { id: number; is_whole_call?: boolean | undefined },
): Promise<UndoPlan[]> {
  const entry = await readEntry(ctx, id);
  const rows = is_whole_call ? await readCall(ctx, entry) : [entry];
  const changes = rows.map((row) => expectUndoable(ctx, undoable, row));
  const rolledBack = new Error('The undo was only tried.');
  let undos: Activity[] = [];
  let problem = 'Someone has changed this since, or its earlier state is no longer kept.';
  const beforeCommit = async ({ em }: Ctx) => {
    undos = await em.find(Activity, { undoes: { $in: rows.map((row) => row.id) }, undone_by: null });
    throw rolledBack;
  };
  const trial = { ...ctx, beforeCommit };
  try {
    if (is_whole_call) await undoWholeCall(trial, undoable, id);
    else await undoOne(trial, undoable, changes[0]!);
  } catch (error) {
    if (error instanceof Conflict || error instanceof NotFound) problem = error.message;
    else if (error !== rolledBack) throw error;
  }
  return rows.map(({ id, description, ...row }) => {
    const undo = undos.find(({ undoes }) => undoes === id);
    if (!undo) return { id, description, act: 'update', changes: {}, left_out: [], problem };
    const { type, version_before, changes } = undo;
    const act = type === 'delete' ? type : typeof version_before === 'number' ? 'update' : 'restore';
    const left_out = Object.keys(row.changes ?? {}).filter((name) => changes && !(name in changes));
    return { id, description, act, changes: changes ?? {}, left_out };
  });
}
