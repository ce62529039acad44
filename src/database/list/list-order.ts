import { type RawBuilder, sql } from 'kysely';
import { RuleBroken } from '../../shared/errors.ts';
import type { SortedQuery } from '../../shared/pagination.ts';
import type { AnyQuery, FilteredTable } from './filters.ts';
import { isOlder, isPlacedAfter } from './page-slice.ts';
import { orderByValues, newestBy, parseSort, arrangedOrder, type SortOrder } from './sort-order.ts';

export interface OrderOptions {
  name: FilteredTable;
  /** Sorts by the place of the column's value in `values`, then by id. By default, the newest rows come first. */
  order?: { column: string; values: readonly string[] } | undefined;
  /** Sorts by the positions that staff have given to the rows, within the values of `order`. */
  position?: 'first' | 'last' | undefined;
  /** Maps the column names in queries to the names of the stored columns, where the two names differ. */
  sortedBy?: Readonly<Record<string, string>> | undefined;
  /** The column with the time by which rows are sorted, newest first. */
  timeColumn?: string | undefined;
}

/**
 * Returns the orders in which a list is read: `usual` without a sort, `searchOrder` of the matches of a search
 * (undefined for the newest first), and `orderOf` for the sort of a query (undefined for the usual order).
 */
export function ordersOf({
  name,
  order,
  position: newRows,
  sortedBy = {},
  timeColumn = 'created_at',
}: OrderOptions) {
  const placed = newRows && arrangedOrder(newRows);
  const grouped = order && { ...orderByValues(order.column, order.values), second: placed?.key };
  const position: SortOrder | undefined = grouped ?? placed;
  const usual: SortOrder = position ?? newestBy(timeColumn);
  const searchOrder = timeColumn === 'created_at' ? position : usual;
  const isAfter = (id: number | RawBuilder<unknown>) =>
    position ? isPlacedAfter(name, id, position) : isOlder(name, id, timeColumn);
  const sorted = <T>(rows: AnyQuery<T>, { key, second, direction } = usual): AnyQuery<T> => {
    const byKey = rows.orderBy(key, direction);
    return (second ? byKey.orderBy(second, direction) : byKey).orderBy('id', direction);
  };

  /** @throws {RuleBroken} for `before` in a sorted query */
  const orderOf = ({ sort, before }: SortedQuery): SortOrder | undefined => {
    if (!sort) return undefined;
    const { column, direction } = parseSort(sort);
    const isOrder = column === order?.column;
    const { key, second } = isOrder ? usual : { key: sql.ref(sortedBy[column] ?? column), second: undefined };
    const usualColumn = order?.column ?? (position ? undefined : timeColumn);
    const isUsual = column === usualColumn && direction === usual.direction;
    if (isUsual) return undefined;
    if (before !== undefined) {
      throw RuleBroken.of(
        'before',
        'Only a list in its usual order continues before an id. Send a page instead.',
      );
    }
    return { key, second, direction };
  };

  return { usual, searchOrder, isAfter, sorted, orderOf };
}
