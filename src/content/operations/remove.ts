import type { EditableView } from '../../database/columns.ts';
import { inTransaction, deleteRow } from '../../database/transaction.ts';
import { recordActivity } from '../../log/activities.service.ts';
import { dropUnshownItem } from '../../pictures/pictures.service.ts';
import { forEachRow, type Outcomes } from '../../shared/bulk.ts';
import { NotFound } from '../../shared/errors.ts';
import { isLibraryPath } from '../../shared/address-fields.ts';
import {
  type EditorCtx,
  findLocked,
  type ContentKind,
  lockRows,
  pictureOf,
  type StoredEditable,
} from '../content-kind.ts';
import { toFields } from '../stored-fields.ts';
import { insertTrashItem } from '../trash/trash.service.ts';

/** Moves a row to the trash. @throws {NotFound} when the row does not exist */
export async function removeRow<Row extends StoredEditable, View extends EditableView>(
  kind: ContentKind<Row, View>,
  ctx: EditorCtx,
  id: number,
): Promise<{ success: true }> {
  const { results } = await removeRows(kind, ctx, [id]);
  if (results[0]?.outcome === 'not_found') throw new NotFound(kind.table.missing);
  return { success: true };
}

/**
 * Moves rows to the trash in one transaction. Afterwards, visitors cannot load the pictures of these rows, unless
 * something else shows them.
 */
export function removeRows<Row extends StoredEditable, View extends EditableView>(
  kind: ContentKind<Row, View>,
  ctx: EditorCtx,
  ids: readonly number[],
): Promise<Outcomes> {
  return inTransaction(ctx, (tx) => moveRowsToTrash(kind, tx, ids));
}

/** A batch of rows of several kinds that are removed together. The caller writes one log entry for the whole batch. */
export interface RemovalBatch<Row> {
  /** The name of the batch, by which the trash groups its rows. */
  batch: string;
  /** Returns whether a row is removed. A row that is not removed counts as unchanged. */
  accepts(row: Row): boolean;
}

/** Moves rows to the trash in the caller's transaction. */
export async function moveRowsToTrash<Row extends StoredEditable, View extends EditableView>(
  { entity, table, module, subjectOf }: ContentKind<Row, View>,
  tx: EditorCtx,
  ids: readonly number[],
  together?: RemovalBatch<Row>,
): Promise<Outcomes> {
  await lockRows(tx, entity, ids);
  await tx.expectMatch?.(tx);
  return forEachRow(ids, async (id) => {
    const row = await findLocked(tx, entity, id);
    if (!row) return 'not_found';
    if (together && !together.accepts(row)) {
      tx.em.clear();
      return 'unchanged';
    }
    const subject = subjectOf(row, tx.now);
    const shown = pictureOf(tx, entity, row) ?? '';
    insertTrashItem(tx, {
      module,
      item_id: id,
      title: subject.label,
      fields: toFields(tx, entity, row),
      picture: isLibraryPath(shown) ? shown : null,
      batch: together?.batch ?? null,
    });
    await deleteRow(tx, entity, id, table.missing);
    await dropUnshownItem(tx, shown);
    if (!together) await recordActivity(tx, 'delete', module, subject);
    await tx.em.flush();
    // Clears the entity manager after each row, because a hundred rows with long texts would fill the memory.
    tx.em.clear();
    return 'changed';
  });
}
