import type { EditableView } from '../../database/columns.ts';
import { inTransaction } from '../../database/transaction.ts';
import { findEntryOfVersion, hasMovedSince, type UndoableEntry, undoVerb } from '../../log/activities.ts';
import type { BulkResult, UndoTarget } from '../../shared/bulk.ts';
import { Conflict, NotFound } from '../../shared/errors.ts';
import { isSameValue } from '../../shared/settings/values.ts';
import { type ContentKind, type EditorCtx, fromStoredFields, type StoredEditable } from '../content-kind.ts';
import type { SaveOptions } from '../save-row.ts';
import type { AnyRow, ModuleKind } from '../module/module-kind.ts';
import { TrashItem } from '../trash/trash.ts';
import { readRestorable, type RestoringCtx } from '../versions/restorable.ts';
import { readVersionChange, type StoredFields, type VersionChange } from '../versions/stored-versions.ts';
import { moveRow } from './move.ts';
import { moveRowsToTrash, restoreRowsFromTrash } from './remove.ts';
import { updateRow, updateRows } from './update.ts';

const gone = 'The versions that this needs are no longer kept.';
const changedSince = 'Someone has changed this since.';
const nothingLeft = 'There is nothing left to undo.';

export type UndoableKind = ModuleKind | ContentKind<StoredEditable, EditableView>;

interface PreparedUndo extends Pick<VersionChange, 'changed' | 'old' | 'new'> {
  values: Record<string, unknown>;
}

/** @throws {Conflict} when a version is gone */
async function prepareUndo(ctx: RestoringCtx, kind: ModuleKind, entry: UndoableEntry): Promise<PreparedUndo> {
  const { item_id, version_before, version_after } = entry;
  const numbers = { version_before: version_before!, version_after: version_after! };
  const change = await readVersionChange(ctx, { module: kind.module, item_id }, numbers);
  if (!change) throw new Conflict(gone);
  const changed = change.changed.filter((name) => change.old[name] !== undefined);
  const { values } = await readRestorable(ctx, kind, change.before, changed);
  return { values, changed, old: change.old, new: change.new };
}

/**
 * The values that go back. Later changes of other columns stay.
 * @throws {Conflict} with the stored row, when a column has changed on both sides or nothing is left to undo
 */
function mergeUndo(
  kind: ModuleKind,
  row: AnyRow,
  { changed, old, new: after, values }: PreparedUndo,
): StoredFields {
  // As versions store it: moments are texts.
  const current: StoredFields = JSON.parse(JSON.stringify(kind.fieldsOf!(row)));
  const open = changed.filter((name) => !isSameValue(current[name], old[name]));
  const again = open.filter((name) => !isSameValue(current[name], after[name]));
  const labels = again.map((name) => kind.columns[name]?.label ?? name);
  const restored = Object.fromEntries(
    open.filter((name) => name in values).map((name) => [name, values[name]]),
  );
  if (again.length === 0 && Object.keys(restored).length > 0) return restored;
  const problem = again.length > 0 ? `${changedSince} Changed again: ${labels.join(', ')}.` : nothingLeft;
  throw new Conflict(problem, { current: kind.toView(row) });
}

function reviseBack(kind: ModuleKind, tx: EditorCtx, row: AnyRow, restored: StoredFields): void {
  const stored = fromStoredFields(tx, kind.entity, restored);
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
  const versions = new Map(changed.map(({ id, version }) => [id, version]));
  return updateRows(kind, ctx, [...versions.keys()], async (row, tx) => {
    if (row.version !== versions.get(row.id)) return undefined;
    const entry = await findEntryOfVersion(tx, kind.module, row.id, row.version);
    return entry && changeBack(kind, { ...ctx, ...tx }, row, entry);
  });
}

/**
 * Takes back what an entry of the log tells of, as a new change.
 * @throws {NotFound} when the row is gone · {Conflict} when it has changed since · {RuleBroken} when an earlier value is
 * no longer allowed
 */
export async function undoEntry(kind: UndoableKind, ctx: RestoringCtx, entry: UndoableEntry): Promise<void> {
  const { item_id, version_before, version_after } = entry;
  if (version_before !== null && version_after !== null) {
    const module = expectVersions(kind);
    if (version_before === version_after) return moveBack(module, ctx, entry);
    const prepared = await prepareUndo({ ...ctx, em: ctx.em.fork() }, module, entry);
    await updateRow(module, ctx, {
      id: item_id,
      verb: undoVerb,
      undoes: entry,
      revise: (row, tx) => reviseBack(module, tx, row, mergeUndo(module, row, prepared)),
    });
    return;
  }
  const { results } = await undoCall(kind, ctx, [entry]);
  if (results[0]?.outcome === 'changed') return;
  if (version_after === null) throw new Conflict('This is not in the trash any more.');
  const row = await ctx.em.fork().findOne(kind.entity, { id: item_id });
  if (!row) throw new NotFound(kind.table.missing);
  const { toView }: ContentKind<StoredEditable, EditableView> = kind;
  throw new Conflict(changedSince, { current: toView(row) });
}

/**
 * Takes back what one call did to several rows. Leaves a row alone that has changed since, or whose versions are gone.
 * @throws {RuleBroken} with the title of a row whose earlier values break a rule
 */
export function undoCall(
  kind: UndoableKind,
  ctx: RestoringCtx,
  entries: readonly UndoableEntry[],
): Promise<BulkResult> {
  const byId = new Map(entries.map((entry) => [entry.item_id, entry]));
  const undoesOf = (id: number) => byId.get(id);
  const ids = [...byId.keys()];
  const { version_before, version_after } = entries[0]!;
  if (version_before !== null && version_after !== null) {
    const module = expectVersions(kind);
    return updateRows(module, ctx, ids, (row, tx) =>
      changeBack(module, { ...ctx, ...tx }, row, undoesOf(row.id)!),
    );
  }
  return inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    if (version_after !== null)
      return moveRowsToTrash(kind, tx, ids, {
        undoesOf,
        accepts: ({ id, version }) => version === undoesOf(id)?.version_after,
      });
    const where = { module: kind.module, item_id: { $in: ids } };
    const items = await tx.em.find(TrashItem, where, { disableIdentityMap: true });
    // The trash may hold a row as it was after a later change.
    const isAsThen = ({ item_id, fields }: TrashItem) => fields.version === undoesOf(item_id)?.version_before;
    const kept = items.filter(isAsThen).map(({ item_id }) => item_id);
    const { results } = await restoreRowsFromTrash(kind, tx, kept, { undoesOf });
    const others = ids.filter((id) => !kept.includes(id));
    return { results: [...results, ...others.map((id) => ({ id, outcome: 'unchanged' as const }))] };
  });
}

/** Undefined for a row to leave alone. */
async function changeBack(
  kind: ModuleKind,
  ctx: RestoringCtx,
  row: AnyRow,
  entry: UndoableEntry,
): Promise<SaveOptions<AnyRow> | undefined> {
  try {
    const prepared = await prepareUndo(ctx, kind, entry);
    const restored = mergeUndo(kind, row, prepared);
    const plain = plainColumnsOf(kind);
    if (prepared.changed.some((name) => !plain.includes(name))) return undefined;
    return { revise: () => reviseBack(kind, ctx, row, restored), verb: undoVerb, undoes: entry };
  } catch (error) {
    if (error instanceof Conflict) return undefined;
    throw error;
  }
}

async function moveBack(kind: ModuleKind, ctx: EditorCtx, entry: UndoableEntry): Promise<void> {
  await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    if (await hasMovedSince(tx, entry)) throw new Conflict(changedSince);
    const isMoved = await moveRow(kind, tx, { id: entry.item_id, after: entry.former_after }, entry);
    if (!isMoved) throw new Conflict(nothingLeft);
  });
}

/** @throws {Conflict} */
function expectVersions(kind: UndoableKind): ModuleKind {
  if (!('facts' in kind)) throw new Conflict(gone);
  return kind;
}
