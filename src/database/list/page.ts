import { sql } from 'kysely';
import { maxCountedTotal } from '../../shared/enumerations.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { maxUnpagedRows, type PageMeta, type PageQuery } from '../../shared/pagination.ts';
import type { Connection, Reader } from '../ctx.ts';
import {
  type AnySelectQuery,
  sqlConditionOf,
  filterConditionsOf,
  type Filter,
  type FilteredTable,
} from './filters.ts';

export type CountedTotal = Pick<PageMeta, 'total' | 'total_is_minimum'>;

export async function cappedCount(read: Connection, rows: AnySelectQuery<unknown>): Promise<CountedTotal> {
  const counted = rows
    .select(sql.lit(1).as('one'))
    .limit(sql.lit(maxCountedTotal + 1))
    .as('counted');
  const { amount } = await read
    .selectFrom(counted)
    .select((eb) => eb.fn.countAll<number | string>().as('amount'))
    .executeTakeFirstOrThrow();
  return toTotal(Number(amount));
}

export function toTotal(counted: number): CountedTotal {
  return counted > maxCountedTotal ? { total: maxCountedTotal, total_is_minimum: true } : { total: counted };
}

/** Kysely cannot type a table whose name is a value. */
export function selectMatchingRows(
  read: Connection,
  name: FilteredTable,
  filter: Filter,
): AnySelectQuery<object> {
  const rows: AnySelectQuery<object> = read.selectFrom(name);
  return filterConditionsOf(name, filter).reduce(
    (matching, [column, value]) => matching.where(sqlConditionOf(name, column, value)),
    rows,
  );
}

export async function countRows(read: Reader, name: FilteredTable, filter: Filter = {}): Promise<number> {
  const { amount } = await selectMatchingRows(read, name, filter)
    .select((eb) => eb.fn.countAll<number | string>().as('amount'))
    .executeTakeFirstOrThrow();
  return Number(amount);
}

/** `by` has a count for each of `values`, and with `hasOthers` for other stored values. */
export async function countRowsBy<T extends string>(
  read: Reader,
  name: FilteredTable,
  column: string,
  values: readonly T[],
  { filter = {}, hasOthers = false }: { filter?: Filter; hasOthers?: boolean } = {},
): Promise<{ total: number; by: Record<T, number> }> {
  const grouped = await selectMatchingRows(read, name, filter)
    .select([sql.ref(column).as('value'), (eb) => eb.fn.countAll<number | string>().as('amount')])
    .groupBy(column)
    .execute();
  const amounts = new Map(grouped.map(({ value, amount }) => [value, Number(amount)]));
  const total = [...amounts.values()].reduce((sum, amount) => sum + amount, 0);
  const others = hasOthers
    ? [...amounts.keys()].filter((value) => value !== '' && !values.includes(value as T))
    : [];
  const by = Object.fromEntries(
    [...values, ...(others as T[]).sort()].map((value) => [value, amounts.get(value) ?? 0]),
  );
  return { total, by: by as Record<T, number> };
}

export interface ListPage<Row> {
  rows: Row[];
  meta: PageMeta;
}

export interface PageSlice {
  page: number;
  per_page: number;
  limit: number;
  offset: number;
  isWhole: boolean;
}

/** @throws {RuleBroken} for a `page` that begins after row 10,000 */
export function pageSliceOf(query: PageQuery, pageSize: number): PageSlice {
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

interface PageRequest<Row> {
  matching: AnySelectQuery<unknown>;
  rows: AnySelectQuery<Row>;
  query: PageQuery;
  pageSize: number;
}

/** Without `page` and `per_page`, the first 1,000 rows. @throws {RuleBroken} after row 10,000 */
export async function readPage<Row extends object>(
  read: Reader,
  { matching, rows, query, pageSize }: PageRequest<Row>,
): Promise<ListPage<Row>> {
  const { page, per_page, limit, offset } = pageSliceOf(query, pageSize);
  const counted = await cappedCount(read, matching);
  return { rows: await rows.limit(limit).offset(offset).execute(), meta: { ...counted, page, per_page } };
}
