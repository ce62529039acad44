import { type RawBuilder, sql } from 'kysely';
import { RuleBroken } from '../../shared/errors.ts';
import type { Sort, SortedQuery } from '../../shared/pagination.ts';
import type { AnySelectQuery } from './filters.ts';

type Direction = 'asc' | 'desc';

/** By each key in turn, then by id in the direction of the last key. */
export type SortOrder = readonly SortKey[];
interface SortKey {
  key: RawBuilder<unknown>;
  direction: Direction;
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
export const newestFirst: SortOrder = [{ key: sql.ref(createdAt), direction: 'desc' }];

export function defaultOrderOf({ order, position, timeColumn }: OrderRules): SortOrder {
  const arranged = position && staffArrangedOrder(position);
  if (order) {
    const within = arranged?.map(({ key }): SortKey => ({ key, direction: 'asc' })) ?? [];
    return [{ key: placeInValues(order.column, order.values), direction: 'asc' }, ...within];
  }
  if (arranged) return arranged;
  return timeColumn ? [{ key: sql.ref(timeColumn), direction: 'desc' }] : newestFirst;
}

/** `usual` itself if the query has no sort. @throws {RuleBroken} for `before` in a sorted query */
export function sortOrderOfQuery(
  rules: OrderRules,
  usual: SortOrder,
  { sort, before }: SortedQuery,
): SortOrder {
  if (!sort) return usual;
  const { order, position, sortedBy = {}, nullable = [], timeColumn = createdAt } = rules;
  const sorts = sort.map(parseSort);
  const usualColumn = order?.column ?? (position ? undefined : timeColumn);
  const [first, ...others] = sorts;
  const isUsual = first?.column === usualColumn && first?.direction === usual[0]!.direction;
  if (isUsual && others.length === 0) return usual;
  if (before !== undefined) {
    throw RuleBroken.of(
      'before',
      'Only a list in its usual order continues before an id. Send a page instead.',
    );
  }
  return sorts.flatMap(({ column, direction }) => {
    if (column === order?.column) return usual.map(({ key }) => ({ key, direction }));
    const key = sql.ref(sortedBy[column] ?? column);
    return [{ key: nullable.includes(column) ? sql`coalesce(${key}, '')` : key, direction }];
  });
}

/** Of the id, which comes last. */
export function lastDirectionOf(order: SortOrder): Direction {
  return order.at(-1)!.direction;
}

export function sortedRows<T>(rows: AnySelectQuery<T>, order: SortOrder): AnySelectQuery<T> {
  const byKeys = order.reduce((sorted, { key, direction }) => sorted.orderBy(key, direction), rows);
  return byKeys.orderBy('id', lastDirectionOf(order));
}

export function orderByTerms(order: SortOrder): RawBuilder<unknown> {
  const terms = [...order, { key: sql`id`, direction: lastDirectionOf(order) }];
  return sql.join(terms.map(({ key, direction }) => sql`${key} ${sql.raw(direction)}`));
}

/** The columns of a subquery whose result is sorted by `subqueryOrder`. */
export function subqueryOrderColumns(order: SortOrder): RawBuilder<unknown> {
  return sql.join(order.map(({ key }, at) => sql`${key} as ${sql.ref(`key${at}`)}`));
}

export function subqueryOrder(order: SortOrder): SortOrder {
  return order.map(({ direction }, at) => ({ key: sql.ref(`key${at}`), direction }));
}

function placeInValues(column: string, values: readonly string[]): RawBuilder<unknown> {
  const positions = values.map((value, position) => sql`when ${value} then ${sql.lit(position)}`);
  return sql`case ${sql.ref(column)} ${sql.join(positions, sql` `)} else ${sql.lit(values.length)} end`;
}

/** The order that staff have given to the rows. A row that was never moved is sorted by its creation. */
export function staffArrangedOrder(newRows: 'first' | 'last'): SortOrder {
  return newRows === 'last'
    ? [{ key: sql`coalesce(position, id)`, direction: 'asc' }]
    : [{ key: sql.ref('position'), direction: 'desc' }];
}

export function parseSort(sort: Sort): { column: string; direction: Direction } {
  const [column = '', direction] = sort.split(':');
  return { column, direction: direction === 'desc' ? 'desc' : 'asc' };
}
