import { type EntityClass, type FilterQuery, LockMode } from '@mikro-orm/core';
import type { EditableView, StoredRow } from '../../database/columns.ts';
import { pictureColumnsOf } from '../../database/file-columns.ts';
import { insertRow } from '../../database/insert-row.ts';
import type { Table, Where } from '../../database/list/table.ts';
import type { OperationContext, ReadContext, SignedInOperation } from '../../database/operation.ts';
import { expectVersion, inTransaction, removeRow, retryOnConflict } from '../../database/transaction.ts';
import { type IdempotentOperation, inIdempotentTransaction } from '../../idempotency/idempotency.ts';
import type { SizeMaker } from '../../media/pictures.ts';
import { isUploadPath } from '../../shared/addresses.ts';
import { differenceOf } from '../../shared/diff.ts';
import { Conflict, NotFound } from '../../shared/errors.ts';
import type { ActivityModule } from '../../shared/facts.ts';
import { recordActivity, type Subject } from '../activities/activities.service.ts';
import {
  type NamedPicture,
  type PictureWork,
  releasePicture,
  withNamed,
} from '../pictures/pictures.service.ts';
import { askForSizes, withRestoredPicture } from '../pictures/trashed-pictures.service.ts';
import { findThrownPicture, moveToTrash, restoreFromTrash } from '../trash/trash.service.ts';
import { insertFields, toFields } from './stored-fields.ts';

/** Work of somebody who edits the site's content. */
export type EditorialWork = SignedInOperation & IdempotentOperation & PictureWork & { sizes: SizeMaker };

type Comparable = Parameters<typeof differenceOf<string>>[0];

/** Returns the address of the named picture. @throws {RuleBroken} when there is no such file */
type TakeNamed = () => string | undefined;

const noPicture: NamedPicture = { field: '' };

interface Kind<Row, View> {
  entity: EntityClass<Row>;
  table: Table<View>;
  /** The name of the module in the activity log. */
  module: ActivityModule;
  toView(row: StoredRow<View>): View;
  subjectOf(row: Row): Subject;
}

/**
 * The acts on one kind of row that staff edit. Each change is stored together with its entry in the activity log, in
 * one transaction; a picture that a row no longer shows goes once that is done.
 */
export function recordsOf<View extends EditableView & Comparable, Row extends StoredRow<View>>(
  kind: Kind<Row, View>,
) {
  const { entity, table, module, toView, subjectOf } = kind;

  /** The path of the picture that a row shows. */
  const pictureOf = ({ em }: OperationContext, row: Row): string | null | undefined => {
    const [named, other] = pictureColumnsOf([em.getMetadata().get(entity)]);
    if (other) throw new Error(`${entity.name} has two columns that name pictures: the trash holds one`);
    return named && (row as Record<string, string | null>)[named.column];
  };

  const find = (inside: OperationContext, id: number, lockMode = LockMode.NONE): Promise<Row> =>
    inside.em.findOneOrFail(entity, { id } as FilterQuery<Row>, {
      failHandler: () => new NotFound(table.missing),
      lockMode,
    });

  /** Why a row can not leave the trash: it has left it before, or was never there. */
  const explainAbsence = async (inside: OperationContext, id: number) => {
    const row = await inside.em.findOne(entity, { id } as FilterQuery<Row>);
    return row
      ? new Conflict('This has been restored already.', { current: toView(row) })
      : new NotFound('This is not in the trash.');
  };

  return {
    /** @throws {NotFound} also for a row without the values that are asked for */
    async get(work: OperationContext, id: number, where?: Where<View>): Promise<View> {
      return toView(await table.get(work.read, id, where));
    },

    /**
     * Stores the row that `write` returns, once if the work may come again; `show` makes of it what is answered. `write` gets the
     * address of the `named` picture by its second argument.
     */
    create<Shown>(
      work: EditorialWork,
      write: (inside: EditorialWork, take: TakeNamed) => Row | Promise<Row>,
      show: (inside: ReadContext, view: View) => Promise<Shown>,
      named: NamedPicture = noPicture,
    ): Promise<Shown> {
      const attempt = async (inside: EditorialWork, take: TakeNamed) => {
        const row = await write(inside, take);
        await insertRow(inside, entity, row);
        await recordActivity(inside, 'create', module, subjectOf(row));
        // What is not stored yet is seen in its own transaction only.
        return show({ read: inside.em.getKysely() }, toView(row));
      };
      return withNamed(work, named, (take) =>
        inIdempotentTransaction(work, (inside) => attempt(inside, take)),
      );
    },

    /**
     * Stores what `revise` does to a row. `version` is the one that the caller started from, if it matters; `named` as for a new row.
     *
     * @throws {NotFound} · {Conflict} when the row has moved on since `version`
     */
    async update(
      work: EditorialWork,
      { id, version, named = noPicture }: { id: number; version?: number | undefined; named?: NamedPicture },
      revise: (row: Row, inside: EditorialWork, take: TakeNamed) => void | Promise<void>,
    ): Promise<View> {
      const attempt = async (inside: EditorialWork, take: TakeNamed) => {
        const row = await find(inside, id);
        const [before, shownBefore] = [toView(row), pictureOf(inside, row)];
        expectVersion(row, version, () => before);
        await revise(row, inside, take);
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
          dropped: pictureOf(inside, row) === shownBefore ? undefined : shownBefore,
        };
      };
      const { view, dropped } = await withNamed(work, named, (take) =>
        retryOnConflict(work, (fresh) => inTransaction(fresh, (inside) => attempt(inside, take))),
      );
      await releasePicture(work, dropped);
      return view;
    },

    /** Throws a row into the trash. @throws {NotFound} */
    async remove(work: EditorialWork, id: number): Promise<{ success: true }> {
      const picture = await inTransaction(work, async (inside) => {
        // Held, so that no save comes between what the trash keeps and the end of the row.
        const row = await find(inside, id, LockMode.PESSIMISTIC_WRITE);
        const subject = subjectOf(row);
        const shown = pictureOf(inside, row) ?? '';
        moveToTrash(inside, {
          ...{ module, item_id: id, title: subject.label, fields: toFields(inside, entity, row) },
          picture: isUploadPath(shown) ? shown : null,
        });
        await removeRow(inside, entity, id, table.missing);
        await recordActivity(inside, 'delete', module, subject);
        return shown;
      });
      await releasePicture(work, picture);
      return { success: true };
    },

    /**
     * Brings a row back from the trash as it was, with its id, its version and its picture.
     *
     * @throws {NotFound} when it is not there · {Conflict} when it has been restored already
     */
    async restore(work: EditorialWork, id: number): Promise<{ success: true }> {
      const picture = await findThrownPicture(work, module, id);
      await withRestoredPicture(work, picture, () =>
        inTransaction(work, async (inside) => {
          const item = await restoreFromTrash(inside, module, id);
          if (!item) throw await explainAbsence(inside, id);
          // It was restored and deleted again since the first look, with another picture.
          if ((item.picture ?? null) !== picture)
            throw new Conflict('This has just changed. Please try again.');
          if (picture) await askForSizes(inside, picture);
          await insertFields(inside, entity, item.fields);
          const row = await find(inside, id);
          await recordActivity(inside, 'update', module, { ...subjectOf(row), verb: 'Restored' });
        }),
      );
      work.sizes.wake();
      return { success: true };
    },
  };
}
