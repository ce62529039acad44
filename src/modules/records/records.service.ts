import type { EntityClass, FilterQuery } from '@mikro-orm/core';
import type { EditableView, StoredRow } from '../../database/columns.ts';
import type { Table, Where } from '../../database/table.ts';
import { expectVersion, inTransaction, removeRow, untilFresh } from '../../database/transaction.ts';
import type { SignedInWork, Work } from '../../database/work.ts';
import type { Pictures, SizeMaker } from '../../media/pictures.ts';
import type { ActivityModule } from '../../shared/catalog.ts';
import { differenceOf } from '../../shared/difference.ts';
import { NotFound } from '../../shared/errors.ts';
import { note, type Subject } from '../activities/activities.service.ts';
import { letGoOf } from '../pictures/pictures.service.ts';

/** Work of somebody who edits the site's content. */
export type EditorialWork = SignedInWork & { pictures: Pictures; sizes: SizeMaker };

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

  const find = (inside: Work, id: number): Promise<Row> =>
    inside.em.findOneOrFail(entity, { id } as FilterQuery<Row>, {
      failHandler: () => new NotFound(table.missing),
    });

  return {
    /** @throws {NotFound} also for a row without the values that are asked for */
    async get(work: Work, id: number, where?: Where<View>): Promise<View> {
      return toView(await table.get(work.read, id, where));
    },

    /** Stores the row that `write` gives. */
    create(work: EditorialWork, write: (inside: EditorialWork) => Row | Promise<Row>): Promise<View> {
      return inTransaction(work, async (inside) => {
        const row = await write(inside);
        await inside.em.persist(row).flush();
        await note(inside, 'create', module, subjectOf(row));
        return toView(row);
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
        await note(
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

    /** @throws {NotFound} */
    async remove(work: EditorialWork, id: number): Promise<{ success: true }> {
      const picture = await inTransaction(work, async (inside) => {
        const row = await find(inside, id);
        await removeRow(inside, entity, id, table.missing);
        await note(inside, 'delete', module, subjectOf(row));
        return pictureOf(row);
      });
      await letGoOf(work, picture);
      return { success: true };
    },
  };
}
