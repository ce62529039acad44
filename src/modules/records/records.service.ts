import type { FilterQuery } from '@mikro-orm/core';
import { insertRow } from '../../database/insert-row.ts';
import type { Where } from '../../database/list/table.ts';
import type { OperationContext, ReadContext } from '../../database/operation.ts';
import { expectVersion, inTransaction, retryOnConflict } from '../../database/transaction.ts';
import { inIdempotentTransaction } from '../../idempotency/idempotency.ts';
import { forEachRow, type Outcomes } from '../../shared/bulk.ts';
import { differenceOf } from '../../shared/diff.ts';
import { Conflict, NotFound } from '../../shared/errors.ts';
import { recordActivity } from '../activities/activities.service.ts';
import { type NamedPicture, releasePicture, withNamed } from '../pictures/pictures.service.ts';
import { removeRows, restoreRows } from './deletion.ts';
import {
  type EditorialWork,
  findLocked,
  type Kind,
  pictureOf,
  type RecordView,
  settleLists,
  type StoredEditable,
} from './kind.ts';

export type { EditorialWork };

/** Returns the address of the named picture. @throws {RuleBroken} when the file does not exist */
type TakeNamed = () => string | undefined;

const noPicture: NamedPicture = { field: '' };

export interface Records<View, Row> {
  /** @throws {NotFound}, also for a row that does not match `where` */
  get(work: OperationContext, id: number, where?: Where<View>): Promise<View>;
  /**
   * Stores the row that `write` returns. A repeated request with the same `Idempotency-Key` stores nothing and gets the first
   * result. `show` creates the response from the row. The second argument of `write` returns the address of the `named` picture.
   */
  create<Shown>(
    work: EditorialWork,
    write: (inside: EditorialWork, take: TakeNamed) => Row | Promise<Row>,
    show: (inside: ReadContext, view: View) => Promise<Shown>,
    named?: NamedPicture,
  ): Promise<Shown>;
  /**
   * Stores the changes that `revise` makes to a row. With `version`, the row must still have that version. `named` works as in
   * `create`.
   *
   * @throws {NotFound} · {Conflict} when the row has changed since `version`
   */
  update(
    work: EditorialWork,
    row: { id: number; version?: number | undefined; named?: NamedPicture },
    revise: (row: Row, inside: EditorialWork, take: TakeNamed) => void | Promise<void>,
  ): Promise<View>;
  /** Makes the same change to several rows, all in one transaction. Rows that already are as `revise` makes them stay unchanged. */
  updateAll(work: EditorialWork, ids: readonly number[], revise: (row: Row) => void): Promise<Outcomes>;
  /** Moves several rows to the trash, all in one transaction. */
  removeAll(work: EditorialWork, ids: readonly number[]): Promise<Outcomes>;
  /** Restores several rows from the trash, all in one transaction. */
  restoreAll(work: EditorialWork, ids: readonly number[]): Promise<Outcomes>;
  /** Moves a row to the trash. @throws {NotFound} */
  remove(work: EditorialWork, id: number): Promise<{ success: true }>;
  /**
   * Restores a row from the trash, with its id, version and picture.
   *
   * @throws {NotFound} when it is not in the trash · {Conflict} when it has been restored already
   */
  restore(work: EditorialWork, id: number): Promise<{ success: true }>;
}

/**
 * Creates the operations on one kind of row that staff edit. Each change and its entry in the activity log are stored in one
 * transaction. A picture that the row no longer shows is removed after that.
 */
export function recordsOf<View extends RecordView, Row extends StoredEditable>(
  kind: Kind<Row, View>,
): Records<View, Row> {
  const { entity, table, module, toView, subjectOf } = kind;

  const find = (inside: OperationContext, id: number): Promise<Row> =>
    inside.em.findOneOrFail(entity, { id } as FilterQuery<Row>, {
      failHandler: () => new NotFound(table.missing),
    });

  /** Returns the error for a row that is not in the trash. It was restored already, or it was never there. */
  const explainAbsence = async (inside: OperationContext, id: number) => {
    const row = await inside.em.findOne(entity, { id } as FilterQuery<Row>);
    return row
      ? new Conflict('This has been restored already.', { current: toView(row) })
      : new NotFound('This is not in the trash.');
  };

  return {
    async get(work: OperationContext, id: number, where?: Where<View>): Promise<View> {
      return toView((await table.get(work.read, id, where)) as unknown as Row);
    },

    create<Shown>(
      work: EditorialWork,
      write: (inside: EditorialWork, take: TakeNamed) => Row | Promise<Row>,
      show: (inside: ReadContext, view: View) => Promise<Shown>,
      named: NamedPicture = noPicture,
    ): Promise<Shown> {
      const attempt = async (inside: EditorialWork, take: TakeNamed) => {
        const row = await write(inside, take);
        await settleLists(kind, inside, row);
        await insertRow(inside, entity, row);
        await recordActivity(inside, 'create', module, subjectOf(row));
        // Other transactions do not see the new row yet, so its picture is read inside this one.
        return show({ read: inside.em.getKysely() }, toView(row));
      };
      return withNamed(work, named, (take) =>
        inIdempotentTransaction(work, (inside) => attempt(inside, take)),
      );
    },

    async update(
      work: EditorialWork,
      { id, version, named = noPicture }: { id: number; version?: number | undefined; named?: NamedPicture },
      revise: (row: Row, inside: EditorialWork, take: TakeNamed) => void | Promise<void>,
    ): Promise<View> {
      const attempt = async (inside: EditorialWork, take: TakeNamed) => {
        const row = await find(inside, id);
        const [before, shownBefore] = [toView(row), pictureOf(inside, entity, row)];
        expectVersion(row, version, () => before);
        await revise(row, inside, take);
        await settleLists(kind, inside, row, before);
        await recordActivity(
          inside,
          'update',
          module,
          subjectOf(row),
          differenceOf<string>(before, toView(row), table.words),
        );
        await inside.em.flush();
        return {
          view: toView(row),
          dropped: pictureOf(inside, entity, row) === shownBefore ? undefined : shownBefore,
        };
      };
      const { view, dropped } = await withNamed(work, named, (take) =>
        retryOnConflict(work, (fresh) => inTransaction(fresh, (inside) => attempt(inside, take))),
      );
      await releasePicture(work, dropped);
      return view;
    },

    updateAll: (work, ids, revise) =>
      inTransaction(work, (inside) =>
        forEachRow(ids, async (id) => {
          const row = await findLocked(inside, entity, id);
          if (!row) return 'not_found';
          const before = toView(row);
          revise(row);
          const changes = differenceOf<string>(before, toView(row), table.words);
          const isChanged = Object.keys(changes).length > 0;
          if (isChanged) {
            await recordActivity(inside, 'update', module, subjectOf(row), changes);
            await inside.em.flush();
          }
          inside.em.clear();
          return isChanged ? 'changed' : 'unchanged';
        }),
      ),

    removeAll: (work, ids) => removeRows(kind, work, ids),
    restoreAll: (work, ids) => restoreRows(kind, work, ids),

    async remove(work: EditorialWork, id: number): Promise<{ success: true }> {
      const { results } = await removeRows(kind, work, [id]);
      if (results[0]?.outcome === 'not_found') throw new NotFound(table.missing);
      return { success: true };
    },

    async restore(work: EditorialWork, id: number): Promise<{ success: true }> {
      const { results } = await restoreRows(kind, work, [id]);
      if (results[0]?.outcome !== 'changed') throw await explainAbsence(work, id);
      return { success: true };
    },
  };
}
