import type { EditableView } from '../../database/columns.ts';
import type { FilterQuery } from '@mikro-orm/core';
import { inTransaction } from '../../database/transaction.ts';
import { forEachRow, type Outcomes } from '../../shared/bulk.ts';
import { Conflict, NotFound, RuleBroken } from '../../shared/errors.ts';
import type { EditorCtx, ContentKind, StoredEditable } from '../content-kind.ts';
import { holdLists, openRow, saveRow } from '../save-row.ts';
import { insertFields } from '../stored-fields.ts';
import { takeFromTrash } from '../trash/trash.service.ts';

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

/** Restores rows from the trash, in one transaction. */
export function restoreRows<Row extends StoredEditable, View extends EditableView>(
  kind: ContentKind<Row, View>,
  ctx: EditorCtx,
  ids: readonly number[],
): Promise<Outcomes> {
  return inTransaction(ctx, (tx) => restoreRowsFromTrash(kind, tx, ids));
}

/** Restores the rows in the caller's transaction. If `isTogether` is true, the caller logs the change. */
export async function restoreRowsFromTrash<Row extends StoredEditable, View extends EditableView>(
  kind: ContentKind<Row, View>,
  tx: EditorCtx,
  ids: readonly number[],
  isTogether = false,
): Promise<Outcomes> {
  const { entity, module, subjectOf, earlier } = kind;
  const lists = await holdLists(kind, tx);
  return forEachRow(ids, async (id) => {
    const item = await takeFromTrash(tx, module, id);
    if (!item) {
      const isThere = await tx.em.count(entity, { id } as FilterQuery<Row>);
      return isThere > 0 ? 'unchanged' : 'not_found';
    }
    const { fields } = item;
    await kind.prepare?.(tx, fields);
    // Programs that request changed rows find this row by its new time of change. The version is unchanged, so that an
    // open form can still be saved.
    await insertFields(tx, entity, { ...earlier?.(fields), ...fields, updated_at: tx.now });
    const locked = { ...(await openRow(kind, tx, lists, id))!, keeps: fields };
    const verb = isTogether ? null : 'Restored';
    await saveRow(kind, tx, locked, { verb, source: 'trash' }).catch((error: unknown) => {
      throw RuleBroken.naming(subjectOf(locked.row, tx.now).label, error);
    });
    tx.em.clear();
    return 'changed';
  });
}
