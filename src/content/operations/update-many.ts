import type { EditableView } from '../../database/columns.ts';
import { inTransaction } from '../../database/transaction.ts';
import { forEachRow, type Outcomes } from '../../shared/bulk.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { type EditorCtx, type ContentKind, lockRows, type StoredEditable } from '../content-kind.ts';
import type { ModuleKind } from '../module/module-kind.ts';
import { holdLists, openRow, type Save, saveRow } from '../save-row.ts';

/**
 * Changes rows in one transaction. `changeOf` returns the change of each row, or undefined for a row that remains
 * unchanged. If a row breaks a rule, no row is changed.
 *
 * @throws {RuleBroken} with the title of a row that breaks a rule
 */
export async function updateRows<Row extends StoredEditable, View extends EditableView>(
  kind: ContentKind<Row, View>,
  ctx: EditorCtx,
  ids: readonly number[],
  changeOf: (row: Row, tx: EditorCtx) => Promise<Save<Row> | undefined>,
): Promise<Outcomes> {
  return inTransaction(ctx, async (tx) => {
    const lists = await holdLists(kind, tx);
    // Locks all rows before the first log entry, because a log entry takes a lock too. Every save takes its locks in
    // this order, which prevents deadlocks.
    await lockRows(tx, kind.entity, ids);
    return forEachRow(ids, async (id) => {
      const opened = await openRow(kind, tx, lists, id);
      if (!opened) return 'not_found';
      const { row } = opened;
      const change = await changeOf(row, tx);
      const saved =
        change &&
        (await saveRow(kind, tx, opened, change).catch((error: unknown) => {
          throw RuleBroken.naming(kind.subjectOf(row, tx.now).label, error);
        }));
      // Clears the entity manager after each row, because a hundred rows with long texts would fill the memory.
      tx.em.clear();
      return saved?.isChanged ? { outcome: 'changed', version: row.version } : 'unchanged';
    });
  });
}

/**
 * Sets the same values in several rows. Rows that already have these values remain unchanged.
 * @throws the errors of `updateRows`
 */
export function setValues(
  kind: ModuleKind,
  ctx: EditorCtx,
  ids: readonly number[],
  values: Record<string, unknown>,
): Promise<Outcomes> {
  return updateRows(kind, ctx, ids, async () => ({
    revise: (row) => row.revise(values, ctx.now),
  }));
}
