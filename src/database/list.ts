import { type SelectQueryBuilder, sql } from 'kysely';
import { maxUnpagedRows, type PageMeta, type PageQuery } from '../shared/pagination.ts';
import { type CountedTable, conditionsOf, type Filter } from './counted-tables.ts';
import { countRows } from './counters.ts';
import { isPostgresql } from './dialect.ts';
import { putTogetherOnce } from './put-together.ts';
import type { Readable } from './readable.ts';
import { search } from './search.ts';
import type { Reader } from './work.ts';

const maxUnpagedBytes = 10 * 1024 * 1024;
/** From here on the ids of a page are found first, in the index alone and from its nearer end. */
const deepFrom = 500;

// biome-ignore lint/suspicious/noExplicitAny: any table's query is listed the same way
export type AnyQuery<Row> = SelectQueryBuilder<any, any, Row>;

export interface ListOptions {
  name: CountedTable;
  columns: readonly string[];
  /** Rows on a page when the caller names a page but no size. */
  pageSize: number;
  /** Sorted by the place of a column's value in a list, then by id; without it, newest first. */
  order?: { column: string; values: readonly string[] } | undefined;
}

export interface ListPage<Row> {
  rows: Row[];
  meta: PageMeta;
}

/** The lists of one table, filtered by the columns that it is counted by. */
export interface List<Row> {
  /**
   * One page, and how many rows there are on all: counted by the counters, in a search up to 10,000. Without `page` and
   * `per_page` it gives all rows, up to the newest 1,000 and 10 MB. With `readable` a search looks into the words of some rows only.
   */
  page(read: Reader, query: PageQuery, filter?: Filter, readable?: Readable): Promise<ListPage<Row>>;
  /** All rows, up to the newest 1,000 and 10 MB. */
  all(read: Reader, filter?: Filter): Promise<Row[]>;
}

type Slice = { limit: number; offset: number };

/** Names a table that is listed. `Row` is a row as either driver gives it. */
export function listOf<Row extends { id: number }>({
  name,
  columns,
  pageSize,
  order,
}: ListOptions): List<Row> {
  const placed = order && placeIn(order.column, order.values);
  // The names are values here, which Kysely's types can not follow; `Row` says what comes out.
  const rowsOf = (read: Reader, filter: Filter): AnyQuery<object> =>
    conditionsOf(name, filter).reduce<AnyQuery<object>>(
      (rows, [column, value]) => rows.where(column, '=', value),
      read.withTables<Record<string, object>>().selectFrom(name),
    );
  const sorted = <T>(rows: AnyQuery<T>, isBackward = false): AnyQuery<T> => {
    const [down, up] = isBackward ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const);
    return placed
      ? rows.orderBy(placed, up).orderBy('id', up)
      : rows.orderBy('created_at', down).orderBy('id', down);
  };

  const slice = putTogetherOnce((read, blank, columnsOfFilter) => {
    const filtered = columnsOfFilter
      .split(' ')
      .filter(Boolean)
      .reduce<AnyQuery<object>>(
        (rows, column) => rows.where(column, '=', blank(column)),
        read.withTables<Record<string, object>>().selectFrom(name),
      );
    return sorted(filtered.select(columns)).limit(blank('limit')).offset(blank('offset'));
  });

  async function readByIds(read: Reader, ids: number[]): Promise<Row[]> {
    if (ids.length === 0) return [];
    const rows = (await rowsOf(read, {}).select(columns).where('id', 'in', ids).execute()) as Row[];
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  async function readSlice(read: Reader, filter: Filter, total: number, { limit, offset }: Slice) {
    if (offset < deepFrom) {
      const asked = conditionsOf(name, filter);
      const shape = asked.map(([column]) => column).join(' ');
      return (await slice(read, { ...Object.fromEntries(asked), limit, offset }, shape)) as Row[];
    }
    const after = Math.max(0, total - offset - limit);
    const isBackward = after < offset;
    const ids = sorted(rowsOf(read, filter).select('id') as AnyQuery<{ id: number }>, isBackward)
      .limit(isBackward ? Math.max(0, Math.min(limit, total - offset)) : limit)
      .offset(isBackward ? after : offset);
    const found = (await ids.execute()).map(({ id }) => id);
    return readByIds(read, isBackward ? found.toReversed() : found);
  }

  /** The first rows that stay within a size together; their texts are measured before they are read. */
  async function readWithinBytes(read: Reader, rows: AnyQuery<object>): Promise<Row[]> {
    const sizes = columns.map((column) =>
      isPostgresql(read)
        ? sql`coalesce(octet_length(${sql.ref(column)}::text), 0)`
        : sql`coalesce(octet_length(${sql.ref(column)}), 0)`,
    );
    const bytes = sql<number>`${sql.join(sizes, sql` + `)}`.as('bytes');
    const measured = (await sorted(rows).select(['id', bytes]).limit(maxUnpagedRows).execute()) as {
      id: number;
      bytes: number;
    }[];
    let sum = 0;
    const end = measured.findIndex(({ bytes }) => {
      sum += bytes;
      return sum > maxUnpagedBytes;
    });
    const within = end === -1 ? measured : measured.slice(0, end);
    return readByIds(
      read,
      within.map(({ id }) => id),
    );
  }

  async function readPage(
    read: Reader,
    query: PageQuery,
    filter: Filter,
    readable: Readable | undefined,
  ): Promise<ListPage<Row>> {
    const isWhole = query.page === undefined && query.per_page === undefined;
    const { page = 1, per_page = isWhole ? maxUnpagedRows : pageSize } = query;
    const slice = { limit: per_page, offset: (page - 1) * per_page };
    if (query.search) {
      const { ids, ...counted } = await search(read, {
        ...{ name, filter, readable, term: query.search, order: placed },
        ...slice,
      });
      const rows =
        isWhole && ids.length > 0
          ? await readWithinBytes(read, rowsOf(read, {}).where('id', 'in', ids))
          : await readByIds(read, ids);
      return { rows, meta: { ...counted, page, per_page } };
    }
    const total = await countRows(read, name, filter);
    const rows = isWhole
      ? await readWithinBytes(read, rowsOf(read, filter))
      : await readSlice(read, filter, total, slice);
    return { rows, meta: { total, page, per_page } };
  }

  return {
    page: (read, query, filter = {}, readable) => readPage(read, query, filter, readable),
    all: (read, filter = {}) => readWithinBytes(read, rowsOf(read, filter)),
  };
}

function placeIn(column: string, values: readonly string[]) {
  const places = values.map((value, place) => sql`when ${value} then ${sql.lit(place)}`);
  return sql`case ${sql.ref(column)} ${sql.join(places, sql` `)} end`;
}
