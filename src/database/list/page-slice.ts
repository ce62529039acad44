import { type RawBuilder, sql } from 'kysely';
import { RuleBroken } from '../../shared/errors.ts';
import { maxCountedTotal } from '../../shared/page-count.ts';
import { maxUnpagedRows, type PageQuery } from '../../shared/pagination.ts';
import type { SortOrder } from './sort-order.ts';

export interface PageSlice {
  page: number;
  per_page: number;
  limit: number;
  offset: number;
  isWhole: boolean;
}

/** Returns the limit and the offset of a page. @throws {RuleBroken} for a `page` that begins after row 10,000 */
export function sliceOf(query: PageQuery, pageSize: number): PageSlice {
  const isWhole = query.page === undefined && query.per_page === undefined;
  const { page = 1, per_page = isWhole ? maxUnpagedRows : pageSize } = query;
  const offset = (page - 1) * per_page;
  if (offset >= maxCountedTotal) {
    const [rows, last] = [maxCountedTotal, Math.ceil(maxCountedTotal / per_page)].map((number) =>
      number.toLocaleString('en'),
    );
    throw RuleBroken.of(
      'page',
      `Pages end at row ${rows}, so page may be at most ${last} here. To read on, send the id of the last row as before.`,
    );
  }
  return { page, per_page, limit: Math.min(per_page, maxCountedTotal - offset), offset, isWhole };
}

type Value = number | RawBuilder<unknown>;

/**
 * Returns an SQL expression for the time of the row with this id. If that row has been deleted, uses the row with the
 * next lower id.
 */
export function rowTimeSql(table: string, id: Value, column = 'created_at'): RawBuilder<unknown> {
  const isDated = column === 'created_at' ? sql`` : sql`and ${sql.ref(column)} is not null`;
  return sql`(select ${sql.ref(column)} from ${sql.table(table)} where id <= ${id} ${isDated} order by id desc limit 1)`;
}

export function isOlder(table: string, id: Value, column = 'created_at'): RawBuilder<boolean> {
  return sql`(${sql.ref(column)}, id) < (${rowTimeSql(table, id, column)}, ${id})`;
}

/**
 * Returns the condition for rows after the row with this id, in an order that staff arranged. If that row has been
 * deleted, compares with the row with the next lower id.
 */
export function isPlacedAfter(
  table: string,
  id: Value,
  { key, second, direction }: SortOrder,
): RawBuilder<boolean> {
  const keys = second ? [key, second] : [key];
  const values = keys.map(
    (each) => sql`(select ${each} from ${sql.table(table)} where id <= ${id} order by id desc limit 1)`,
  );
  const sign = sql.raw(direction === 'asc' ? '>' : '<');
  return sql<boolean>`(${sql.join(keys)}, id) ${sign} (${sql.join(values)}, ${id})`;
}
