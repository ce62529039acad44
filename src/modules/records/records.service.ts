import type { FilterQuery } from '@mikro-orm/core';
import { insertRow } from '../../database/insert-row.ts';
import type { Where } from '../../database/list/table.ts';
import type { OperationContext, ReadContext } from '../../database/operation.ts';
import { expectVersion, inTransaction, retryOnConflict } from '../../database/transaction.ts';
import { inIdempotentTransaction } from '../../idempotency/idempotency.ts';
import { type ChangedRow, forEachRow, type Outcomes } from '../../shared/bulk.ts';
import { differenceOf } from '../../shared/diff.ts';
import { Conflict, NotFound } from '../../shared/errors.ts';
import { recordActivity } from '../activities/activities.service.ts';
import {
  expectPictures,
  recordUses,
  takeFromLibrary,
  type Used,
  withUsed,
} from '../media/media-uses.service.ts';
import { type NamedPicture, releasePicture, withNamed } from '../pictures/pictures.service.ts';
import {
  enterFirstVersion,
  enterVersion,
  readBefore,
  type Snapshot,
} from '../versions/stored-versions.service.ts';
import { type Batch, moveRowsToTrash, removeRows, restoreRows, takeRowsFromTrash } from './deletion.ts';
import {
  attachShown,
  type EditorialWork,
  findLocked,
  type Kind,
  pictureOf,
  type RecordView,
  type StoredEditable,
  settleLists,
  settleSlug,
  snapshotOf,
} from './kind.ts';
import { toStored } from './stored-fields.ts';

export type { EditorialWork };

/** @throws {RuleBroken} when the named file does not exist */
type TakeNamed = () => string | undefined;

const usualPage: NamedPicture = { field: '' };

/** Pictures that exist already: the address that a form names, and those in the texts, which must not lose their files meanwhile. */
interface NamedPictures {
  named?: NamedPicture | undefined;
  used?: Used;
  /** The row that a new one is a copy of. Its values need not be in their lists. */
  original?: object;
}

interface Changed extends NamedPictures {
  id: number;
  version?: number | undefined;
  /** The verb of the log entry, if it is not the usual one. */
  verb?: string | undefined;
}

interface Stored<View> {
  before: View;
  earlier: Snapshot | undefined;
  /** Gets the pictures that no version holds any more. */
  dropped: string[];
  verb?: string;
}

export interface Records<View, Row> {
  /** @throws {NotFound}, also for a row that does not match `where` */
  get(work: OperationContext, id: number, where?: Where<View>): Promise<View>;
  /** `take` returns the address of `named`. A repeated `Idempotency-Key` stores nothing and gets the first result. */
  create<Shown>(
    work: EditorialWork,
    write: (inside: EditorialWork, take: TakeNamed) => Row | Promise<Row>,
    show: (inside: ReadContext & Pick<OperationContext, 'now'>, view: View) => Promise<Shown>,
    pictures?: NamedPictures,
  ): Promise<Shown>;
  /** @throws {NotFound} · {Conflict} when the row has changed since `version` */
  update(
    work: EditorialWork,
    row: Changed,
    revise: (row: Row, inside: EditorialWork, take: TakeNamed) => void | Promise<void>,
  ): Promise<View>;
  /** In one transaction. Rows that already are as `revise` makes them stay unchanged. */
  updateAll(
    work: EditorialWork,
    ids: readonly number[],
    revise: (row: Row) => void | Promise<void>,
  ): Promise<Outcomes>;
  /** Takes the last change of each row back. Rows that have changed again stay unchanged. Only for `columns`. */
  undoAll(work: EditorialWork, changed: readonly ChangedRow[], columns: readonly string[]): Promise<Outcomes>;
  removeAll(work: EditorialWork, ids: readonly number[]): Promise<Outcomes>;
  restoreAll(work: EditorialWork, ids: readonly number[]): Promise<Outcomes>;
  /** @throws {NotFound} */
  remove(work: EditorialWork, id: number): Promise<{ success: true }>;
  /** @throws {NotFound} when it is not in the trash · {Conflict} when it has been restored already */
  restore(work: EditorialWork, id: number): Promise<{ success: true }>;
  /** Like `removeAll`, as a part of the caller's transaction. */
  removeInside(
    inside: EditorialWork,
    ids: readonly number[],
    together: Batch<Row>,
  ): Promise<{ outcomes: Outcomes; dropped: string[] }>;
  /** Like `restoreAll`, as a part of the caller's transaction. `pictures` are the pictures of the rows by their ids. */
  restoreInside(inside: EditorialWork, pictures: ReadonlyMap<number, string | null>): Promise<Outcomes>;
}

/** Each change and its log entry share one transaction. Then a picture that the row no longer shows is removed. */
export function recordsOf<View extends RecordView, Row extends StoredEditable>(
  kind: Kind<Row, View>,
): Records<View, Row> {
  const { entity, table, module, toView, subjectOf, usesOf } = kind;

  const find = (inside: OperationContext, id: number): Promise<Row> =>
    inside.em.findOneOrFail(entity, { id } as FilterQuery<Row>, {
      failHandler: () => new NotFound(table.missing),
    });

  /** The row was restored already, or it was never there. */
  const explainAbsence = async (inside: OperationContext, id: number) => {
    const row = await inside.em.findOne(entity, { id } as FilterQuery<Row>);
    return row
      ? new Conflict('This has been restored already.', { current: toView(row) })
      : new NotFound('This is not in the trash.');
  };

  /** Returns the pictures that no version holds any more. */
  const saveVersion = async (
    inside: EditorialWork,
    row: Row,
    earlier: Snapshot | undefined,
    changes: object,
  ): Promise<string[]> => {
    const [changed, later] = [Object.keys(changes), snapshotOf(kind, inside, row)];
    if (!earlier || !later || changed.length === 0) return [];
    return enterVersion(inside, { module, item_id: row.id }, earlier, later, changed);
  };

  /** One of several rows. The memory must not hold them all. */
  const store = async (inside: EditorialWork, row: Row, { before, earlier, dropped, verb }: Stored<View>) => {
    const changes = differenceOf<string>(before, toView(row), table.words);
    const isChanged = Object.keys(changes).length > 0;
    if (isChanged) {
      await recordActivity(inside, 'update', module, { ...subjectOf(row, inside.now), verb }, changes);
      await inside.em.flush();
      dropped.push(...(await saveVersion(inside, row, earlier, changes)));
    }
    const { version } = row;
    inside.em.clear();
    return isChanged ? ({ outcome: 'changed', version } as const) : 'unchanged';
  };

  return {
    async get(work: OperationContext, id: number, where?: Where<View>): Promise<View> {
      return toView((await table.get(work.read, id, where)) as unknown as Row);
    },

    create<Shown>(
      work: EditorialWork,
      write: (inside: EditorialWork, take: TakeNamed) => Row | Promise<Row>,
      show: (inside: ReadContext & Pick<OperationContext, 'now'>, view: View) => Promise<Shown>,
      { named = usualPage, used = {}, original }: NamedPictures = {},
    ): Promise<Shown> {
      const attempt = async (inside: EditorialWork, take: TakeNamed) => {
        const row = await write(inside, take);
        await settleLists(kind, inside, row, original);
        await insertRow(inside, entity, row);
        await settleSlug(kind, inside, row, null);
        if (usesOf) expectPictures(await recordUses(inside, { module, item_id: row.id }, usesOf(row), true));
        if (named.isFromLibrary) await takeFromLibrary(inside, named);
        await attachShown(kind, inside, row);
        await recordActivity(inside, 'create', module, subjectOf(row, inside.now));
        const first = snapshotOf(kind, inside, row);
        if (first) await enterFirstVersion(inside, { module, item_id: row.id }, first);
        // Other transactions do not see the new row yet, so its picture is read inside this one.
        return show({ read: inside.em.getKysely(), now: inside.now }, toView(row));
      };
      return withUsed(work, used, () =>
        withNamed(work, named, (take) => inIdempotentTransaction(work, (inside) => attempt(inside, take))),
      );
    },

    async update(
      work: EditorialWork,
      { id, version, named = usualPage, used = {}, verb }: Changed,
      revise: (row: Row, inside: EditorialWork, take: TakeNamed) => void | Promise<void>,
    ): Promise<View> {
      const attempt = async (inside: EditorialWork, take: TakeNamed) => {
        const row = await find(inside, id);
        const [before, shownBefore] = [toView(row), pictureOf(inside, entity, row)];
        const earlier = snapshotOf(kind, inside, row);
        expectVersion(row, version, () => before);
        const usedBefore = usesOf?.(row);
        await revise(row, inside, take);
        await settleLists(kind, inside, row, before);
        await settleSlug(kind, inside, row, before);
        if (usesOf && !isSameUse(usedBefore!, usesOf(row))) {
          expectPictures(await recordUses(inside, { module, item_id: id }, usesOf(row)));
        }
        if (named.isFromLibrary) await takeFromLibrary(inside, named);
        if (pictureOf(inside, entity, row) !== shownBefore) await attachShown(kind, inside, row);
        const changes = differenceOf<string>(before, toView(row), table.words);
        await recordActivity(inside, 'update', module, { ...subjectOf(row, inside.now), verb }, changes);
        await inside.em.flush();
        const pruned = await saveVersion(inside, row, earlier, changes);
        const isDropped = pictureOf(inside, entity, row) !== shownBefore;
        return { view: toView(row), dropped: isDropped ? [shownBefore, ...pruned] : pruned };
      };
      const { view, dropped } = await withUsed(work, used, () =>
        withNamed(work, named, (take) =>
          retryOnConflict(work, (fresh) => inTransaction(fresh, (inside) => attempt(inside, take))),
        ),
      );
      for (const picture of dropped) await releasePicture(work, picture);
      return view;
    },

    updateAll: async (work, ids, revise) => {
      const dropped: string[] = [];
      const outcomes = await inTransaction(work, (inside) =>
        forEachRow(ids, async (id) => {
          const row = await findLocked(inside, entity, id);
          if (!row) return 'not_found';
          const [before, earlier] = [toView(row), snapshotOf(kind, inside, row)];
          await revise(row);
          await settleLists(kind, inside, row, before);
          return store(inside, row, { before, earlier, dropped });
        }),
      );
      for (const picture of dropped) await releasePicture(work, picture);
      return outcomes;
    },

    undoAll: async (work, changed, columns) => {
      const dropped: string[] = [];
      const versions = new Map(changed.map(({ id, version }) => [id, version]));
      const outcomes = await inTransaction(work, (inside) =>
        forEachRow([...versions.keys()], async (id) => {
          const row = await findLocked(inside, entity, id);
          if (!row) return 'not_found';
          const [before, earlier] = [toView(row), snapshotOf(kind, inside, row)];
          const isLast = row.version === versions.get(id);
          const words = isLast ? await readBefore(inside, { module, item_id: id }, row.version) : undefined;
          if (!words || Object.keys(words).some((name) => !columns.includes(name))) {
            inside.em.clear();
            return 'unchanged';
          }
          const others = Object.fromEntries(columns.map((name) => [name, row[name as keyof Row]]));
          const stored = toStored(inside, entity, words);
          row.revise(stored, inside.now);
          // A row that is published again loses an end that has passed, but this one had it before.
          Object.assign(row, others, stored);
          return store(inside, row, { before, earlier, dropped, verb: 'Undid a change of' });
        }),
      );
      for (const picture of dropped) await releasePicture(work, picture);
      return outcomes;
    },

    removeAll: (work, ids) => removeRows(kind, work, ids),
    restoreAll: (work, ids) => restoreRows(kind, work, ids),
    removeInside: (inside, ids, together) => moveRowsToTrash(kind, inside, ids, together),
    restoreInside: (inside, pictures) => takeRowsFromTrash(kind, inside, pictures, true),

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

function isSameUse(before: Used, after: Used): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}
