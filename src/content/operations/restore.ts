import type { EditableView } from '../../database/columns.ts';
import type { FilterQuery } from '@mikro-orm/core';
import { inTransaction } from '../../database/transaction.ts';
import { releasePicture } from '../../pictures/pictures.service.ts';
import { retrySizes, restorePictures } from '../../pictures/trashed-pictures.service.ts';
import { forEachRow, type Outcomes } from '../../shared/bulk.ts';
import { Conflict, NotFound, RuleBroken } from '../../shared/errors.ts';
import { type EditorCtx, findLocked, type ContentKind, type StoredEditable } from '../content-kind.ts';
import { holdLists, saveRow } from '../save-row.ts';
import { insertFields } from '../stored-fields.ts';
import { findTrashedPicture, takeFromTrash } from '../trash/trash.service.ts';

/**
 * Restores a row from the trash. @throws {NotFound} when the row is not in the trash · {Conflict} when the row has been
 * restored already
 */
export async function restoreRow<Row extends StoredEditable, View extends EditableView>(
  kind: ContentKind<Row, View>,
  ctx: EditorCtx,
  id: number,
): Promise<{ success: true }> {
  const { results } = await restoreRows(kind, ctx, [id]);
  if (results[0]?.outcome === 'changed') return { success: true };
  const row = await ctx.em.findOne(kind.entity, { id } as FilterQuery<Row>);
  if (!row) throw new NotFound('This is not in the trash.');
  throw new Conflict('This has been restored already.', { current: kind.toView(row as Row) });
}

/** Restores rows and their pictures from the trash, in one transaction. */
export async function restoreRows<Row extends StoredEditable, View extends EditableView>(
  kind: ContentKind<Row, View>,
  ctx: EditorCtx,
  ids: readonly number[],
): Promise<Outcomes> {
  const pictures = new Map<number, string | null>();
  for (const id of ids) pictures.set(id, await findTrashedPicture(ctx, kind.module, id));
  const outcomes = await restoreHolding(kind, ctx, pictures);
  ctx.sizes.wake();
  for (const { id, outcome } of outcomes.results) {
    // Releases the picture of a row that was not restored, because somebody else has restored or deleted the row.
    if (outcome !== 'changed') await releasePicture(ctx, pictures.get(id));
  }
  return outcomes;
}

/**
 * Restores the rows while it holds the leases on their pictures. Releases the leases at the end, because
 * `releasePicture` needs the same leases afterwards.
 */
async function restoreHolding<Row extends StoredEditable, View extends EditableView>(
  kind: ContentKind<Row, View>,
  ctx: EditorCtx,
  pictures: ReadonlyMap<number, string | null>,
): Promise<Outcomes> {
  await using broughtBack = await restorePictures(ctx, [...pictures.values()]);
  const outcomes = await inTransaction(ctx, (tx) => restoreRowsFromTrash(kind, tx, pictures));
  broughtBack.keep();
  return outcomes;
}

/**
 * Restores rows from the trash in the caller's transaction. `pictures` contains the picture of each row by the row's
 * id. The caller has copied the files of these pictures back. If `isTogether` is true, the caller logs the change.
 */
export async function restoreRowsFromTrash<Row extends StoredEditable, View extends EditableView>(
  kind: ContentKind<Row, View>,
  tx: EditorCtx,
  pictures: ReadonlyMap<number, string | null>,
  isTogether = false,
): Promise<Outcomes> {
  const { entity, module, subjectOf, toView, earlier } = kind;
  const lists = await holdLists(kind, tx);
  return forEachRow([...pictures.keys()], async (id) => {
    const item = await takeFromTrash(tx, module, id);
    if (!item) {
      const isThere = await tx.em.count(entity, { id } as FilterQuery<Row>);
      return isThere > 0 ? 'unchanged' : 'not_found';
    }
    const { picture = null, fields } = item;
    // The row was restored and deleted again in the meantime, with another picture.
    if (picture !== pictures.get(id)) throw new Conflict('This has just changed. Please try again.');
    if (picture) await retrySizes(tx, picture);
    await kind.prepare?.(tx, fields);
    // Programs that request changed rows find this row by its new time of change. The version is unchanged, so that an
    // open form can still be saved.
    await insertFields(tx, entity, { ...earlier?.(fields), ...fields, updated_at: tx.now });
    const row = (await findLocked(tx, entity, id))!;
    // Because these values are undefined, `saveRow` records the uses and the picture again, and stores no version.
    const before = { view: toView(row), uses: undefined, picture: undefined, version: undefined };
    const opened = { row, lists, before, keeps: fields };
    const change = { revise: () => true, verb: isTogether ? null : 'Restored', isRestored: true };
    await saveRow(kind, tx, opened, change).catch((error: unknown) => {
      throw RuleBroken.naming(subjectOf(row, tx.now).label, error);
    });
    tx.em.clear();
    return 'changed';
  });
}
