import type { FilterQuery } from '@mikro-orm/core';
import type { EditableView } from '../../database/columns.ts';
import { deleteRow, inTransaction } from '../../database/transaction.ts';
import { callOf, recordActivity, type UndoneEntry } from '../../log/activities.ts';
import { queueRowEvents } from '../../log/webhook-queue.ts';
import { dropUnshownItem } from '../../pictures/change-pictures.ts';
import { lockItems } from '../../pictures/media-uses.ts';
import { isLibraryPath } from '../../shared/fields.ts';
import { runForEachRow, type BulkResult } from '../../shared/bulk.ts';
import { Conflict, NotFound, RuleBroken } from '../../shared/errors.ts';
import {
  type ContentKind,
  type EditorCtx,
  findAndLockRow,
  insertStoredFields,
  lockRows,
  pictureOfRow,
  picturesOfRows,
  type StoredEditable,
  toStoredFields,
} from '../content-kind.ts';
import { lockLists, lockRow, saveRow } from '../save-row.ts';
import { insertTrashItem, takeFromTrash } from '../trash/trash.ts';

/** @throws {NotFound} when the row does not exist */
export async function removeRow<Row extends StoredEditable, View extends EditableView>(
  kind: ContentKind<Row, View>,
  ctx: EditorCtx,
  id: number,
): Promise<{ success: true }> {
  const { results } = await removeRows(kind, ctx, [id]);
  if (results[0]?.outcome === 'not_found') throw new NotFound(kind.table.missing);
  return { success: true };
}

/** In one transaction. Visitors can then load the pictures only where something else shows them. */
export function removeRows<Row extends StoredEditable, View extends EditableView>(
  kind: ContentKind<Row, View>,
  ctx: EditorCtx,
  ids: readonly number[],
): Promise<BulkResult> {
  return inTransaction(ctx, (tx) => moveRowsToTrash(kind, tx, ids));
}

interface Removal<Row> {
  /** The name by which the trash groups rows of several kinds. The caller writes one log entry for all. */
  batch?: string;
  /** A row that is not accepted counts as unchanged. */
  accepts?: (row: Row) => boolean;
  undoesOf?: UndoneEntryOf;
}

type UndoneEntryOf = (id: number) => UndoneEntry | undefined;

export async function moveRowsToTrash<Row extends StoredEditable, View extends EditableView>(
  { entity, table, module, subjectOf }: ContentKind<Row, View>,
  tx: EditorCtx,
  ids: readonly number[],
  { batch, accepts, undoesOf }: Removal<Row> = {},
): Promise<BulkResult> {
  await lockRows(tx, entity, ids);
  if (ids.length > 1) {
    const paths = await picturesOfRows(tx, entity, ids);
    await lockItems(tx, { ids: [], paths, isLast: true });
  }
  await tx.expectMatch?.(tx);
  const call = callOf(ids);
  return runForEachRow(ids, async (id) => {
    const row = await findAndLockRow(tx, entity, id);
    if (!row) return 'not_found';
    if (accepts && !accepts(row)) {
      tx.em.clear();
      return 'unchanged';
    }
    const subject = subjectOf(row, tx.now);
    const shown = pictureOfRow(tx, entity, row) ?? '';
    insertTrashItem(tx, {
      module,
      item_id: id,
      title: subject.label,
      fields: toStoredFields(tx, entity, row),
      picture: isLibraryPath(shown) ? shown : null,
      batch: batch ?? null,
    });
    await deleteRow(tx, entity, id, table.missing);
    await dropUnshownItem(tx, shown);
    if (batch) await queueRowEvents(tx, 'delete', module, subject);
    else {
      const facts = { version_before: row.version, undoes: undoesOf?.(id), call };
      await recordActivity(tx, 'delete', module, subject, undefined, facts);
    }
    await tx.em.flush();
    // A hundred rows with long texts would fill the memory.
    tx.em.clear();
    return 'changed';
  });
}

/** @throws {NotFound} when the row is not in the trash · {Conflict} when it has been restored already */
export async function restoreRow<Row extends StoredEditable, View extends EditableView>(
  kind: ContentKind<Row, View>,
  ctx: EditorCtx,
  id: number,
): Promise<{ success: true }> {
  const { results } = await restoreRows(kind, ctx, [id]);
  if (results[0]?.outcome === 'changed') return { success: true };
  const row = await ctx.em.findOne(kind.entity, { id } as FilterQuery<Row>);
  if (!row) throw new NotFound('This is not in the trash.');
  throw new Conflict('This has been restored already.', { current: kind.toView(row) });
}

export function restoreRows<Row extends StoredEditable, View extends EditableView>(
  kind: ContentKind<Row, View>,
  ctx: EditorCtx,
  ids: readonly number[],
): Promise<BulkResult> {
  return inTransaction(ctx, (tx) => restoreRowsFromTrash(kind, tx, ids));
}

/** If `isTogether`, the caller logs the change. */
export async function restoreRowsFromTrash<Row extends StoredEditable, View extends EditableView>(
  kind: ContentKind<Row, View>,
  tx: EditorCtx,
  ids: readonly number[],
  { isTogether, undoesOf }: { isTogether?: true; undoesOf?: UndoneEntryOf } = {},
): Promise<BulkResult> {
  const { entity, module, subjectOf, earlier } = kind;
  const lists = await lockLists(kind, tx);
  const call = callOf(ids);
  return runForEachRow(ids, async (id) => {
    const item = await takeFromTrash(tx, module, id);
    if (!item) {
      const isThere = await tx.em.count(entity, { id } as FilterQuery<Row>);
      return isThere > 0 ? 'unchanged' : 'not_found';
    }
    const { fields } = item;
    await kind.prepare?.(tx, fields);
    // Programs that ask for changed rows find this one by its new time. The version stays, so that an open
    // form can still be saved.
    await insertStoredFields(tx, entity, { ...earlier?.(fields), ...fields, updated_at: tx.now });
    const locked = { ...(await lockRow(kind, tx, lists, id))!, keeps: fields };
    const verb = isTogether ? null : 'Restored';
    const options = { verb, source: 'trash', undoes: undoesOf?.(id), call } as const;
    await saveRow(kind, tx, locked, options).catch((error: unknown) => {
      throw RuleBroken.naming(subjectOf(locked.row, tx.now).label, error);
    });
    tx.em.clear();
    return 'changed';
  });
}
