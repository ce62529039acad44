import { stateKey } from '../../database/list/open-at.ts';
import type { Table, Where } from '../../database/list/table.ts';
import type { OperationContext } from '../../database/operation.ts';
import type { ChangedRow, Outcomes } from '../../shared/bulk.ts';
import {
  type Columns,
  type Facts,
  formattedIn,
  type ListName,
  mediaOf,
  type NewWords,
  type Words,
} from '../../shared/columns.ts';
import type { PageMeta, SortedQuery } from '../../shared/pagination.ts';
import { isPublicAt, type ScheduledFacts } from '../../shared/schedule.ts';
import { type Choices, valuesOf } from '../../shared/settings/choices.ts';
import type { SiteSettingsSource } from '../../shared/settings/site.ts';
import { type Used, usedIn } from '../../pictures/media-uses.service.ts';
import type { TakePicture } from '../../pictures/held-files.service.ts';
import { describePicture } from '../../pictures/pictures.service.ts';
import type { Move, moverOf } from '../order.service.ts';
import type { EditorialWork, Records } from '../records.service.ts';
import { copiedWords, takeIfThere } from './copied-row.ts';
import { requireDescribed } from './described-pictures.ts';
import type { EntityOf, Row } from './entity-of.ts';
import {
  type FilterKey,
  initialOf,
  pictureKeyOf,
  type Received,
  type ToView,
  type View,
} from './fields-of.ts';
import { cleanTexts, definedOnly, takeApart, type WritingWork } from './given-form.ts';
import type { ScheduleKeeper } from './scheduled-rows.ts';
import type { Filter, Publishing, ReceivedChange, Shown, StateFilter, Stats } from './schemas-of.ts';
import { type ShownRows, shownRowsOf } from './shown-rows.ts';

/** The context of a call that lists rows. The settings contain the lists by which rows are counted. */
export type ListWork = OperationContext & { siteSettings: SiteSettingsSource };

/** A row on the screen where staff order the rows. `group` is null where all rows have one order. */
interface PlacedRow {
  id: number;
  title: string;
  group: string | null;
  is_public: boolean;
}

export interface Service<C extends Columns, K extends FilterKey<C>> extends ShownRows<C> {
  list(
    work: ListWork,
    query: SortedQuery & Filter<C, K> & StateFilter,
  ): Promise<{ rows: Shown<C>[]; meta: PageMeta; stats: Stats<string> }>;
  /** @throws {NotFound}, also for a row that does not match `where` */
  get(work: OperationContext, id: number, where?: Where<View<C>>): Promise<Shown<C>>;
  create(work: WritingWork, input: Received<C>): Promise<Shown<C>>;
  /** @throws {NotFound}, {Conflict} when the row has changed since `version` */
  update(work: WritingWork, change: ReceivedChange<C>): Promise<Shown<C>>;
  remove(work: EditorialWork, id: number): Promise<{ success: true }>;
  removeAll(work: EditorialWork, ids: readonly number[]): Promise<Outcomes>;
  setAll(work: EditorialWork, ids: readonly number[], words: Record<string, unknown>): Promise<Outcomes>;
  /** Takes back the last change of rows, as far as it concerns neither formatted texts nor pictures. */
  undoAll(work: EditorialWork, changed: readonly ChangedRow[]): Promise<Outcomes>;
  /** Makes a copy that visitors do not see. It has the picture of the original, and no dates. @throws {NotFound} */
  duplicate(work: EditorialWork, original: { id: number }): Promise<Shown<C>>;
  /** Changes only when visitors see the row. @throws {NotFound}, {Conflict} */
  publish(work: EditorialWork, change: Publishing): Promise<Shown<C>>;
  /** @throws {RuleBroken} when the row may not be stored as it is */
  expectReady(inside: OperationContext, row: object): Promise<void>;
  /** The ids of the library's pictures that the words of a row name, by column. */
  usedBy(words: object): Used;
  /** Undefined for a module whose rows staff cannot order. */
  order:
    | {
        /** Returns the first 1,000 rows in their order. */
        places(work: ListWork): Promise<PlacedRow[]>;
        /** @throws {NotFound} · {RuleBroken} when the row before the new place is gone */
        move(work: EditorialWork, move: Move): Promise<void>;
      }
    | undefined;
}

interface ServiceParts<C extends Columns, K extends FilterKey<C>> {
  columns: C;
  entity: EntityOf<C>;
  table: Table<View<C>>;
  rows: Records<View<C>, Row<C>>;
  toView: ToView<C>;
  where(filter: Filter<C, K>): Where<View<C>>;
  title: string;
  facts: ScheduledFacts & Pick<Facts, 'position' | 'folder'>;
  keeper: ScheduleKeeper;
  /** The list by whose order rows are sorted. Undefined: newest first. */
  order: ListName | undefined;
  count(read: OperationContext['read'], choices: Choices): Promise<Stats<string>>;
  groups: string;
  mover: ReturnType<typeof moverOf>;
}

export function serviceOf<C extends Columns, K extends FilterKey<C>>(
  parts: ServiceParts<C, K>,
): Service<C, K> {
  const { columns, entity, table, rows, toView, where, order, count, title, facts, keeper } = parts;
  const { publicBy } = facts;
  const { groups, mover } = parts;
  const picture = pictureKeyOf(columns);
  const initial = Object.fromEntries(
    Object.entries(columns).flatMap(([key, column]) =>
      'isOptional' in column ? [[key, initialOf(column)]] : [],
    ),
  );
  type Named = Record<string, string | null>;
  const { show, showAll, complete } = shownRowsOf({ columns, facts });

  const written = (words: Record<string, unknown>, path: string | null | undefined) =>
    (picture ? { ...words, [picture]: path } : words) as Row<C>;
  const describe = (work: OperationContext, row: Row<C>, alt: string | undefined) =>
    describePicture(work, picture && (row as unknown as Named)[picture], alt);

  const formatted = formattedIn(columns);
  const plain = Object.keys(columns).filter(
    (key) => key !== picture && key !== 'slug' && !formatted.includes(key),
  );
  const textsOf = (words: object) =>
    Object.fromEntries(formatted.map((key) => [key, String((words as Record<string, unknown>)[key] ?? '')]));
  const usedBy = (words: object): Used => ({
    ...usedIn(textsOf(words)),
    ...mediaOf(columns, words),
  });
  const expectReady = async (inside: OperationContext, row: object) => {
    keeper.requireOrder(row);
    const isPublic = publicBy === null || (row as Record<string, unknown>)[publicBy] === true;
    if (isPublic) await requireDescribed({ read: inside.em.getKysely() }, textsOf(row));
  };

  return {
    list: async (work, { page, per_page, before, search, sort, ...asked }) => {
      const { state, ...filter } = asked as StateFilter;
      const query = { page, per_page, before, search, sort };
      const { choices } = await work.siteSettings.current();
      const positions = order && valuesOf(choices, order);
      const [found, stats] = await Promise.all([
        table.page(
          work.read,
          query,
          { ...where(filter as unknown as Filter<C, K>), ...(state && { [stateKey(state)]: work.now }) },
          positions,
        ),
        count(work.read, choices),
      ]);
      const views = found.rows.map(toView);
      return { rows: await showAll(work, views), meta: found.meta, stats };
    },
    get: (work, id, where) => show(work, rows.get(work, id, where)),
    create: async (work, input) => {
      const { words, upload, named, image_alt } = takeApart(input, picture);
      const cleaned = { ...initial, ...definedOnly(await cleanTexts(work, columns, words)) };
      const write = async (inside: EditorialWork, take: TakePicture) => {
        const row = entity.write(written(cleaned, take() ?? null) as NewWords<C>, work.now);
        await describe(inside, row, image_alt);
        return row;
      };
      return rows.create(work, write, show, { upload, named, used: usedBy(cleaned) });
    },
    update: async (work, change) => {
      const { id, version, ...input } = change as ReceivedChange<C> & { version?: number };
      const { words, upload, named, image_alt, remove_image } = takeApart(input, picture);
      const cleaned = await cleanTexts(work, columns, words);
      const given = { id, version, upload, named, used: usedBy(cleaned) };
      const updated = rows.update(work, given, async (row, inside, take) => {
        row.revise(written(cleaned, take() ?? (remove_image ? null : undefined)), work.now);
        await describe(inside, row, image_alt);
      });
      return show(work, updated);
    },
    remove: rows.remove,
    removeAll: rows.removeAll,
    setAll: (work, ids, words) =>
      rows.updateAll(work, ids, (row) => row.revise(words as Partial<Words<C>>, work.now)),
    undoAll: (work, changed) => rows.undoAll(work, changed, plain),
    duplicate: async (work, { id }) => {
      const original = await rows.get(work, id);
      const words = copiedWords(columns, original as unknown as Record<string, unknown>, { title, publicBy });
      const address = picture && (original as unknown as Named)[picture];
      const named = { address: address ?? undefined, field: picture ?? '' };
      const write = (_: EditorialWork, take: TakePicture) => {
        const row = entity.write(written(words, takeIfThere(take)) as NewWords<C>, work.now);
        keeper.hide(row as unknown as Record<string, unknown>, work.now);
        return row;
      };
      return rows.create(work, write, show, { named, used: usedBy(words), original });
    },
    publish: (work, { id, version, ...words }) =>
      show(
        work,
        rows.update(work, { id, version, used: usedBy(words) }, (row) =>
          row.revise(words as Partial<Words<C>>, work.now),
        ),
      ),
    usedBy,
    expectReady,
    show,
    showAll,
    complete,
    order: mover && {
      move: mover,
      places: async (work) => {
        const { choices } = await work.siteSettings.current();
        const rows = await table.page(work.read, {}, {}, order && valuesOf(choices, order));
        return rows.rows.map((row) => {
          const view = toView(row) as unknown as Record<string, string> & { id: number };
          const is_public = isPublicAt(facts, view, work.now);
          return { id: view.id, title: view[title]!, group: order ? view[groups]! : null, is_public };
        });
      },
    },
  };
}
