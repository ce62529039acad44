import { sql } from 'kysely';
import { maxCountedTotal, maxUnpagedRows, type PageQuery } from '../shared/pagination.ts';
import type { AnyQuery, ListPage } from './list.ts';
import { fold } from './search.ts';
import type { Reader } from './work.ts';

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
 * Reads one page of a list that no counters are kept of, for tables that stay small: it counts the rows themselves, a search up
 * to 10,000. Without `page` and `per_page` it gives the newest 1,000.
 */
export async function readPage<Row extends object>(
  read: Reader,
  { matching, rows, query, pageSize }: ListRequest<Row>,
): Promise<ListPage<Row>> {
  const isWhole = query.page === undefined && query.per_page === undefined;
  const { page = 1, per_page = isWhole ? maxUnpagedRows : pageSize } = query;
  const counted = query.search ? matching.limit(maxCountedTotal + 1) : matching;
  const { count } = await read
    .selectFrom(counted.select((eb) => eb.lit(1).as('one')).as('matching'))
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  const wanted = rows.limit(per_page).offset((page - 1) * per_page);
  const total = Number(count);
  const isMore = Boolean(query.search) && total > maxCountedTotal;
  return {
    rows: await wanted.execute(),
    meta: {
      ...(isMore ? { total: maxCountedTotal, total_is_minimum: true as const } : { total }),
      ...{ page, per_page },
    },
  };
}

/** A condition on a folded column: it contains the term, in which `%` and `_` stand for themselves. */
export function contains(column: string, term: string) {
  // No text holds a NUL, and neither database takes one in a question.
  if (term.includes('\0')) return sql<boolean>`1 = 0`;
  const pattern = `%${fold(term).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
}
