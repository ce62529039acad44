import { type RawBuilder, sql } from 'kysely';
import { maxCountedTotal } from '../../shared/enumerations.ts';
import { foldText } from '../../shared/fold-text.ts';
import type { Connection, Reader } from '../ctx.ts';
import { isPostgresql } from '../is-postgresql.ts';
import {
  sqlConditionOf,
  filterConditionsOf,
  type Filter,
  type FilteredTable,
  matchReadableText,
  readableColumns,
  type ReadableRows,
} from '../list/filters.ts';
import { isAfterRow, keyOfRow } from '../list/keyset.ts';
import { type CountedTotal, toTotal } from '../list/page.ts';
import {
  newestFirst,
  subqueryOrderColumns,
  orderByTerms,
  subqueryOrder,
  type SortOrder,
} from '../list/sort-order.ts';
import type { SearchPool } from './search-pool.ts';

/** Each word with its possible spellings. A row must contain one spelling of every word. */
type SearchWords = readonly (readonly string[])[];

const maxWords = 20;
const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' };
/** Two letters that may spell an umlaut. In words such as "neue" and "Quelle", they do not. */
const spelledUmlaut = /([ao])e|(?<![aeq])(u)e/g;

/** On a German site, "groesse" and "Größe" spell one word. Words after the 19th count as one. */
export async function searchWordsOf(read: Connection, term: string): Promise<SearchWords> {
  const words = wordsOf(foldText(term));
  const spelled = wordsOf(foldText(term.normalize('NFC').replace(/[äöüÄÖÜ]/g, (letter) => umlauts[letter]!)));
  const spellings = words.map((word, at) => [
    ...new Set([word, spelled[at] ?? word, word.replaceAll(spelledUmlaut, '$1$2')]),
  ]);
  const isGerman = spellings.some(({ length }) => length > 1) && (await isGermanSite(read));
  return spellings.map((all) => (isGerman ? all : all.slice(0, 1)));
}

function wordsOf(folded: string): string[] {
  const words = folded.split(/\s+/).filter(Boolean);
  const [first, rest] = [words.slice(0, maxWords - 1), words.slice(maxWords - 1)];
  return words.length === 0 ? [''] : [...first, ...(rest.length > 0 ? [rest.join(' ')] : [])];
}

async function isGermanSite(read: Connection): Promise<boolean> {
  const region = await read
    .selectFrom('site_settings')
    .select('value')
    .where('group_name', '=', 'region')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const value: unknown = typeof region?.value === 'string' ? JSON.parse(region.value) : region?.value;
  return (value as { language?: unknown } | undefined)?.language === 'de';
}

/** No stored text has a NUL, and both databases reject it. */
function areNowhere(words: SearchWords): boolean {
  return words.flat().some((word) => word.includes('\0'));
}

/** `%` and `_` in a word are literal. */
export function containsWordsSql(column: string, words: SearchWords): RawBuilder<boolean> {
  if (areNowhere(words)) return sql<boolean>`1 = 0`;
  const each = words.map((spellings) => {
    const any = spellings.map((word) => {
      const pattern = `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
      return sql`${sql.ref(column)} like ${pattern} escape '\\'`;
    });
    return any.length === 1 ? any[0]! : sql`(${sql.join(any, sql` or `)})`;
  });
  return each.length === 1 ? sql<boolean>`${each[0]}` : sql<boolean>`(${sql.join(each, sql` and `)})`;
}

const indexedLetters = 3;
/** A row number of the full-text table is the time in milliseconds times this, plus the id modulo this. */
const entries = 2 ** 21;
const newestRows = 10_000;

interface SearchRequest {
  name: FilteredTable;
  filter: Filter;
  term: string;
  readable?: ReadableRows | undefined;
  order: SortOrder;
  /** Only rows after the row with this id are searched. */
  before?: number | undefined;
  limit: number;
  offset: number;
}

interface WordSearch extends Omit<SearchRequest, 'term'> {
  words: SearchWords;
}

interface SearchResult extends CountedTotal {
  ids: number[];
}

/**
 * The ids of a page of rows that contain all words, and the number of such rows. A term that no index finds, such as
 * one of two letters, is searched in the newest 10,000 rows only. `total_is_minimum` says that there may be more.
 */
export async function searchRows(read: Reader, { term, ...request }: SearchRequest): Promise<SearchResult> {
  const words = await searchWordsOf(read, term);
  if (areNowhere(words)) return { ids: [], total: 0 };
  const wordSearch = { ...request, words };
  if (isPostgresql(read)) {
    const isIndexed = await hasTrigrams(read.search, words);
    return isIndexed ? searchIndexed(read.search, wordSearch) : searchNewest(read, wordSearch);
  }
  return words.some(isLong) ? searchFullText(read.search, wordSearch) : searchNewest(read, wordSearch);
}

function isLong(spellings: readonly string[]): boolean {
  return spellings.every((word) => [...word].length >= indexedLetters);
}

/** PostgreSQL's index needs three letters or digits in a row. With the C locale, only ASCII letters count. */
async function hasTrigrams(ask: SearchPool, words: SearchWords): Promise<boolean> {
  const isIn = (letters: RegExp) => words.some((all) => all.every((word) => letters.test(word)));
  if (isIn(/[a-z0-9]{3}/)) return true;
  if (!isIn(/[\p{L}\p{N}]{3}/u)) return false;
  const [letters] = await ask<{ are_known: boolean }>(sql`select chr(1078) ~ '\\w' as are_known`);
  return letters?.are_known ?? false;
}

async function searchFullText(ask: SearchPool, request: WordSearch): Promise<SearchResult> {
  const { name, words, readable, order, before, limit, offset } = request;
  // The row numbers of the full-text table sort by creation.
  const isNewestFirst = order === newestFirst;
  const fts = sql.table(`${name}_fts`);
  const indexed = words.filter(isLong).map((spellings) => {
    const any = spellings.map((word) => `"${word.replaceAll('"', '""')}"`);
    return any.length === 1 ? any[0]! : `(${any.join(' OR ')})`;
  });
  const question = readable ? indexed.join(' AND ') : `search_text : (${indexed.join(' AND ')})`;
  const short = words.filter((spellings) => !isLong(spellings));
  const isBehind =
    before === undefined || !isNewestFirst
      ? sql``
      : sql`and rowid < ${keyOfRow(name, before, order[0]!.key)} * ${sql.lit(entries)} + ${sql.lit(before % entries)}`;
  const finds = sql`select id as found, rowid as entry from ${fts} where ${fts} match ${question} ${isBehind}`;
  const all = [
    ...conditionsOn(request, !isNewestFirst),
    ...(readable ? [like(request)] : short.length > 0 ? [containsWordsSql('search_text', short)] : []),
  ];
  const where = all.length > 0 ? sql`where ${sql.join(all, sql` and `)}` : sql``;
  const table = sql.table(name);
  const [counted] = await ask<{ seen: number; total: number }>(
    sql`with finds as materialized (${finds} order by rowid desc limit ${sql.lit(maxCountedTotal + 1)})
      select (select count(*) from finds) as seen, count(*) as total
      from finds cross join ${table} on id = found ${where}`,
  );
  const { seen, total } = counted ?? { seen: 0, total: 0 };
  const isMore = seen > maxCountedTotal;
  // A page after the last match needs no second query, which can take long for common trigrams.
  if (!isMore && total <= offset) return { ids: [], total };
  const sorted = isNewestFirst ? sql`entry desc` : orderByTerms(order);
  const rows = await ask<{ id: number }>(
    sql`select id from (${finds}) as finds cross join ${table} on id = found ${where}
      order by ${sorted} limit ${limit} offset ${offset}`,
  );
  const ids = rows.map(({ id }) => id);
  if (!isMore) return { ids, total };
  const known = ids.length > 0 ? Math.max(total, offset + ids.length) : total;
  return { ids, total: Math.min(known, maxCountedTotal), total_is_minimum: true };
}

/** Reads up to 10,000 matches in any order and sorts them. With more, reads in the list's order. */
async function searchIndexed(ask: SearchPool, request: WordSearch): Promise<SearchResult> {
  const { name, order, limit, offset } = request;
  const where = [...conditionsOn(request), like(request)];
  const rows = sql`from ${sql.table(name)} where ${sql.join(where, sql` and `)}`;
  const page = sql`limit ${limit} offset ${offset}`;
  const [matches] = await ask<{ total: string; ids: number[] | null }>(
    sql`with found as materialized (select id, ${subqueryOrderColumns(order)} ${rows} limit ${sql.lit(maxCountedTotal + 1)})
      select count(*) as total,
        (select json_agg(id) from (select id from found order by ${orderByTerms(subqueryOrder(order))} ${page}) as page) as ids from found`,
  );
  const total = Number(matches?.total ?? 0);
  if (total <= maxCountedTotal) return { ids: matches?.ids ?? [], total };
  const common = await ask<{ id: number }>(sql`select id ${rows} order by ${orderByTerms(order)} ${page}`);
  return { ids: common.map(({ id }) => id), ...toTotal(total) };
}

async function searchNewest(read: Reader, request: WordSearch): Promise<SearchResult> {
  const { name, readable, order, limit, offset } = request;
  const where = conditionsOn(request);
  const fitting = where.length > 0 ? sql`where ${sql.join(where, sql` and `)}` : sql``;
  const newest = sql`from ${sql.table(name)} ${fitting} order by created_at desc, id desc`;
  const columns = sql.join(
    [...new Set(['id', ...readableColumns(readable)])].map((column) => sql.ref(column)),
  );
  const asList = isPostgresql(read) ? sql`json_agg(id)` : sql`json_group_array(id)`;
  const [matches] = await read.search<{
    total: number | string;
    ids: number[] | string | null;
    is_more: boolean | number;
  }>(
    sql`with found as materialized (select id, ${sql.join(subqueryOrder(order).map(({ key }) => key))} from
        (select ${columns}, ${subqueryOrderColumns(order)} ${newest} limit ${sql.lit(newestRows)}) as newest
        where ${like(request)})
      select count(*) as total,
        (select ${asList} from (select id from found order by ${orderByTerms(subqueryOrder(order))} limit ${limit} offset ${offset}) as page) as ids,
        exists (select 1 from (select id ${newest} limit 1 offset ${sql.lit(newestRows)}) as older) as is_more
      from found`,
  );
  const ids = matches?.ids ?? [];
  return {
    ids: typeof ids === 'string' ? (JSON.parse(ids) as number[]) : ids,
    total: Number(matches?.total ?? 0),
    ...(matches?.is_more ? { total_is_minimum: true } : {}),
  };
}

function conditionsOn({ name, filter, order, before }: WordSearch, isByRow = true): RawBuilder<unknown>[] {
  const isAfter = before === undefined || !isByRow ? [] : [isAfterRow(name, before, order)];
  return [
    ...filterConditionsOf(name, filter).map(([column, value]) => sqlConditionOf(name, column, value)),
    ...isAfter,
  ];
}

function like({ words, readable }: WordSearch): RawBuilder<boolean> {
  return matchReadableText(readable, (text) => containsWordsSql(text, words));
}
