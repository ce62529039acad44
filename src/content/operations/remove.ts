import type { EditableView } from '../../database/columns.ts';
import { inTransaction, removeRow as deleteRow } from '../../database/transaction.ts';
import { recordActivity } from '../../log/activities.service.ts';
import { releasePictures } from '../../pictures/pictures.service.ts';
import { isUploadPath } from '../../shared/addresses.ts';
import { forEachRow, type Outcomes } from '../../shared/bulk.ts';
import { NotFound } from '../../shared/errors.ts';
import {
  type EditorialWork,
  findLocked,
  type Kind,
  lockRows,
  pictureOf,
  type StoredEditable,
} from '../kind.ts';
import { toFields } from '../stored-fields.ts';
import { moveToTrash } from '../trash/trash.service.ts';

/** Moves a row to the trash. @throws {NotFound} */
export async function removeRow<Row extends StoredEditable, View extends EditableView>(
  kind: Kind<Row, View>,
  work: EditorialWork,
  id: number,
): Promise<{ success: true }> {
  const { results } = await removeRows(kind, work, [id]);
  if (results[0]?.outcome === 'not_found') throw new NotFound(kind.table.missing);
  return { success: true };
}

/** Moves rows to the trash in one transaction. Then their pictures are taken off the site. */
export async function removeRows<Row extends StoredEditable, View extends EditableView>(
  kind: Kind<Row, View>,
  work: EditorialWork,
  ids: readonly number[],
): Promise<Outcomes> {
  const { outcomes, dropped } = await inTransaction(work, (inside) => moveRowsToTrash(kind, inside, ids));
  await releasePictures(work, dropped);
  return outcomes;
}

/** Rows that a removal deletes together with rows of other kinds. The caller logs it as one entry. */
export interface Batch<Row> {
  /** The name of the removal. */
  batch: string;
  /** Returns whether a row is removed. Other rows stay and count as unchanged. */
  accepts(row: Row): boolean;
}

/**
 * Moves rows to the trash in the caller's transaction. `dropped` are the pictures that they showed; the caller releases them after the
 * commit.
 */
export async function moveRowsToTrash<Row extends StoredEditable, View extends EditableView>(
  { entity, table, module, subjectOf }: Kind<Row, View>,
  inside: EditorialWork,
  ids: readonly number[],
  together?: Batch<Row>,
): Promise<{ outcomes: Outcomes; dropped: string[] }> {
  const dropped: string[] = [];
  await lockRows(inside, entity, ids);
  const outcomes = await forEachRow(ids, async (id) => {
    const row = await findLocked(inside, entity, id);
    if (!row) return 'not_found';
    if (together && !together.accepts(row)) {
      inside.em.clear();
      return 'unchanged';
    }
    const subject = subjectOf(row, inside.now);
    const shown = pictureOf(inside, entity, row) ?? '';
    moveToTrash(inside, {
      module,
      item_id: id,
      title: subject.label,
      fields: toFields(inside, entity, row),
      picture: isUploadPath(shown) ? shown : null,
      batch: together?.batch ?? null,
    });
    await deleteRow(inside, entity, id, table.missing);
    if (!together) await recordActivity(inside, 'delete', module, subject);
    await inside.em.flush();
    // A hundred rows with long texts would fill the memory.
    inside.em.clear();
    dropped.push(shown);
    return 'changed';
  });
  return { outcomes, dropped };
}
