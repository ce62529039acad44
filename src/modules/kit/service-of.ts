import { stateKey } from '../../database/list/open-at.ts';
import type { Table, Where } from '../../database/list/table.ts';
import type { OperationContext, ReadContext } from '../../database/operation.ts';
import type { ChangedRow, Outcomes } from '../../shared/bulk.ts';
import {
  apartIn,
  type Columns,
  type Facts,
  formattedIn,
  type ListName,
  mediaIn,
  type NewWords,
  type Words,
} from '../../shared/columns.ts';
import { Conflict, RuleBroken } from '../../shared/errors.ts';
import type { PageMeta, SortedQuery } from '../../shared/pagination.ts';
import { isPublicAt, momentsOf, publicationStateOf, type ScheduledFacts } from '../../shared/schedule.ts';
import { type Choices, valuesOf } from '../../shared/settings/choices.ts';
import type { SiteSettingsSource } from '../../shared/settings/site.ts';
import { rowPath } from '../../shared/slugs.ts';
import type { Upload } from '../../shared/uploaded-file.ts';
import type { Cleaner } from '../../workers/cleaner.ts';
import { type Used, usedIn } from '../media/media-uses.service.ts';
import { showPicture, showPictures } from '../pictures/picture-views.service.ts';
import { describePicture, type NamedPicture, withPicture } from '../pictures/pictures.service.ts';
import type { Move, moverOf } from '../records/order.service.ts';
import type { EditorialWork, Records } from '../records/records.service.ts';
import { requireDescribed } from './described-pictures.ts';
import { copiedWords, takeIfThere } from './copied-row.ts';
import type { EntityOf, Row } from './entity-of.ts';
import {
  type FilterKey,
  initialOf,
  pictureKeyOf,
  positionOf,
  type Received,
  type ToView,
  type View,
} from './fields-of.ts';
import type { ScheduleKeeper } from './scheduled-rows.ts';
import type { Filter, Publishing, ReceivedChange, Shown, StateFilter, Stats } from './schemas-of.ts';

/** The context of a call that stores formatted text, which must be cleaned. */
export type WritingWork = EditorialWork & { cleaner: Cleaner };

/** The context of a call that lists rows. The settings contain the lists by which rows are counted. */
export type ListWork = OperationContext & { siteSettings: SiteSettingsSource };

/** A row on the screen where staff order the rows. `group` is null where all rows have one order. */
interface PlacedRow {
  id: number;
  title: string;
  group: string | null;
  is_public: boolean;
}

export interface Service<C extends Columns, K extends FilterKey<C>> {
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
  /** The ids of the library's pictures that the words of a row name, by column. */
  usedBy(words: object): Used;
  /** Adds the picture, the state and the path to a view. */
  show(work: ShowContext, view: View<C> | Promise<View<C>>): Promise<Shown<C>>;
  showAll(work: ShowContext, views: View<C>[]): Promise<Shown<C>[]>;
  /** Adds what the stored response of an earlier version lacks. */
  complete(work: Pick<OperationContext, 'now'>, row: Shown<C>): Shown<C>;
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

export type ShowContext = ReadContext & Pick<OperationContext, 'now'>;

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

/** The parts of a form. `words` are the values of the columns, `named` is a picture of the library, `image_alt` describes the picture. */
interface Given {
  words: Record<string, unknown>;
  upload: Upload | undefined;
  named: NamedPicture | undefined;
  image_alt: string | undefined;
  remove_image: boolean | undefined;
}

export function serviceOf<C extends Columns, K extends FilterKey<C>>(
  parts: ServiceParts<C, K>,
): Service<C, K> {
  const { columns, entity, table, rows, toView, where, order, count, title, facts, keeper } = parts;
  const { publicBy, position, folder, schedule } = facts;
  const { groups, mover } = parts;
  const picture = pictureKeyOf(columns);
  const initial = Object.fromEntries(
    Object.entries(columns).flatMap(([key, column]) =>
      'isOptional' in column ? [[key, initialOf(column)]] : [],
    ),
  );
  const withoutLater = Object.fromEntries([
    ...momentsOf(facts).map((name) => [name, null]),
    ...apartIn(columns).map((name) => [name, initialOf(columns[name]!)]),
  ]);
  type Named = Record<string, string | null>;
  // TypeScript knows only general columns here. `Service` states the exact types.
  const withState = <V extends object>(now: Date, view: V): V => ({
    ...view,
    ...(schedule && { state: publicationStateOf(facts, view, now) }),
    ...(folder && { path: rowPath(folder, view as unknown as Row<C>) }),
  });
  const show: Service<C, K>['show'] = async (work, view) => {
    const stated = Promise.resolve(view).then(
      (one) => withState(work.now, one),
      (error: unknown) => {
        if (!(error instanceof Conflict) || !error.current) throw error;
        throw new Conflict(error.message, { current: withState(work.now, error.current), cause: error });
      },
    );
    return (picture
      ? showPicture(work, picture, stated as unknown as Promise<Named>)
      : stated) as unknown as Shown<C>;
  };
  const showAll: Service<C, K>['showAll'] = async (work, views) => {
    const stated = views.map((view) => withState(work.now, view));
    return (picture
      ? showPictures(work, picture, stated as unknown as Named[])
      : stated) as unknown as Shown<C>[];
  };

  /** Separates the picture, because its column is set only when the file has been stored. */
  const takeApart = (input: object): Given => {
    const { image_alt, remove_image, existing_image, ...given } = input as Record<string, unknown>;
    const { [picture ?? '']: upload, ...words } = given;
    const named =
      existing_image && !upload
        ? { address: existing_image, field: 'existing_image', isFromLibrary: true }
        : undefined;
    return { words, upload, named, image_alt, remove_image } as Given;
  };
  const withUpload = <T>(
    work: EditorialWork,
    upload: Upload | undefined,
    act: (path?: string) => Promise<T>,
  ) => (picture ? withPicture(work, upload, picture, act) : act());
  const written = (words: Record<string, unknown>, path: string | null | undefined) =>
    (picture ? { ...words, [picture]: path } : words) as Row<C>;
  const describe = (work: OperationContext, row: Row<C>, alt: string | undefined) =>
    describePicture(work, picture && (row as unknown as Named)[picture], alt);

  const formatted = formattedIn(columns);
  const plain = Object.keys(columns).filter(
    (key) => key !== picture && key !== 'slug' && !formatted.includes(key),
  );
  const textsOf = (words: object) =>
    Object.fromEntries(formatted.map((key) => [key, String((words as Record<string, unknown>)[key])]));
  const pictures = mediaIn(columns);
  const usedBy = (words: object): Used => ({
    ...usedIn(textsOf(words)),
    ...Object.fromEntries(
      pictures.map((key) => [key, [(words as Record<string, number | null>)[key] ?? []].flat()]),
    ),
  });
  const requireReady = async (work: OperationContext, row: object, named?: string) => {
    keeper.requireOrder(row);
    const isPublic = publicBy === null || (row as Record<string, unknown>)[publicBy] === true;
    if (isPublic) await requireDescribed(work, textsOf(row), named);
  };

  /** @throws {RuleBroken} when nothing readable is left of a formatted text */
  const clean = async ({ cleaner }: WritingWork, words: Record<string, unknown>) => {
    const cleaned = { ...words };
    for (const [key, { kind, label }] of Object.entries(columns)) {
      if (kind !== 'html') continue;
      const { html } = await cleaner.clean(String(words[key]), {}, key);
      if (!html) throw RuleBroken.of(key, `${label} is required`);
      cleaned[key] = html;
    }
    return cleaned;
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
      const { words, upload, named, image_alt } = takeApart(input);
      const cleaned = { ...initial, ...definedOnly(await clean(work, words)) };
      return withUpload(work, upload, (path) =>
        rows.create(
          work,
          async (inside, take) => {
            const row = entity.write(written(cleaned, path ?? take() ?? null) as NewWords<C>, work.now);
            await requireReady(work, row);
            await describe(inside, row, image_alt);
            return row;
          },
          show,
          { named, used: usedBy(cleaned) },
        ),
      );
    },
    update: async (work, change) => {
      const { id, version, ...input } = change as ReceivedChange<C> & { version?: number };
      const { words, upload, named, image_alt, remove_image } = takeApart(input);
      const cleaned = await clean(work, words);
      const updated = withUpload(work, upload, (path) =>
        rows.update(work, { id, version, named, used: usedBy(cleaned) }, async (row, inside, take) => {
          row.revise(written(cleaned, path ?? take() ?? (remove_image ? null : undefined)), work.now);
          await requireReady(work, row);
          await describe(inside, row, image_alt);
        }),
      );
      return show(work, updated);
    },
    remove: rows.remove,
    removeAll: rows.removeAll,
    setAll: (work, ids, words) =>
      rows.updateAll(work, ids, async (row) => {
        row.revise(words as Partial<Words<C>>, work.now);
        await requireReady(work, row, `“${(row as unknown as Named)[title]}”`);
      }),
    undoAll: (work, changed) => rows.undoAll(work, changed, plain),
    duplicate: async (work, { id }) => {
      const original = await rows.get(work, id);
      const words = copiedWords(columns, original as unknown as Record<string, unknown>, { title, publicBy });
      const address = picture && (original as unknown as Named)[picture];
      const named = { address: address ?? undefined, field: picture ?? '' };
      const write = (_: EditorialWork, take: () => string | undefined) => {
        const row = entity.write(written(words, takeIfThere(take)) as NewWords<C>, work.now);
        keeper.hide(row as unknown as Record<string, unknown>, work.now);
        return row;
      };
      return rows.create(work, write, show, { named, used: usedBy(words), original });
    },
    publish: (work, { id, version, ...words }) =>
      show(
        work,
        rows.update(work, { id, version, used: usedBy(words) }, async (row) => {
          row.revise(words as Partial<Words<C>>, work.now);
          await requireReady(work, row);
        }),
      ),
    usedBy,
    show,
    showAll,
    complete: ({ now }, row) => {
      const isComplete = (!schedule || 'state' in row) && (!folder || 'path' in row);
      const placed = position ? { position: positionOf(position, row), ...row } : row;
      return isComplete ? placed : withState(now, { ...withoutLater, ...placed });
    },
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

function definedOnly(words: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined));
}
