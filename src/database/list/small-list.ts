import { sql } from 'kysely';
import type { PageQuery } from '../../shared/pagination.ts';
import type { Reader } from '../operation.ts';
import { fold } from '../search/search.ts';
import { cappedCount } from './capped-count.ts';
import type { AnyQuery } from './filters.ts';
import type { ListPage } from './list.ts';
import { sliceOf } from './page-slice.ts';

interface ListRequest<Row> {
  /** The filtered rows, without columns, order and page. */
  matching: AnyQuery<unknown>;
  /** The same with its columns, in its order. */
  rows: AnyQuery<Row>;
  query: PageQuery;
  /** Rows on a page when the caller names a page but no size. */
  pageSize: number;
}

/**
 * Reads one page of a list without an index for its search, for tables that stay small, and counts its rows up to 10,000. Without `page` and
 * `per_page` it gives the newest 1,000.
 *
 * @throws {RuleBroken} under `page` for a page that begins after row 10,000
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

/** A condition on a folded column: it contains the term, in which `%` and `_` stand for themselves. */
export function contains(column: string, term: string) {
  // No text holds a NUL, and neither database takes one in a question.
  if (term.includes('\0')) return sql<boolean>`1 = 0`;
  const pattern = `%${fold(term).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
}
