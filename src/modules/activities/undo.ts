import type { EditableView } from '../../database/columns.ts';
import type { SignedInCtx } from '../../database/ctx.ts';
import type { ContentKind, StoredEditable } from '../../content/content-kind.ts';
import type { ModuleKind } from '../../content/module/module-kind.ts';
import { planUndo, undoEntry, type UndoableEntry, type UndoPlan } from '../../content/operations/undo.ts';
import type { RestoringCtx } from '../../content/versions/restorable.ts';
import { toUndoable } from '../../log/activities.ts';
import { mayEditModule, toActivityView } from '../../log/activity-views.ts';
import { Activity } from '../../log/activity.entity.ts';
import type { ActivityView } from '../../log/activity.schema.ts';
import { Conflict, Forbidden, NotFound, ScopeMissing } from '../../shared/errors.ts';
import { logNameOfModule, type RecordedModuleName, recordedModuleNames } from '../../shared/module-facts.ts';
import { includesScope } from '../../shared/scopes.ts';

type AnyKind = ModuleKind | ContentKind<StoredEditable, EditableView>;
export type UndoableModules = Readonly<Record<RecordedModuleName, { kind: AnyKind }>>;

/**
 * @throws {NotFound} when there is no such entry · {Forbidden} when the role or the token may not edit the module ·
 * {Conflict} when the entry cannot be undone, or is undone already
 */
async function findUndoable(
  { em, viewer }: SignedInCtx,
  modules: UndoableModules,
  id: number,
): Promise<{ kind: AnyKind; entry: UndoableEntry }> {
  const row = await em.fork().findOne(Activity, { id });
  if (!row) throw new NotFound('There is no such entry.');
  if (!mayEditModule(viewer.role, row.module)) throw new Forbidden('Your role does not permit this.');
  const name = recordedModuleNames.find((each) => logNameOfModule(each) === row.module);
  const entry = row.is_verified ? toUndoable(row) : undefined;
  if (!name || !entry) throw new Conflict('This change cannot be undone.');
  const scope = `${name}:write` as const;
  if (viewer.token && !includesScope(viewer.token.scopes, scope)) throw new ScopeMissing(scope);
  if (row.undone_by) throw new Conflict('This change has been undone already.');
  return { kind: modules[name].kind, entry };
}

/** Returns the entry of the undo. @throws the errors of `findUndoable` and `undoEntry` */
export async function undoActivity(
  ctx: RestoringCtx,
  modules: UndoableModules,
  id: number,
): Promise<ActivityView> {
  const { kind, entry } = await findUndoable(ctx, modules, id);
  await undoEntry(kind, ctx, entry);
  const undo = await ctx.em.fork().findOneOrFail(Activity, { undoes: id }, { orderBy: { id: 'desc' } });
  return toActivityView(undo, ctx.viewer.role);
}

/** @throws the errors of `undoActivity` */
export async function planActivityUndo(
  ctx: RestoringCtx,
  modules: UndoableModules,
  id: number,
): Promise<UndoPlan> {
  const { kind, entry } = await findUndoable(ctx, modules, id);
  return planUndo(kind, ctx, entry);
}
