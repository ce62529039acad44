import { type EntityClass, type FilterQuery, LockMode } from '@mikro-orm/core';
import type { EditableView, StoredRow } from '../../database/columns.ts';
import { insertRow } from '../../database/insert-row.ts';
import type { Table, Where } from '../../database/table.ts';
import { expectVersion, inTransaction, removeRow, untilFresh } from '../../database/transaction.ts';
import type { Reading, SignedInWork, Work } from '../../database/work.ts';
import { inTransactionOnce, type RepeatableWork } from '../../limits/repeats.ts';
import type { Pictures, SizeMaker } from '../../media/pictures.ts';
import { isUploadPath } from '../../shared/addresses.ts';
import type { ActivityModule } from '../../shared/catalog.ts';
import { differenceOf } from '../../shared/difference.ts';
import { Conflict, NotFound } from '../../shared/errors.ts';
import { recordChange, type Subject } from '../activities/activities.service.ts';
import { bringBack, dropAway } from '../pictures/away.service.ts';
import { letGoOf } from '../pictures/pictures.service.ts';
import { takeOut, throwAway } from '../trash/trash.service.ts';
import { insertFields, toFields } from './stored-fields.ts';

/** Work of somebody who edits the site's content. */
export type EditorialWork = SignedInWork & RepeatableWork & { pictures: Pictures; sizes: SizeMaker };

type Comparable = Parameters<typeof differenceOf<string>>[0];

interface Kind<Row, View> {
  entity: EntityClass<Row>;
  table: Table<View>;
  /** The name of the module in the activity log. */
  module: ActivityModule;
  toView(row: StoredRow<View>): View;
  subjectOf(row: Row): Subject;
  /** The path of the picture that a row shows, for rows that have one. */
  pictureOf?(row: Row): string | null | undefined;
}

/**
 * The acts on one kind of row that staff edit. Each change is stored together with its entry in the activity log, in
 * one transaction; a picture that a row no longer shows goes once that is done.
 */
export function recordsOf<View extends EditableView & Comparable, Row extends StoredRow<View>>(
  kind: Kind<Row, View>,
) {
  const { entity, table, module, toView, subjectOf, pictureOf = () => undefined } = kind;

  const find = (inside: Work, id: number, lockMode = LockMode.NONE): Promise<Row> =>
    inside.em.findOneOrFail(entity, { id } as FilterQuery<Row>, {
      failHandler: () => new NotFound(table.missing),
      lockMode,
    });

  /** Why a row can not leave the trash: it has left it before, or was never there. */
  const explainAbsence = async (inside: Work, id: number) => {
    const row = await inside.em.findOne(entity, { id } as FilterQuery<Row>);
    return row
      ? new Conflict('This has been restored already.', { current: toView(row) })
      : new NotFound('This is not in the trash.');
  };

  return {
    /** @throws {NotFound} also for a row without the values that are asked for */
    async get(work: Work, id: number, where?: Where<View>): Promise<View> {
      return toView(await table.get(work.read, id, where));
    },

    /** Stores the row that `write` gives, once if the work may come again; `show` makes of it what is answered. */
    create<Shown>(
      work: EditorialWork,
      write: (inside: EditorialWork) => Row | Promise<Row>,
      show: (inside: Reading, view: View) => Promise<Shown>,
    ): Promise<Shown> {
      return inTransactionOnce(work, async (inside) => {
        const row = await write(inside);
        await insertRow(inside, entity, row);
        await recordChange(inside, 'create', module, subjectOf(row));
        // What is not stored yet is seen in its own transaction only.
        return show({ read: inside.em.getKysely() }, toView(row));
      });
    },

    /**
     * Stores what `revise` does to a row. `version` is the one that the caller started from, if it matters.
     *
     * @throws {NotFound} · {Conflict} when the row has moved on since `version`
     */
    async update(
      work: EditorialWork,
      { id, version }: { id: number; version?: number | undefined },
      revise: (row: Row, inside: EditorialWork) => void | Promise<void>,
    ): Promise<View> {
      const attempt = async (inside: EditorialWork) => {
        const row = await find(inside, id);
        const [before, shownBefore] = [toView(row), pictureOf(row)];
        expectVersion(row, version, () => before);
        await revise(row, inside);
        await recordChange(
          inside,
          'update',
          module,
          subjectOf(row),
          differenceOf<string>(before, toView(row), table.words),
        );
        await inside.em.flush();
        return { view: toView(row), dropped: pictureOf(row) === shownBefore ? undefined : shownBefore };
      };
      const { view, dropped } = await untilFresh(work, (fresh) => inTransaction(fresh, attempt));
      await letGoOf(work, dropped);
      return view;
    },

    /** Throws a row into the trash. @throws {NotFound} */
    async remove(work: EditorialWork, id: number): Promise<{ success: true }> {
      const picture = await inTransaction(work, async (inside) => {
        // Held, so that no save comes between what the trash keeps and the end of the row.
        const row = await find(inside, id, LockMode.PESSIMISTIC_WRITE);
        const subject = subjectOf(row);
        const shown = pictureOf(row) ?? '';
        throwAway(inside, {
          ...{ module, item_id: id, title: subject.label, fields: toFields(inside, entity, row) },
          picture: isUploadPath(shown) ? shown : null,
        });
        await removeRow(inside, entity, id, table.missing);
        await recordChange(inside, 'delete', module, subject);
        return shown;
      });
      await letGoOf(work, picture);
      return { success: true };
    },

    /**
     * Brings a row back from the trash as it was, with its id, its version and its picture.
     *
     * @throws {NotFound} when it is not there · {Conflict} when it has been restored already
     */
    async restore(work: EditorialWork, id: number): Promise<{ success: true }> {
      let picture: string | null = null;
      const putBack = async (inside: EditorialWork) => {
        const item = await takeOut(inside, module, id);
        if (!item) throw await explainAbsence(inside, id);
        picture = item.picture ?? null;
        await bringBack(inside, picture);
        await insertFields(inside, entity, item.fields);
        const row = await find(inside, id);
        await recordChange(inside, 'update', module, { ...subjectOf(row), verb: 'Restored' });
      };
      try {
        await inTransaction(work, putBack);
      } catch (error) {
        await letGoOf(work, picture);
        throw error;
      }
      await dropAway(work, picture);
      work.sizes.wake();
      return { success: true };
    },
  };
}
