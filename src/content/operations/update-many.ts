import type { EditableView } from '../../database/columns.ts';
import { inTransaction } from '../../database/transaction.ts';
import { releasePictures } from '../../pictures/pictures.service.ts';
import { forEachRow, type Outcomes } from '../../shared/bulk.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { type EditorialWork, type Kind, lockRows, type StoredEditable } from '../kind.ts';
import type { ModuleKind } from '../module/module-kind.ts';
import { holdLists, openRow, type Save, type Saved, saveRow } from '../save-row.ts';

/**
 * Changes rows in one transaction, each by what `changeOf` returns for it. Undefined: the row stays as it is.
 *
 * @throws {RuleBroken} naming the row that may not be stored as it is; then no row is changed
 */
export async function updateRows<Row extends StoredEditable, View extends EditableView>(
  kind: Kind<Row, View>,
  work: EditorialWork,
  ids: readonly number[],
  changeOf: (row: Row, inside: EditorialWork) => Promise<Save<Row> | undefined>,
): Promise<Outcomes> {
  const dropped: Saved<View>['dropped'] = [];
  const outcomes = await inTransaction(work, async (inside) => {
    const lists = await holdLists(kind, inside);
    // All rows come before the log, which makes saves of one person wait for each other.
    await lockRows(inside, kind.entity, ids);
    return forEachRow(ids, async (id) => {
      const opened = await openRow(kind, inside, lists, id);
      if (!opened) return 'not_found';
      const { row } = opened;
      const change = await changeOf(row, inside);
      const saved =
        change &&
        (await saveRow(kind, inside, opened, change).catch((error: unknown) => {
          throw RuleBroken.naming(kind.subjectOf(row, inside.now).label, error);
        }));
      // A hundred rows with long texts would fill the memory.
      inside.em.clear();
      dropped.push(...(saved?.dropped ?? []));
      return saved?.isChanged ? { outcome: 'changed', version: row.version } : 'unchanged';
    });
  });
  await releasePictures(work, dropped);
  return outcomes;
}

/** Gives rows the same values. Rows that have them already stay unchanged. Like `updateRows`. */
export function setValues(
  kind: ModuleKind,
  work: EditorialWork,
  ids: readonly number[],
  words: Record<string, unknown>,
): Promise<Outcomes> {
  return updateRows(kind, work, ids, async () => ({
    revise: (row) => row.revise(words, work.now),
    isOneOfMany: true,
  }));
}
