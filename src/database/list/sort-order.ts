import { type RawBuilder, sql } from 'kysely';
import type { Sort } from '../../shared/pagination.ts';

export interface SortOrder {
  key: RawBuilder<unknown>;
  direction: 'asc' | 'desc';
}

export const newestBy = (column: string): SortOrder => ({ key: sql.ref(column), direction: 'desc' });

export const newestFirst = newestBy('created_at');

export function orderTerms(
  { key, direction }: SortOrder,
  named: RawBuilder<unknown> = key,
): RawBuilder<unknown> {
  const word = sql.raw(direction);
  return sql`${named} ${word}, id ${word}`;
}

export function byPosition(column: string, values: readonly string[]): SortOrder {
  const positions = values.map((value, position) => sql`when ${value} then ${sql.lit(position)}`);
  return {
    key: sql`case ${sql.ref(column)} ${sql.join(positions, sql` `)} else ${sql.lit(values.length)} end`,
    direction: 'asc',
  };
}

export function partsOf(sort: Sort): { column: string; direction: SortOrder['direction'] } {
  const [column = '', direction] = sort.split(':');
  return { column, direction: direction === 'desc' ? 'desc' : 'asc' };
}
