import type { FilterQuery } from '@mikro-orm/core';
import { inTransaction, removeRow } from '../database/transaction.ts';
import { isUploadPath } from '../shared/addresses.ts';
import { forEachRow, type Outcomes } from '../shared/bulk.ts';
import { Conflict, RuleBroken } from '../shared/errors.ts';
import { recordActivity } from '../log/activities.service.ts';
import { releasePicture, releasePictures } from '../pictures/pictures.service.ts';
import { askForSizes, bringBackPictures } from '../pictures/trashed-pictures.service.ts';
import { findThrownPicture, moveToTrash, restoreFromTrash } from './trash/trash.service.ts';
import {
  type EditorialWork,
  findLocked,
  type Kind,
  lockRows,
  pictureOf,
  type RecordView,
  type StoredEditable,
} from './kind.ts';
import { holdLists, saveRow } from './save-row.ts';
import { insertFields, toFields } from './stored-fields.ts';

export async function removeRows<View extends RecordView, Row extends StoredEditable>(
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
export async function moveRowsToTrash<View extends RecordView, Row extends StoredEditable>(
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
    await removeRow(inside, entity, id, table.missing);
    if (!together) await recordActivity(inside, 'delete', module, subject);
    await inside.em.flush();
    // A hundred rows with long texts would fill the memory.
    inside.em.clear();
    dropped.push(shown);
    return 'changed';
  });
  return { outcomes, dropped };
}

export async function restoreRows<View extends RecordView, Row extends StoredEditable>(
  kind: Kind<Row, View>,
  work: EditorialWork,
  ids: readonly number[],
): Promise<Outcomes> {
  const pictures = new Map<number, string | null>();
  for (const id of ids) pictures.set(id, await findThrownPicture(work, kind.module, id));
  const outcomes = await restoreHolding(kind, work, pictures);
  work.sizes.wake();
  for (const { id, outcome } of outcomes.results) {
    // Someone else restored or deleted the row meanwhile.
    if (outcome !== 'changed') await releasePicture(work, pictures.get(id));
  }
  return outcomes;
}

/** The leases on the pictures end with it, because a release needs them. */
async function restoreHolding<View extends RecordView, Row extends StoredEditable>(
  kind: Kind<Row, View>,
  work: EditorialWork,
  pictures: ReadonlyMap<number, string | null>,
): Promise<Outcomes> {
  await using broughtBack = await bringBackPictures(work, [...pictures.values()]);
  const outcomes = await inTransaction(work, (inside) => takeRowsFromTrash(kind, inside, pictures));
  broughtBack.keep();
  return outcomes;
}

/**
 * Restores rows from the trash in the caller's transaction. `pictures` are the pictures of the rows by their ids; the caller has copied
 * them back. With `isTogether`, the caller logs the change.
 */
export async function takeRowsFromTrash<View extends RecordView, Row extends StoredEditable>(
  kind: Kind<Row, View>,
  inside: EditorialWork,
  pictures: ReadonlyMap<number, string | null>,
  isTogether = false,
): Promise<Outcomes> {
  const { entity, module, subjectOf, toView, earlier } = kind;
  const lists = await holdLists(kind, inside);
  return forEachRow([...pictures.keys()], async (id) => {
    const item = await restoreFromTrash(inside, module, id);
    if (!item) {
      const isThere = await inside.em.count(entity, { id } as FilterQuery<Row>);
      return isThere > 0 ? 'unchanged' : 'not_found';
    }
    const { picture = null, fields } = item;
    // The row was restored and deleted again in the meantime, with another picture.
    if (picture !== pictures.get(id)) throw new Conflict('This has just changed. Please try again.');
    if (picture) await askForSizes(inside, picture);
    await kind.prepare?.(inside, fields);
    await insertFields(inside, entity, { ...earlier?.(fields), ...fields });
    const row = (await findLocked(inside, entity, id))!;
    // Its uses and its picture are entered again, and it gets no version: it is as it was.
    const before = { view: toView(row), uses: undefined, picture: undefined, version: undefined };
    const opened = { row, lists, before, keeps: fields };
    const change = { verb: isTogether ? null : 'Restored', isRestored: true };
    await saveRow(kind, inside, opened, change).catch((error: unknown) => {
      throw RuleBroken.naming(subjectOf(row, inside.now).label, error);
    });
    inside.em.clear();
    return 'changed';
  });
}
