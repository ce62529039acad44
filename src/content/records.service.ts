import type { FilterQuery } from '@mikro-orm/core';
import type { Where } from '../database/list/table.ts';
import type { OperationContext, ReadContext } from '../database/operation.ts';
import { expectVersion, inTransaction } from '../database/transaction.ts';
import { inIdempotentTransaction } from '../idempotency/idempotency.ts';
import { type ChangedRow, forEachRow, type Outcomes } from '../shared/bulk.ts';
import { Conflict, NotFound, RuleBroken } from '../shared/errors.ts';
import { type HeldPictures, holdPictures } from '../pictures/held-pictures.service.ts';
import type { TakePicture } from '../pictures/held-files.service.ts';
import { releasePictures } from '../pictures/pictures.service.ts';
import { readBefore } from './versions/stored-versions.service.ts';
import { type Batch, moveRowsToTrash, removeRows, restoreRows, takeRowsFromTrash } from './deletion.ts';
import { type EditorialWork, type Kind, lockRows, type RecordView, type StoredEditable } from './kind.ts';
import { holdLists, openRow, type Save, type Saved, saveRow } from './save-row.ts';
import { toStored } from './stored-fields.ts';

export type { EditorialWork };

interface GivenPictures extends HeldPictures {
  /** The row that a new one is a copy of. Its values need not be in their lists. */
  original?: object;
}

interface Changed extends HeldPictures {
  id: number;
  version?: number | undefined;
  /** The verb of the log entry, if it is not the usual one. */
  verb?: string | undefined;
  /** Locks what comes before the row in the order of locks. */
  lockBefore?: (inside: EditorialWork) => Promise<void>;
}

export interface Records<View, Row> {
  /** @throws {NotFound}, also for a row that does not match `where` */
  get(work: OperationContext, id: number, where?: Where<View>): Promise<View>;
  /** `take` returns the address of `named`. A repeated `Idempotency-Key` stores nothing and gets the first result. */
  create<Shown>(
    work: EditorialWork,
    write: (inside: EditorialWork, take: TakePicture) => Row | Promise<Row>,
    show: (inside: ReadContext & Pick<OperationContext, 'now'>, view: View) => Promise<Shown>,
    pictures?: GivenPictures,
  ): Promise<Shown>;
  /** @throws {NotFound} · {Conflict} when the row has changed since `version` */
  update(
    work: EditorialWork,
    row: Changed,
    revise: (row: Row, inside: EditorialWork, take: TakePicture) => void | Promise<void>,
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
  const { entity, table, module, toView, subjectOf } = kind;

  /** The row was restored already, or it was never there. */
  const explainAbsence = async (inside: OperationContext, id: number) => {
    const row = await inside.em.findOne(entity, { id } as FilterQuery<Row>);
    return row
      ? new Conflict('This has been restored already.', { current: toView(row) })
      : new NotFound('This is not in the trash.');
  };

  /** The leases on the pictures end with it, because a release needs them. */
  const saveOne = async (
    work: EditorialWork,
    { id, version, verb, lockBefore, ...given }: Changed,
    revise: (row: Row, inside: EditorialWork, take: TakePicture) => void | Promise<void>,
  ): Promise<Saved<View>> => {
    await using pictures = await holdPictures(work, given);
    const saved = await inTransaction({ ...work, em: work.em.fork() }, async (inside) => {
      const lists = await holdLists(kind, inside);
      await lockBefore?.(inside);
      const opened = await openRow(kind, inside, lists, id);
      if (!opened) throw new NotFound(table.missing);
      expectVersion(opened.row, version, () => opened.view);
      const reviseOne = (row: Row) => revise(row, inside, pictures.take);
      return saveRow(kind, inside, opened, { revise: reviseOne, named: given.named, verb });
    });
    pictures.keep();
    return saved;
  };

  /** Saves rows in one transaction, each by what `changeOf` returns for it. Undefined: the row stays as it is. */
  const saveAll = async (
    work: EditorialWork,
    ids: readonly number[],
    changeOf: (row: Row, inside: EditorialWork) => Promise<Save<Row> | undefined>,
  ): Promise<Outcomes> => {
    const dropped: Saved<View>['dropped'] = [];
    const outcomes = await inTransaction(work, async (inside) => {
      const lists = await holdLists(kind, inside);
      // All rows come before the log, which makes saves of one person wait for each other.
      await lockRows(inside, entity, ids);
      return forEachRow(ids, async (id) => {
        const opened = await openRow(kind, inside, lists, id);
        if (!opened) return 'not_found';
        const { row } = opened;
        const change = await changeOf(row, inside);
        const saved =
          change &&
          (await saveRow(kind, inside, opened, change).catch((error: unknown) => {
            throw RuleBroken.naming(subjectOf(row, inside.now).label, error);
          }));
        // A hundred rows with long texts would fill the memory.
        inside.em.clear();
        dropped.push(...(saved?.dropped ?? []));
        return saved?.isChanged ? { outcome: 'changed', version: row.version } : 'unchanged';
      });
    });
    await releasePictures(work, dropped);
    return outcomes;
  };

  return {
    async get(work: OperationContext, id: number, where?: Where<View>): Promise<View> {
      return toView((await table.get(work.read, id, where)) as unknown as Row);
    },

    async create(work, write, show, given = {}) {
      await using pictures = await holdPictures(work, given);
      const shown = await inIdempotentTransaction(work, async (inside) => {
        const lists = await holdLists(kind, inside);
        const row = await write(inside, pictures.take);
        const opened = { row, lists, before: undefined, keeps: given.original };
        const { view } = await saveRow(kind, inside, opened, { named: given.named });
        // Other transactions do not see the new row yet, so its picture is read inside this one.
        return show({ read: inside.em.getKysely(), now: inside.now }, view);
      });
      pictures.keep();
      return shown;
    },

    async update(work, change, revise) {
      const saved = await saveOne(work, change, revise);
      await releasePictures(work, saved.dropped);
      return saved.view;
    },

    updateAll: (work, ids, revise) => saveAll(work, ids, async () => ({ revise, isOneOfMany: true })),

    undoAll: (work, changed, columns) => {
      const versions = new Map(changed.map(({ id, version }) => [id, version]));
      return saveAll(work, [...versions.keys()], async (row, inside) => {
        const isLast = row.version === versions.get(row.id);
        const item = { module, item_id: row.id };
        const words = isLast ? await readBefore(inside, item, row.version) : undefined;
        if (!words || Object.keys(words).some((name) => !columns.includes(name))) return undefined;
        const others = Object.fromEntries(columns.map((name) => [name, row[name as keyof Row]]));
        const stored = toStored(inside, entity, words);
        const revise = () => {
          row.revise(stored, inside.now);
          // A row that is published again loses an end that has passed, but this one had it before.
          Object.assign(row, others, stored);
        };
        return { revise, verb: 'Undid a change of', isOneOfMany: true };
      });
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
