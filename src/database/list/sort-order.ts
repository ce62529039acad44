import { type RawBuilder, sql } from 'kysely';
import type { Sort } from '../../shared/pagination.ts';

export interface SortOrder {
  key: RawBuilder<unknown>;
  /** Sorts rows with an equal `key`. */
  second?: RawBuilder<unknown> | undefined;
  direction: 'asc' | 'desc';
}

export const newestBy = (column: string): SortOrder => ({ key: sql.ref(column), direction: 'desc' });

export const newestFirst = newestBy('created_at');

export function orderTerms({ key, second, direction }: SortOrder): RawBuilder<unknown> {
  const terms = [key, ...(second ? [second] : []), sql`id`];
  return sql.join(terms.map((term) => sql`${term} ${sql.raw(direction)}`));
}

/** Returns the columns that a subquery must select, so that its result can be sorted by `selectedOrder`. */
export function orderColumns({ key, second }: SortOrder): RawBuilder<unknown> {
  return second ? sql`${key} as key, ${second} as second_key` : sql`${key} as key`;
}

export function selectedOrder({ second, direction }: SortOrder): SortOrder {
  return { key: sql`key`, second: second && sql`second_key`, direction };
}

export function orderByValues(column: string, values: readonly string[]): SortOrder {
  const positions = values.map((value, position) => sql`when ${value} then ${sql.lit(position)}`);
  return {
    key: sql`case ${sql.ref(column)} ${sql.join(positions, sql` `)} else ${sql.lit(values.length)} end`,
    direction: 'asc',
  };
}

/** Returns the order that staff have given to the rows. A row that was never moved is sorted by its creation. */
export function arrangedOrder(newRows: 'first' | 'last'): SortOrder {
  return newRows === 'last'
    ? { key: sql`coalesce(position, id)`, direction: 'asc' }
    : { key: sql.ref('position'), direction: 'desc' };
}

export function parseSort(sort: Sort): { column: string; direction: SortOrder['direction'] } {
  const [column = '', direction] = sort.split(':');
  return { column, direction: direction === 'desc' ? 'desc' : 'asc' };
}
