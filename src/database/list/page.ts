import { RuleBroken } from '../../shared/errors.ts';
import { maxCountedTotal } from '../../shared/page-count.ts';
import { maxUnpagedRows, type PageMeta, type PageQuery } from '../../shared/pagination.ts';
import type { Reader } from '../ctx.ts';
import type { AnyQuery } from './filters.ts';
import { cappedCount } from './row-counts.ts';

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

interface PageRequest<Row> {
  matching: AnyQuery<unknown>;
  rows: AnyQuery<Row>;
  query: PageQuery;
  pageSize: number;
}

/** Without `page` and `per_page`, the first 1,000 rows. @throws {RuleBroken} after row 10,000 */
export async function readPage<Row extends object>(
  read: Reader,
  { matching, rows, query, pageSize }: PageRequest<Row>,
): Promise<ListPage<Row>> {
  const { page, per_page, limit, offset } = sliceOf(query, pageSize);
  const counted = await cappedCount(read, matching);
  return { rows: await rows.limit(limit).offset(offset).execute(), meta: { ...counted, page, per_page } };
}
