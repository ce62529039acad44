import type { MediaKind } from '../../modules/library/library.facts.ts';
import { NotFound } from '../../shared/errors.ts';
import { editableFields } from '../../shared/fields.ts';
import type { SortedQuery } from '../../shared/pagination.ts';
import { type EditableView, positionKey, type StoredRow, type EditedValuesOf } from '../columns.ts';
import { toColumnMoment } from '../dialect.ts';
import type { Reader } from '../ctx.ts';
import {
  type AnyQuery,
  type changedKey,
  conditionOn,
  type deactivatedKey,
  type Filter,
  type FilteredTable,
  type mediaKindKey,
  type tagKey,
} from './filters.ts';
import { type ListPage, listOf } from './list.ts';
import { publicAtKey, publicOrderOf, type StateKey } from './public-at.ts';
import { countRowsBy } from './row-counts.ts';

/**
 * The condition of a list. `open_at` selects rows that visitors see at this moment, in the order of the public lists.
 */
export type Where<View> = { [K in keyof View]?: View[K] | undefined } & {
  [K in typeof publicAtKey | StateKey]?: Date | undefined;
} & {
  [tagKey]?: string | undefined;
  [deactivatedKey]?: boolean | undefined;
  [changedKey]?: Date | undefined;
  [mediaKindKey]?: MediaKind | undefined;
};

export interface Table<View> {
  /**
   * Returns a page of rows. Searches in `search_text`, and counts up to 10,000 rows. If the table has an `order`
   * column, `positions` contains the values of this column in their order.
   */
  page(
    read: Reader,
    query: SortedQuery,
    where?: Where<View>,
    positions?: readonly string[],
  ): Promise<ListPage<StoredRow<View>>>;
  all(read: Reader, where?: Where<View>, positions?: readonly string[]): Promise<StoredRow<View>[]>;
  get(read: Reader, id: number, where?: Where<View>): Promise<StoredRow<View>>;
  count<T extends string>(
    read: Reader,
    column: keyof View & string,
    values: readonly T[],
    rules?: { where?: Where<View>; hasOthers?: boolean },
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
  /** Maps the column names in queries to the names of the stored columns, where the two names differ. */
  sortedBy?: Readonly<Record<string, string>>;
}

export function tableOf<View extends EditableView>(options: TableOptions<View>): Table<View> {
  const { name, view, missing, pageSize, order, position, sortedBy } = options;
  type Row = StoredRow<View>;
  const columns = Object.keys(view.shape) as (keyof View & string)[];
  const placed = order ? undefined : position;
  const cursors = 'any order';
  const list = listOf<Row>({ name, columns, pageSize, sortedBy, position: placed, cursors });
  const timeColumn = publicOrderOf(name);
  const openList = timeColumn ? listOf<Row>({ name, columns, pageSize, sortedBy, timeColumn }) : list;
  let ordered: { positions: string; list: typeof list } | undefined;
  const listBy = (values: readonly string[] | undefined, where: Where<View> | undefined) => {
    if (!order || !values) return where?.[publicAtKey] ? openList : list;
    const positions = JSON.stringify(values);
    if (ordered?.positions !== positions) {
      const byOrder = { column: order, values };
      const options = { name, columns, pageSize, order: byOrder, position, sortedBy, cursors } as const;
      ordered = { positions, list: listOf<Row>(options) };
    }
    return ordered.list;
  };
  return {
    missing,
    columnNames: columns.filter(
      (column) => !(column in editableFields || column === positionKey),
    ) as (keyof EditedValuesOf<View> & string)[],
    page: (read, query, where, positions) =>
      listBy(positions, where).page(read, query, toFilter(read, where)),
    all: (read, where, positions) => listBy(positions, where).all(read, toFilter(read, where)),
    get: async (read, id, where) => {
      // Kysely cannot type a table whose name is a value. `Table` states the type of the result.
      const named: AnyQuery<object> = read.withTables<Record<string, object>>().selectFrom(name);
      const wanted = Object.entries({ ...toFilter(read, where), id }).reduce(
        (rows, [column, value]) =>
          value === undefined ? rows : rows.where(conditionOn(name, column, value)),
        named,
      );
      const row = await wanted.select(columns).executeTakeFirst();
      if (!row) throw new NotFound(missing);
      return row as Row;
    },
    count: (read, column, values, { where, hasOthers = false } = {}) =>
      countRowsBy(read, name, column, values, { filter: toFilter(read, where), hasOthers }),
  };
}

/**
 * Converts the values of a filter for the database. SQLite cannot bind booleans. PostgreSQL reads the text `1` or `0`
 * as a boolean.
 */
function toFilter<View>(read: Reader, where: Where<View> | undefined): Filter {
  const spelled = Object.entries<unknown>(where ?? {}).map(([column, value]) => {
    if (value instanceof Date) return [column, toColumnMoment(read, value)];
    return [column, typeof value === 'boolean' ? Number(value) : value];
  });
  return Object.fromEntries(spelled) as Filter;
}
