import { type RawBuilder, sql } from 'kysely';
import { maxCountedTotal } from '../shared/pagination.ts';
import { type CountedTable, conditionsOf, countedTables, type Filter } from './counted-tables.ts';
import { countRows } from './counters.ts';
import { isPostgresql } from './dialect.ts';
import { amongReadable, type Readable, readableMatch } from './readable.ts';
import type { SearchLane } from './search-lanes.ts';
import type { Reader } from './work.ts';

/** Words of fewer letters than this are in no index. */
const indexedLetters = 3;
/** So many rows are looked at in a few hundredths of a second. */
const fewRows = 20_000;

/**
 * Folds text for a search without regard to case, beyond ASCII too: the databases' own `lower()` folds only
 * ASCII (SQLite, PostgreSQL under the C locale), so searchable rows keep a folded `search_text`.
 */
export function fold(...texts: string[]): string {
  return texts.join('\n').normalize('NFKC').toLowerCase();
}

/** What is looked for, and which part of what is found. */
export interface Search {
  name: CountedTable;
  filter: Filter;
  term: string;
  /** Where not every row's words may be looked into. */
  readable?: Readable | undefined;
  /** What the list is sorted by before its ids; without it, newest first. */
  order?: RawBuilder<unknown> | undefined;
  limit: number;
  offset: number;
}

/** A search of which nothing is known but that most rows must be looked at: the table is read as it lies. */
type RowSearch = Search & { isBroad?: boolean };

/** The ids on one page of a search in their order, and how many there are: exactly up to 10,000. */
export interface Found {
  ids: number[];
  total: number;
  total_is_minimum?: true;
}

/** Searches a table's `search_text` for a term, in which `%` and `_` stand for themselves. */
export async function search(read: Reader, asked: Search): Promise<Found> {
  const term = fold(asked.term);
  // No text holds a NUL, and neither database takes one in a question.
  if (term.includes('\0')) return { ids: [], total: 0 };
  const wanted = { ...asked, term };
  if (!isPostgresql(read)) return searchSqlite(read, wanted);
  const { indexed, scanning } = read.search;
  return (await hasTrigrams(indexed, term))
    ? searchRows(indexed, read, wanted, like(wanted))
    : searchRows(scanning, read, wanted, like(wanted, sql` collate "C"`));
}

/**
 * PostgreSQL: whether a term has a trigram, three letters or figures on end; where the database knows the letters of ASCII only (its
 * ctype is C), three of these. Without any, the index would be read from end to end and then every row: it is kept out of that
 * by another collation than it is made for.
 */
async function hasTrigrams(ask: SearchLane, term: string): Promise<boolean> {
  if (/[a-z0-9]{3}/.test(term)) return true;
  if (!/[\p{L}\p{N}]{3}/u.test(term)) return false;
  const [letters] = await ask<{ are_known: boolean }>(sql`select 'ж' ~ '\\w' as are_known`);
  return letters?.are_known ?? false;
}

async function searchSqlite(read: Reader, asked: Search): Promise<Found> {
  const { indexed, scanning } = read.search;
  const { term, order } = asked;
  if (await isNarrow(read, asked)) return searchRows(indexed, read, asked, like(asked));
  if ([...term].length < indexedLetters) {
    return searchRows(scanning, read, { ...asked, isBroad: true }, like(asked));
  }
  return order ? searchRows(indexed, read, asked, amongTrigrams(asked)) : searchTrigrams(indexed, asked);
}

/** Whether so few of the rows fit the filter that reading them takes less than following a common word through the index. */
async function isNarrow(read: Reader, { name, filter }: Search): Promise<boolean> {
  const [all, fitting] = [await countRows(read, name), await countRows(read, name, filter)];
  return fitting <= fewRows && fitting * 10 < all;
}

/** SQLite: the full-text table gives what is found newest first, and no row is read. */
async function searchTrigrams(ask: SearchLane, asked: Search): Promise<Found> {
  const { name, limit, offset } = asked;
  const fts = sql.table(`${name}_fts`);
  const matching = sql`from ${fts} where ${fts} match ${matchOf(asked)}`;
  const [counted] = await ask<{ total: number }>(
    sql`select count(*) as total from (select 1 ${matching} limit ${sql.lit(maxCountedTotal + 1)})`,
  );
  // Letters that are common in every part and nowhere together take long to follow: not twice.
  if (!counted || counted.total <= Math.min(offset, maxCountedTotal))
    return { ids: [], ...toTotal(counted?.total ?? 0) };
  const found = await ask<{ id: number }>(
    sql`select id ${matching} order by rowid desc limit ${limit} offset ${offset}`,
  );
  return { ids: found.map(({ id }) => id), ...toTotal(counted.total) };
}

/**
 * Reads up to 10,001 of the rows, in whatever order is quickest, and sorts them. Where there are more, the term is a common
 * one, and rows are read in the order of the list until the page is full.
 */
async function searchRows(
  ask: SearchLane,
  read: Reader,
  { name, filter, order, limit, offset, isBroad }: RowSearch,
  condition: RawBuilder<unknown>,
): Promise<Found> {
  const rowsBy = (where: RawBuilder<unknown>[]) =>
    sql`from ${sql.table(name)} where ${sql.join([...where, condition], sql` and `)}`;
  const rows = rowsBy(conditions(name, filter));
  const sorted = order ? sql`order by ${order}, id` : sql`order by created_at desc, id desc`;
  const page = sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;
  const key = order ? sql`${order} as place` : sql`created_at`;
  const asList = isPostgresql(read) ? sql`json_agg(id)` : sql`json_group_array(id)`;
  const sortedKey = order ? sql`order by place, id` : sorted;
  const [found] = await ask<{ total: number | string; ids: number[] | string | null }>(
    sql`with found as materialized (select id, ${key} ${isBroad ? rowsBy(unindexed(name, filter)) : rows} limit ${sql.lit(maxCountedTotal + 1)})
      select count(*) as total,
        (select ${asList} from (select id from found ${sortedKey} ${page}) as page) as ids from found`,
  );
  const total = Number(found?.total ?? 0);
  if (total <= maxCountedTotal) return { ids: toIds(found?.ids ?? []), total };
  const common = await ask<{ id: number }>(sql`select id ${rows} ${sorted} ${page}`);
  return { ids: common.map(({ id }) => id), ...toTotal(total) };
}

function conditions(name: CountedTable, filter: Filter): RawBuilder<unknown>[] {
  return conditionsOf(name, filter).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
}

/** The same, by which SQLite takes no index. */
function unindexed(name: CountedTable, filter: Filter): RawBuilder<unknown>[] {
  return conditionsOf(name, filter).map(([column, value]) => sql`+${sql.ref(column)} = ${value}`);
}

function like({ term, readable }: Search, collation = sql``): RawBuilder<unknown> {
  const pattern = `%${term.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return amongReadable(readable, (text) => sql`${sql.ref(text)}${collation} like ${pattern} escape '\\'`);
}

function amongTrigrams(asked: Search): RawBuilder<unknown> {
  const fts = sql.table(`${asked.name}_fts`);
  return sql`id in (select id from ${fts} where ${fts} match ${matchOf(asked)})`;
}

/** The question to a full-text table: the term as it stands, and of each filter the first three letters of its value. */
function matchOf({ name, filter, term, readable }: Search): string {
  const facets: readonly string[] = countedTables[name];
  const asked = conditionsOf(name, filter).map(
    ([column, value]) => `${facets.find((facet) => facet === column)} : "${letters(String(value))}"`,
  );
  return [readableMatch(readable, `"${term.replaceAll('"', '""')}"`, letters), ...asked].join(' AND ');
}

function letters(value: string): string {
  return value.padEnd(indexedLetters).slice(0, indexedLetters);
}

function toTotal(counted: number): Pick<Found, 'total' | 'total_is_minimum'> {
  return counted > maxCountedTotal ? { total: maxCountedTotal, total_is_minimum: true } : { total: counted };
}

function toIds(listed: number[] | string): number[] {
  return typeof listed === 'string' ? (JSON.parse(listed) as number[]) : listed;
}
