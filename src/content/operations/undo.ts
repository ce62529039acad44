import type { EditableView } from '../../database/columns.ts';
import { inTransaction } from '../../database/transaction.ts';
import { findEntryOfVersion, type UndoneEntry } from '../../log/activities.ts';
import type { BulkResult, UndoTarget } from '../../shared/bulk.ts';
import { changedFieldsOf, type FieldChanges } from '../../shared/diff.ts';
import { Conflict, NotFound } from '../../shared/errors.ts';
import {
  type ContentKind,
  type EditorCtx,
  findAndLockRow,
  fromStoredFields,
  type StoredEditable,
} from '../content-kind.ts';
import type { AnyRow, ModuleKind } from '../module/module-kind.ts';
import { TrashItem } from '../trash/trash.ts';
import { readRestorable, type RestorableValues, type RestoringCtx } from '../versions/restorable.ts';
import { readVersionChange, type StoredFields, type VersionChange } from '../versions/stored-versions.ts';
import { moveRowsToTrash, restoreRowsFromTrash } from './remove.ts';
import { updateRow, updateRows } from './update.ts';

/** An entry of the log about a row. */
export interface UndoableEntry extends UndoneEntry {
  item_id: number;
  /** Null: the change created the row, or restored it. */
  version_before: number | null;
  /** Null: the change deleted the row. */
  version_after: number | null;
}

const gone = 'The versions that this needs are no longer kept.';
const changedSince = 'Someone has changed this since.';
const undoVerb = 'Undid a change of';

/** What an undo would do now. */
export interface UndoPlan {
  act: 'update' | 'delete' | 'restore';
  changes: FieldChanges;
  /** Columns that have changed again since. They prevent the undo. */
  conflicts: string[];
  left_out: string[];
}

interface PreparedUndo extends Pick<VersionChange, 'changed' | 'old' | 'new'>, RestorableValues {}

/** @throws {Conflict} when a version is gone */
async function prepareUndo(ctx: RestoringCtx, kind: ModuleKind, entry: UndoableEntry): Promise<PreparedUndo> {
  const { module } = kind;
  const { item_id, version_before, version_after } = entry;
  const numbers = { version_before: version_before!, version_after: version_after! };
  const change = await readVersionChange(ctx, { module, item_id }, numbers);
  if (!change) throw new Conflict(gone);
  const changed = change.changed.filter((name) => change.old[name] !== undefined);
  const restorable = await readRestorable(ctx, kind, change.before, changed);
  return { ...restorable, changed, old: change.old, new: change.new };
}

/** Later changes of other columns stay. */
function mergeUndo(
  kind: ModuleKind,
  row: AnyRow,
  { changed, old, new: after, values }: PreparedUndo,
): { restored: Record<string, unknown>; conflicts: string[] } {
  const current = JSON.parse(JSON.stringify(kind.fieldsOf!(row))) as StoredFields;
  const open = changed.filter((name) => !isSame(current[name], old[name]));
  const restored = Object.fromEntries(
    open.filter((name) => name in values).map((name) => [name, values[name]]),
  );
  return { restored, conflicts: open.filter((name) => !isSame(current[name], after[name])) };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** @throws {Conflict} with the stored row, when a column has changed on both sides or nothing is left to undo */
function reviseBack(kind: ModuleKind, tx: EditorCtx, row: AnyRow, prepared: PreparedUndo): void {
  const { restored, conflicts } = mergeUndo(kind, row, prepared);
  const current = kind.toView(row);
  if (conflicts.length > 0) {
    const labels = conflicts.map((name) => kind.columns[name]?.label ?? name);
    throw new Conflict(`${changedSince} Changed again: ${labels.join(', ')}.`, { current });
  }
  const stored = fromStoredFields(tx, kind.entity, restored);
  if (Object.keys(stored).length === 0) throw new Conflict('There is nothing left to undo.', { current });
  const plain = plainColumnsOf(kind);
  const others = Object.fromEntries(plain.map((name) => [name, row[name]]));
  row.revise(stored, tx.now);
  // `revise` has just dropped the row's past end, if it publishes the row again. The undo brings it back.
  const plainStored = Object.entries(stored).filter(([name]) => plain.includes(name));
  Object.assign(row, others, Object.fromEntries(plainStored));
}

/** Columns whose values depend on nothing else. */
function plainColumnsOf({ columns, picture }: ModuleKind): string[] {
  return Object.keys(columns).filter(
    (name) => name !== picture && !['slug', 'html', 'blocks'].includes(columns[name]!.kind),
  );
}

/**
 * Undoes the change that created the version given for each row. Leaves a row alone when it has a later version, when
 * the version before is gone, or when a formatted text, blocks, the picture or the address changed.
 * @throws {RuleBroken} with the title of a row whose earlier values break a rule
 */
export function undoRowChanges(
  kind: ModuleKind,
  ctx: RestoringCtx,
  changed: readonly UndoTarget[],
): Promise<BulkResult> {
  const plain = plainColumnsOf(kind);
  const versions = new Map(changed.map(({ id, version }) => [id, version]));
  return updateRows(kind, ctx, [...versions.keys()], async (row, tx) => {
    if (row.version !== versions.get(row.id)) return undefined;
    const entry = await findEntryOfVersion(tx, kind.module, row.id, row.version);
    if (!entry || entry.version_before === null) return undefined;
    const prepared = await prepareUndo({ ...ctx, ...tx }, kind, entry).catch((error: unknown) => {
      if (error instanceof Conflict) return undefined;
      throw error;
    });
    if (!prepared || prepared.changed.some((name) => !plain.includes(name))) return undefined;
    return { revise: () => reviseBack(kind, tx, row, prepared), verb: undoVerb, undoes: entry };
  });
}

/**
 * Takes back what an entry of the log tells of, as a new change.
 * @throws {NotFound} when the row is gone · {Conflict} when it has changed since · {RuleBroken} when an earlier value is
 * no longer allowed
 */
export async function undoEntry(
  kind: ModuleKind | ContentKind<StoredEditable, EditableView>,
  ctx: RestoringCtx,
  entry: UndoableEntry,
): Promise<void> {
  if (entry.version_after === null) return undoDeletion(kind, ctx, entry);
  if (entry.version_before === null) return undoCreation(kind, ctx, entry, entry.version_after);
  const module = expectVersions(kind);
  const prepared = await prepareUndo({ ...ctx, em: ctx.em.fork() }, module, entry);
  await updateRow(module, ctx, {
    id: entry.item_id,
    verb: undoVerb,
    undoes: entry,
    revise: (row, tx) => reviseBack(module, tx, row, prepared),
  });
}

/** @throws the errors of `undoEntry` */
export async function planUndo(
  kind: ModuleKind | ContentKind<StoredEditable, EditableView>,
  ctx: RestoringCtx,
  entry: UndoableEntry,
): Promise<UndoPlan> {
  const nothing = { changes: {}, conflicts: [], left_out: [] };
  if (entry.version_after === null) return { ...nothing, act: 'restore' };
  if (entry.version_before === null) return { ...nothing, act: 'delete' };
  const module = expectVersions(kind);
  const fork = { ...ctx, em: ctx.em.fork() };
  const row = await fork.em.findOne(module.entity, { id: entry.item_id });
  if (!row) throw new NotFound(kind.table.missing);
  const prepared = await prepareUndo(fork, module, entry);
  const { restored, conflicts } = mergeUndo(module, row, prepared);
  const changes = changedFieldsOf(module.fieldsOf!(row), { ...module.fieldsOf!(row), ...restored }, [
    ...Object.keys(restored),
  ]);
  return { act: 'update', changes, conflicts, left_out: prepared.left_out };
}

function expectVersions(kind: ModuleKind | ContentKind<StoredEditable, EditableView>): ModuleKind {
  if (!('facts' in kind)) throw new Conflict(gone);
  return kind;
}

async function undoCreation(
  kind: ContentKind<StoredEditable, EditableView>,
  ctx: EditorCtx,
  entry: UndoableEntry,
  version: number,
): Promise<void> {
  const { item_id } = entry;
  await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const row = await findAndLockRow(tx, kind.entity, item_id);
    if (!row) throw new NotFound(kind.table.missing);
    if (row.version !== version) throw new Conflict(changedSince, { current: kind.toView(row) });
    await moveRowsToTrash(kind, tx, [item_id], { undoes: entry });
  });
}

async function undoDeletion(
  kind: ContentKind<StoredEditable, EditableView>,
  ctx: EditorCtx,
  entry: UndoableEntry,
): Promise<void> {
  const { module } = kind;
  const { item_id, version_before } = entry;
  await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const item = await tx.em.findOne(TrashItem, { module, item_id }, { disableIdentityMap: true });
    // The trash may hold the row as it was after a later change.
    const isAsThen = item?.fields.version === version_before;
    const { results } = isAsThen
      ? await restoreRowsFromTrash(kind, tx, [item_id], { undoes: entry })
      : { results: [] };
    if (results[0]?.outcome !== 'changed') throw new Conflict('This is not in the trash any more.');
  });
}
