import { type EntityClass, type FilterQuery, LockMode } from '@mikro-orm/core';
import type { EditableView } from '../../database/columns.ts';
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

/** The context of a call that edits content. */
export type EditorialWork = SignedInOperation & IdempotentOperation & PictureWork & { sizes: SizeMaker };

/** Returns the address of the named picture. @throws {RuleBroken} when the file does not exist */
type TakeNamed = () => string | undefined;

const noPicture: NamedPicture = { field: '' };

type Comparable = Parameters<typeof differenceOf<string>>[0];

interface StoredEditable {
  id: number;
  version: number;
  updated_at: Date;
}

interface Kind<Row, View> {
  entity: EntityClass<Row>;
  table: Table<View>;
  /** The name of the module in the activity log. */
  module: ActivityModule;
  toView(row: Row): View;
  subjectOf(row: Row): Subject;
  /** Values for columns that did not exist yet when a row went to the trash. */
  earlier?: Record<string, unknown>;
}

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
export function recordsOf<View extends EditableView & Comparable, Row extends StoredEditable>(
  kind: Kind<Row, View>,
): Records<View, Row> {
  const { entity, table, module, toView, subjectOf, earlier } = kind;

  /** Returns the path of the picture that a row shows. Undefined if the entity has no picture column. */
  const pictureOf = ({ em }: OperationContext, row: Row): string | null | undefined => {
    const [named, other] = pictureColumnsOf([em.getMetadata().get(entity)]);
    if (other) throw new Error(`${entity.name} has two columns that name pictures: the trash holds one`);
    return named && (row as unknown as Record<string, string | null>)[named.column];
  };

  const find = (inside: OperationContext, id: number, lockMode = LockMode.NONE): Promise<Row> =>
    inside.em.findOneOrFail(entity, { id } as FilterQuery<Row>, {
      failHandler: () => new NotFound(table.missing),
      lockMode,
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

    async remove(work: EditorialWork, id: number): Promise<{ success: true }> {
      const picture = await inTransaction(work, async (inside) => {
        // Locked, so that no other save changes the row between its copy to the trash and its deletion.
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

    async restore(work: EditorialWork, id: number): Promise<{ success: true }> {
      const picture = await findThrownPicture(work, module, id);
      await withRestoredPicture(work, picture, () =>
        inTransaction(work, async (inside) => {
          const item = await restoreFromTrash(inside, module, id);
          if (!item) throw await explainAbsence(inside, id);
          // The row was restored and deleted again in the meantime, with another picture.
          if ((item.picture ?? null) !== picture)
            throw new Conflict('This has just changed. Please try again.');
          if (picture) await askForSizes(inside, picture);
          await insertFields(inside, entity, { ...earlier, ...item.fields });
          const row = await find(inside, id);
          await recordActivity(inside, 'update', module, { ...subjectOf(row), verb: 'Restored' });
        }),
      );
      work.sizes.wake();
      return { success: true };
    },
  };
}
