import { type RawBuilder, sql } from 'kysely';
import { RuleBroken } from '../../shared/errors.ts';
import type { Sort, SortedQuery } from '../../shared/pagination.ts';
import type { AnySelectQuery } from './filters.ts';

export interface SortOrder {
  key: RawBuilder<unknown>;
  second?: RawBuilder<unknown> | undefined;
  direction: 'asc' | 'desc';
}

/** By default, the newest rows come first. */
export interface OrderRules {
  /** By the place of the column's value in `values`, then by id. */
  order?: { column: string; values: readonly string[] } | undefined;
  /** By the positions that staff have given to the rows, within the values of `order`. */
  position?: 'first' | 'last' | undefined;
  /** The stored columns behind names in queries, where they differ. */
  sortedBy?: Readonly<Record<string, string>> | undefined;
  /** Texts that may be null. Both databases then sort null before every text. */
  nullable?: readonly string[] | undefined;
  /** The column with the time by which rows are sorted, newest first. */
  timeColumn?: string | undefined;
}

const createdAt = 'created_at';
export const newestFirst: SortOrder = { key: sql.ref(createdAt), direction: 'desc' };

export function defaultOrderOf({ order, position, timeColumn }: OrderRules): SortOrder {
  const arranged = position && staffArrangedOrder(position);
  if (order) return { ...orderByValues(order.column, order.values), second: arranged?.key };
  if (arranged) return arranged;
  return timeColumn ? { key: sql.ref(timeColumn), direction: 'desc' } : newestFirst;
}

/** `usual` itself if the query has no sort. @throws {RuleBroken} for `before` in a sorted query */
export function sortOrderOfQuery(
  { order, position, sortedBy = {}, nullable = [], timeColumn = createdAt }: OrderRules,
  usual: SortOrder,
  { sort, before }: SortedQuery,
): SortOrder {
  if (!sort) return usual;
  const { column, direction } = parseSort(sort);
  const usualColumn = order?.column ?? (position ? undefined : timeColumn);
  if (column === usualColumn && direction === usual.direction) return usual;
  if (before !== undefined) {
    throw RuleBroken.of(
      'before',
      'Only a list in its usual order continues before an id. Send a page instead.',
    );
  }
  if (column === order?.column) return { ...usual, direction };
  const key = sql.ref(sortedBy[column] ?? column);
  return { key: nullable.includes(column) ? sql`coalesce(${key}, '')` : key, direction };
}

export function sortedRows<T>(
  rows: AnySelectQuery<T>,
  { key, second, direction }: SortOrder,
): AnySelectQuery<T> {
  const byKey = rows.orderBy(key, direction);
  return (second ? byKey.orderBy(second, direction) : byKey).orderBy('id', direction);
}

export function orderByTerms({ key, second, direction }: SortOrder): RawBuilder<unknown> {
  const terms = [key, ...(second ? [second] : []), sql`id`];
  return sql.join(terms.map((term) => sql`${term} ${sql.raw(direction)}`));
}

/** The columns of a subquery whose result is sorted by `subqueryOrder`. */
export function subqueryOrderColumns({ key, second }: SortOrder): RawBuilder<unknown> {
  return second ? sql`${key} as key, ${second} as second_key` : sql`${key} as key`;
}

export function subqueryOrder({ second, direction }: SortOrder): SortOrder {
  return { key: sql`key`, second: second && sql`second_key`, direction };
}

function orderByValues(column: string, values: readonly string[]): SortOrder {
  const positions = values.map((value, position) => sql`when ${value} then ${sql.lit(position)}`);
  return {
    key: sql`case ${sql.ref(column)} ${sql.join(positions, sql` `)} else ${sql.lit(values.length)} end`,
    direction: 'asc',
  };
}

/** The order that staff have given to the rows. A row that was never moved is sorted by its creation. */
export function staffArrangedOrder(newRows: 'first' | 'last'): SortOrder {
  return newRows === 'last'
    ? { key: sql`coalesce(position, id)`, direction: 'asc' }
    : { key: sql.ref('position'), direction: 'desc' };
}

export function parseSort(sort: Sort): { column: string; direction: SortOrder['direction'] } {
  const [column = '', direction] = sort.split(':');
  return { column, direction: direction === 'desc' ? 'desc' : 'asc' };
}
