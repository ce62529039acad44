import type { PageQuery } from '../../shared/pagination.ts';
import type { Reader } from '../ctx.ts';
import type { AnyQuery } from './filters.ts';
import type { ListPage } from './list.ts';
import { sliceOf } from './page-slice.ts';
import { cappedCount } from './row-counts.ts';

interface ListRequest<Row> {
  matching: AnyQuery<unknown>;
  rows: AnyQuery<Row>;
  query: PageQuery;
  pageSize: number;
}

/**
 * Returns a page of rows. If neither `page` nor `per_page` is given, returns the first 1,000 rows. @throws {RuleBroken}
 * for a `page` after row 10,000
 */
export async function readPage<Row extends object>(
  read: Reader,
  { matching, rows, query, pageSize }: ListRequest<Row>,
): Promise<ListPage<Row>> {
  const { page, per_page, limit, offset } = sliceOf(query, pageSize);
  const counted = await cappedCount(read, matching);
  const wanted = rows.limit(limit).offset(offset);
  return { rows: await wanted.execute(), meta: { ...counted, page, per_page } };
}
