import { RuleBroken } from '../../shared/errors.ts';
import type { PageMeta, SortedQuery } from '../../shared/pagination.ts';
import { compileOnce, type ParamFor } from '../compiled-query.ts';
import type { Connection, Reader } from '../ctx.ts';
import { search } from '../search/search.ts';
import { type AnyQuery, conditionOn, conditionsOf, type Filter } from './filters.ts';
import { type PageSlice, sliceOf } from './page-slice.ts';
import type { ReadableRows } from './readable-rows.ts';
import { readKeyset, filterScopeOf } from './keyset.ts';
import { cappedCountOf, toTotal } from './row-counts.ts';
import { type OrderOptions, ordersOf } from './list-order.ts';
import type { SortOrder } from './sort-order.ts';
import { readIdsWithinBytes } from './ids-within-bytes.ts';

const noCursor =
  'A cursor goes without page, before and search. Send it with the filters and the order of the first call.';
/** From this offset on, a query first reads the ids of the page from the index alone. */
const deepFrom = 500;

export interface ListOptions extends OrderOptions {
  columns: readonly string[];
  pageSize: number;
  /**
   * The orders in which the list can be read by cursor. If absent, the list has no cursors. `usual order` allows only
   * the default order, because the columns of other orders may be empty.
   */
  cursors?: 'any order' | 'usual order' | undefined;
}

export interface ListPage<Row> {
  rows: Row[];
  meta: PageMeta;
}

export interface List<Row> {
  /**
   * Returns a page of rows. If neither `page` nor `per_page` is given, returns the first 1,000 rows, up to 10 MB. If
   * `before` is given, returns only rows that follow the row with this id.
   * @throws {RuleBroken} for a `page` after row 10,000, for `before` in a sorted query, or for a `cursor` that does not
   * fit the query
   */
  page(read: Reader, query: SortedQuery, filter?: Filter, readable?: ReadableRows): Promise<ListPage<Row>>;
  all(read: Reader, filter?: Filter): Promise<Row[]>;
}

export function listOf<Row extends { id: number }>(options: ListOptions): List<Row> {
  const { name, columns, pageSize, order, cursors } = options;
  const { usual, searchOrder, isAfter, sorted, orderOf } = ordersOf(options);
  // Kysely cannot type a table whose name is a value. `Row` states the type of the result.
  const all = (read: Connection): AnyQuery<object> =>
    read.withTables<Record<string, object>>().selectFrom(name);
  const rowsOf = (read: Connection, filter: Filter, before?: number): AnyQuery<object> =>
    conditionsOf(name, filter).reduce(
      (rows, [column, value]) => rows.where(conditionOn(name, column, value)),
      before === undefined ? all(read) : all(read).where(isAfter(before)),
    );

  const matching = (read: Connection, blank: ParamFor, shape: string): AnyQuery<object> =>
    shape
      .split(' ')
      .filter(Boolean)
      .reduce(
        (rows, word) =>
          rows.where(word === 'before' ? isAfter(blank(word)) : conditionOn(name, word, blank(word))),
        all(read),
      );
  const matchingOf = (filter: Filter, before?: number) => {
    const asked = Object.fromEntries(conditionsOf(name, filter));
    const values = before === undefined ? asked : { ...asked, before };
    return { values, shape: Object.keys(values).join(' ') };
  };
  const total = compileOnce((read, blank, shape) => cappedCountOf(read, matching(read, blank, shape)));
  const slice = compileOnce((read, blank, shape) =>
    sorted(matching(read, blank, shape).select(columns))
      .limit(blank('limit'))
      .offset(blank('offset')),
  );

  async function readByIds(read: Reader, ids: number[]): Promise<Row[]> {
    if (ids.length === 0) return [];
    const rows = (await rowsOf(read, {}).select(columns).where('id', 'in', ids).execute()) as Row[];
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  async function readSlice(
    read: Reader,
    filter: Filter,
    { before, limit, offset }: PageSlice & { before: number | undefined },
    asked: SortOrder | undefined,
  ) {
    if (offset < deepFrom && !asked) {
      const { values, shape } = matchingOf(filter, before);
      return (await slice(read, { ...values, limit, offset }, shape)) as Row[];
    }
    const ids = sorted(rowsOf(read, filter, before).select('id') as AnyQuery<{ id: number }>, asked);
    const found = await ids.limit(limit).offset(offset).execute();
    return readByIds(
      read,
      found.map(({ id }) => id),
    );
  }

  /**
   * Returns the rows after the cursor, or undefined when the query must be read by page. @throws {RuleBroken} when the
   * cursor does not fit the query
   */
  async function readByCursor(
    read: Reader,
    { page, per_page, before, search: term, cursor, sort }: SortedQuery,
    filter: Filter,
    asked: SortOrder | undefined,
  ) {
    const isOpen = cursors === 'any order' || (cursors === 'usual order' && !asked);
    const isByPage = page !== undefined || before !== undefined || Boolean(term);
    if (cursor !== undefined && (isByPage || !isOpen)) throw RuleBroken.of('cursor', noCursor);
    if (cursor === undefined && (isByPage || !isOpen || per_page === undefined)) return undefined;
    const scope = JSON.stringify([name, sort ?? '', order?.values ?? [], filterScopeOf(filter)]);
    const found = await readKeyset({
      rows: rowsOf(read, filter),
      order: asked ?? usual,
      scope,
      cursor,
      limit: per_page ?? pageSize,
    });
    return { rows: await readByIds(read, found.ids), next_cursor: found.next_cursor };
  }

  async function readWithinBytes(read: Reader, rows: AnyQuery<object>, asked?: SortOrder): Promise<Row[]> {
    return readByIds(read, await readIdsWithinBytes(read, sorted(rows, asked), columns));
  }

  async function readPage(
    read: Reader,
    query: SortedQuery,
    filter: Filter,
    readable: ReadableRows | undefined,
  ): Promise<ListPage<Row>> {
    const { before, search: term } = query;
    const asked = orderOf(query);
    const part = sliceOf(query, pageSize);
    if (term && query.cursor !== undefined) throw RuleBroken.of('cursor', noCursor);
    const { page, per_page, limit, offset, isWhole } = part;
    if (term) {
      const { ids, ...counted } = await search(read, {
        name,
        filter,
        readable,
        term,
        order: asked ?? searchOrder,
        limit,
        offset,
        isAfter: before === undefined ? undefined : isAfter(before),
        before,
      });
      const rows =
        isWhole && ids.length > 0
          ? await readWithinBytes(read, rowsOf(read, {}).where('id', 'in', ids), asked)
          : await readByIds(read, ids);
      return { rows, meta: { ...counted, page, per_page } };
    }
    const { values, shape } = matchingOf(filter, before);
    const readRows = async () => {
      const continued = await readByCursor(read, query, filter, asked);
      if (continued) return { ...continued, per_page: query.per_page ?? pageSize };
      const rows = isWhole
        ? await readWithinBytes(read, rowsOf(read, filter, before), asked)
        : await readSlice(read, filter, { ...part, before }, asked);
      return { rows, per_page };
    };
    // The queries run at the same time, because a distant database takes a while for each of them.
    const [[counted], { rows, ...shown }] = await Promise.all([total(read, values, shape), readRows()]);
    return { rows, meta: { ...toTotal(Number(counted?.amount ?? 0)), page, ...shown } };
  }

  return {
    page: (read, query, filter = {}, readable) => readPage(read, query, filter, readable),
    all: (read, filter = {}) => readWithinBytes(read, rowsOf(read, filter)),
  };
}
