import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { RuleBroken } from '../../shared/errors.ts';
import { maxUnpagedRows, type SortedQuery } from '../../shared/pagination.ts';
import type { Connection, Reader } from '../ctx.ts';
import { isPostgresql } from '../is-postgresql.ts';
import { containsWordsSql, searchRows, searchWordsOf } from '../search/search.ts';
import {
  type AnySelectQuery,
  sqlConditionOf,
  type Filter,
  type FilteredTable,
  hasSeveralValues,
  matchReadableText,
  type ReadableRows,
} from './filters.ts';
import { filterScopeOf, isAfterRow, readKeyset } from './keyset.ts';
import { cappedCount, type ListPage, selectMatchingRows, type PageSlice, pageSliceOf } from './page.ts';
import {
  sortOrderOfQuery,
  type OrderRules,
  sortedRows,
  type SortOrder,
  defaultOrderOf,
} from './sort-order.ts';

const noCursor =
  'A cursor goes without page, before and search. Send it with the filters and the order of the first call.';
/** From this offset on, a query first reads the ids of the page from the index alone. */
const deepFrom = 500;
const maxUnpagedBytes = 10 * 1024 * 1024;

export interface ListDefinition extends OrderRules {
  name: FilteredTable;
  columns: readonly string[];
  pageSize: number;
  /**
   * The orders in which clients can page by cursor; none if absent. `usual order` is for lists whose other columns
   * may be empty.
   */
  cursors?: 'any order' | 'usual order' | undefined;
}

interface ListRequest {
  query: SortedQuery;
  filter: Filter;
  readable?: ReadableRows | undefined;
  order: SortOrder;
  isUsual: boolean;
  slice: PageSlice;
}

/**
 * Without `page` and `per_page`, this is the first 1,000 rows, up to 10 MB. With `before`, only rows that follow that
 * row.
 * @throws {RuleBroken} for a `page` after row 10,000, for `before` in a sorted query, or for a `cursor` that does not
 * fit the query
 */
export async function readList<Row extends { id: number }>(
  read: Reader,
  list: ListDefinition,
  query: SortedQuery,
  filter: Filter = {},
  readable?: ReadableRows,
): Promise<ListPage<Row>> {
  const usual = defaultOrderOf(list);
  const order = sortOrderOfQuery(list, usual, query);
  const slice = pageSliceOf(query, list.pageSize);
  const request = { query, filter, readable, order, isUsual: order === usual, slice };
  const isContinued = isReadByCursor(list, request);
  if (query.search) return readMatches(read, list, request, query.search);
  const rows = selectMatchingRows(read, list.name, filter);
  const matching = query.before === undefined ? rows : rows.where(isAfterRow(list.name, query.before, order));
  // Both queries at the same time, because each takes a while with a distant database.
  const [counted, part] = await Promise.all([
    cappedCount(read, matching),
    isContinued
      ? readByCursor<Row>(read, list, request, matching)
      : readSlice<Row>(read, list, request, matching),
  ]);
  return { rows: part.rows, meta: { ...counted, page: slice.page, ...part.meta } };
}

/** The first 1,000 rows in the usual order, up to 10 MB. */
export function readWholeList<Row extends { id: number }>(
  read: Reader,
  list: ListDefinition,
  filter: Filter = {},
): Promise<Row[]> {
  return readWithinBytes(read, list, selectMatchingRows(read, list.name, filter), defaultOrderOf(list));
}

/** @throws {RuleBroken} for a cursor that does not fit the query */
function isReadByCursor({ cursors }: ListDefinition, { query, isUsual }: ListRequest): boolean {
  const { page, per_page, before, search: term, cursor } = query;
  const isOpen = cursors === 'any order' || (cursors === 'usual order' && isUsual);
  const isPossible = isOpen && page === undefined && before === undefined && !term;
  if (cursor !== undefined && !isPossible) throw RuleBroken.of('cursor', noCursor);
  return isPossible && (cursor !== undefined || per_page !== undefined);
}

async function readMatches<Row extends { id: number }>(
  read: Reader,
  list: ListDefinition,
  { query, filter, readable, order, slice }: ListRequest,
  term: string,
): Promise<ListPage<Row>> {
  const { name } = list;
  const { page, per_page, limit, offset, isWhole } = slice;
  const { before } = query;
  const { ids, ...counted } = await searchRows(read, {
    name,
    filter,
    readable,
    term,
    order,
    before,
    limit,
    offset,
  });
  const rows =
    isWhole && ids.length > 0
      ? await readWithinBytes<Row>(
          read,
          list,
          selectMatchingRows(read, name, {}).where('id', 'in', ids),
          order,
        )
      : await readByIds<Row>(read, list, ids);
  return { rows, meta: { ...counted, page, per_page } };
}

async function readByCursor<Row extends { id: number }>(
  read: Reader,
  list: ListDefinition,
  { query, filter, order }: ListRequest,
  matching: AnySelectQuery<object>,
) {
  const { sort = [], cursor, per_page = list.pageSize } = query;
  const scope = JSON.stringify([
    list.name,
    sort.join(','),
    list.order?.values ?? [],
    filterScopeOf(read, filter),
  ]);
  const { ids, next_cursor } = await readKeyset({ rows: matching, order, scope, cursor, limit: per_page });
  return { rows: await readByIds<Row>(read, list, ids), meta: { next_cursor, per_page } };
}

async function readSlice<Row extends { id: number }>(
  read: Reader,
  list: ListDefinition,
  { order, isUsual, filter, slice: { per_page, limit, offset, isWhole } }: ListRequest,
  matching: AnySelectQuery<object>,
) {
  const meta = { per_page };
  if (isWhole) return { rows: await readWithinBytes<Row>(read, list, matching, order), meta };
  const sorted = sortedRows(matching, order).limit(limit).offset(offset);
  // Where rows have to be sorted, only their ids are.
  if (offset < deepFrom && isUsual && !hasSeveralValues(filter)) {
    return { rows: (await sorted.select(list.columns).execute()) as Row[], meta };
  }
  const page = (await sorted.select('id').execute()) as { id: number }[];
  const ids = page.map(({ id }) => id);
  return { rows: await readByIds<Row>(read, list, ids), meta };
}

async function readWithinBytes<Row extends { id: number }>(
  read: Reader,
  list: ListDefinition,
  matching: AnySelectQuery<object>,
  order: SortOrder,
): Promise<Row[]> {
  return readByIds(read, list, await readIdsWithinBytes(read, sortedRows(matching, order), list.columns));
}

/** Sizes are read first, so that rows beyond the limit never reach the server's memory. */
async function readIdsWithinBytes(
  read: Connection,
  rows: AnySelectQuery<object>,
  columns: readonly string[],
): Promise<number[]> {
  const sizes = columns.map((column) =>
    isPostgresql(read)
      ? sql`coalesce(octet_length(${sql.ref(column)}::text), 0)`
      : sql`coalesce(octet_length(${sql.ref(column)}), 0)`,
  );
  const bytes = sql<number>`${sql.join(sizes, sql` + `)}`.as('bytes');
  const measured = (await rows.select(['id', bytes]).limit(maxUnpagedRows).execute()) as {
    id: number;
    bytes: number;
  }[];
  let sum = 0;
  const end = measured.findIndex((row) => {
    sum += row.bytes;
    return sum > maxUnpagedBytes;
  });
  const within = end === -1 ? measured : measured.slice(0, end);
  return within.map(({ id }) => id);
}

/** The rows in the order of the ids. `Row` states the type, because the columns are values. */
async function readByIds<Row extends { id: number }>(
  read: Reader,
  { name, columns }: ListDefinition,
  ids: number[],
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const rows = (await selectMatchingRows(read, name, {})
    .select(columns)
    .where('id', 'in', ids)
    .execute()) as Row[];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Reading and searching a batch takes a few milliseconds, even when its texts are long. */
const batchRows = 500;

interface ListedRow {
  id: number;
  created_at: Date | number;
}

/** Yields the matching rows, newest first, in batches, which saves memory and keeps the event loop free. */
export async function* iterateRows<Row extends ListedRow>(
  read: Reader,
  table: string,
  columns: readonly (keyof Row & string)[],
  { search, ...where }: Filter & { search?: string | undefined },
  readable?: ReadableRows,
): AsyncGenerator<Row> {
  let all = read
    .withTables<Record<string, ListedRow & Record<string, unknown>>>()
    .selectFrom(table)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  for (const [column, value] of Object.entries(where)) {
    if (value !== undefined) all = all.where(sqlConditionOf(table, column, value));
  }
  const position = ({ created_at, id }: ListedRow) => sql`(${new Date(created_at)}, ${id})`;
  const words = search ? await searchWordsOf(read, search) : undefined;
  for (let rows = all; ; ) {
    const last = await rows
      .select(['created_at', 'id'])
      .offset(batchRows - 1)
      .limit(1)
      .executeTakeFirst();
    let batch = rows.select(columns);
    if (last) batch = batch.where(sql<boolean>`(created_at, id) >= ${position(last)}`);
    if (words) batch = batch.where(matchReadableText(readable, (text) => containsWordsSql(text, words)));
    yield* (await batch.execute()) as unknown as Row[];
    if (!last) return;
    rows = all.where(sql<boolean>`(created_at, id) < ${position(last)}`);
    await nextTurn();
  }
}
