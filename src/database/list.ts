import type { SelectQueryBuilder } from 'kysely';
import { maxCountedTotal, maxUnpagedRows, type PageMeta, type PageQuery } from '../shared/pagination.ts';
import type { Reader } from './work.ts';

const maxUnpagedBytes = 10 * 1024 * 1024;

// biome-ignore lint/suspicious/noExplicitAny: any table's query is listed the same way
export type AnyQuery<Row> = SelectQueryBuilder<any, any, Row>;

interface ListRequest<Row> {
  /** The filtered rows, without columns, order and page. */
  matching: AnyQuery<unknown>;
  /** The same with its columns, in its order. */
  rows: AnyQuery<Row>;
  query: PageQuery;
  /** Rows on a page when the caller names a page but no size. */
  pageSize: number;
}

export interface ListPage<Row> {
  rows: Row[];
  meta: PageMeta;
}

/**
 * Reads one page of a list and counts the whole of it. Without `page` and `per_page` it gives all rows, up to
 * the newest 1,000 and 10 MB. A search is counted up to 10,000.
 */
export async function readPage<Row extends object>(
  read: Reader,
  { matching, rows, query, pageSize }: ListRequest<Row>,
): Promise<ListPage<Row>> {
  const total = await count(read, matching, query.search !== undefined && query.search !== '');
  if (query.page === undefined && query.per_page === undefined) {
    return { rows: await readAll(rows), meta: { ...total, page: 1, per_page: maxUnpagedRows } };
  }
  const per_page = query.per_page ?? pageSize;
  const page = query.page ?? 1;
  const wanted = rows.limit(per_page).offset((page - 1) * per_page);
  return { rows: await wanted.execute(), meta: { ...total, page, per_page } };
}

/** All rows of a query that carries its order, up to 1,000 and 10 MB. */
export async function readAll<Row extends object>(rows: AnyQuery<Row>): Promise<Row[]> {
  return withinBytes(await rows.limit(maxUnpagedRows).execute(), maxUnpagedBytes);
}

async function count(read: Reader, matching: AnyQuery<unknown>, isSearch: boolean) {
  const counted = isSearch ? matching.limit(maxCountedTotal + 1) : matching;
  const { total } = await read
    .selectFrom(counted.select((eb) => eb.lit(1).as('one')).as('matching'))
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = Number(total);
  return isSearch && rows > maxCountedTotal
    ? { total: maxCountedTotal, total_is_minimum: true as const }
    : { total: rows };
}

/** The first rows whose text stays within a size; an unpaged answer must not fill the memory. */
function withinBytes<Row extends object>(rows: Row[], max: number): Row[] {
  let bytes = 0;
  const end = rows.findIndex((row) => {
    for (const value of Object.values(row)) bytes += textLength(value);
    return bytes > max;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

/** The length of what takes room: text, and lists of it where the driver has read them already. */
function textLength(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum, entry) => sum + textLength(entry), 0);
  return typeof value === 'string' ? value.length : 0;
}

/** Counts rows by the values of one column: `{ total, by: { [value]: count } }`, each of `values` present. */
export async function countBy<T extends string>(
  query: AnyQuery<{ value: string; count: number | string }>,
  values: readonly T[],
): Promise<{ total: number; by: Record<T, number> }> {
  const counted = new Map((await query.execute()).map((row) => [row.value, Number(row.count)]));
  const by = Object.fromEntries(values.map((value) => [value, counted.get(value) ?? 0])) as Record<T, number>;
  return { total: [...counted.values()].reduce((sum, count) => sum + count, 0), by };
}
