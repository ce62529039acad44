import type { MediaKind } from '../../modules/library/library.facts.ts';
import { NotFound } from '../../shared/errors.ts';
import { editableFields } from '../../shared/fields.ts';
import type { SortedQuery } from '../../shared/pagination.ts';
import { type EditableView, positionKey, type StoredRow, type EditedValuesOf } from '../columns.ts';
import type { Reader } from '../ctx.ts';
import type {
  updatedSinceFilterKey,
  deactivatedFilterKey,
  externalIdFilterKey,
  Filter,
  FilteredTable,
  jobTypesFilterKey,
  mediaKindFilterKey,
  shownSinceFilterKey,
  slugFilterKey,
  tagFilterKey,
} from './filters.ts';
import type { languageFilterKey, placedFilterKey, standInFilterKey } from './language-filter.ts';
import { type ListDefinition, readList, readWholeList } from './list.ts';
import { countRowsBy, type ListPage, selectMatchingRows } from './page.ts';
import { publicAtFilterKey, publicSortColumnOf, type StateKey } from './public-at.ts';

/** `open_at` selects what visitors see at that moment, in the order of the public lists. */
export type TableFilter<View> = { [K in keyof View]?: View[K] | readonly View[K][] | undefined } & {
  [K in typeof slugFilterKey | typeof tagFilterKey | typeof externalIdFilterKey | typeof jobTypesFilterKey]?:
    | string
    | readonly string[]
    | undefined;
} & {
  [K in typeof publicAtFilterKey | StateKey]?: Date | undefined;
} & {
  [deactivatedFilterKey]?: boolean | undefined;
  [updatedSinceFilterKey]?: Date | undefined;
  [shownSinceFilterKey]?: Date | undefined;
  [mediaKindFilterKey]?: MediaKind | undefined;
  [languageFilterKey]?: string | undefined;
  [standInFilterKey]?: string | undefined;
  [placedFilterKey]?: true | undefined;
};

export interface TableReader<View> {
  /**
   * The total stops at 10,000. `positions` lists the values of the `order` column in the sequence in which their rows
   * are shown.
   */
  page(
    read: Reader,
    query: SortedQuery,
    where?: TableFilter<View>,
    positions?: readonly string[],
  ): Promise<ListPage<StoredRow<View>>>;
  all(read: Reader, where?: TableFilter<View>, positions?: readonly string[]): Promise<StoredRow<View>[]>;
  get(read: Reader, id: number, where?: TableFilter<View>): Promise<StoredRow<View>>;
  count<T extends string>(
    read: Reader,
    column: keyof View & string,
    values: readonly T[],
    rules?: { where?: TableFilter<View>; hasOthers?: boolean },
  ): Promise<{ total: number; by: Record<T, number> }>;
  columnNames: (keyof EditedValuesOf<View> & string)[];
  missing: string;
}

interface TableOptions<View> {
  name: FilteredTable;
  view: { shape: Record<Exclude<keyof View & string, typeof positionKey>, unknown> };
  missing: string;
  pageSize: number;
  order?: keyof View & string;
  position?: 'first' | 'last' | undefined;
  sortedBy?: Readonly<Record<string, string>>;
  nullable?: readonly string[];
}

export function tableReaderOf<View extends EditableView>(options: TableOptions<View>): TableReader<View> {
  const { name, view, missing, pageSize, order, position, sortedBy, nullable } = options;
  const columns = Object.keys(view.shape) as (keyof View & string)[];
  const common = { name, columns, pageSize, sortedBy, nullable };
  const list: ListDefinition = { ...common, position: order ? undefined : position, cursors: 'any order' };
  const timeColumn = publicSortColumnOf(name);
  const openList: ListDefinition = timeColumn ? { ...common, timeColumn } : list;
  const listBy = (
    values: readonly string[] | undefined,
    where: TableFilter<View> | undefined,
  ): ListDefinition => {
    if (order && values) return { ...list, order: { column: order, values }, position };
    return where?.[publicAtFilterKey] ? openList : list;
  };
  return {
    missing,
    columnNames: columns.filter(
      (column) => !(column in editableFields || column === positionKey),
    ) as (keyof EditedValuesOf<View> & string)[],
    page: (read, query, where, positions) => readList(read, listBy(positions, where), query, where as Filter),
    all: (read, where, positions) => readWholeList(read, listBy(positions, where), where as Filter),
    get: async (read, id, where) => {
      const rows = selectMatchingRows(read, name, where ?? {}).where('id', '=', id);
      const row = await rows.select(columns).executeTakeFirst();
      if (!row) throw new NotFound(missing);
      return row as StoredRow<View>;
    },
    count: (read, column, values, { where, hasOthers = false } = {}) =>
      countRowsBy(read, name, column, values, { filter: where as Filter, hasOthers }),
  };
}
