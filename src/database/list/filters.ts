import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { pictureTypes } from '../../modules/library/library.facts.ts';
import { factsByModule, mediaFacts, type ModuleFacts, type ModuleName } from '../../shared/module-facts.ts';
import {
  isInLanguageSql,
  isPlacedSql,
  languageFilterKey,
  placedFilterKey,
  standInFilterKey,
  standsInSql,
} from './language-filter.ts';
import { factsOfTable, isInStateSql, isPublicSql, publicAtFilterKey, statesOfKey } from './public-at.ts';

type ModuleTables = { readonly [N in ModuleName as ModuleFacts[N]['table']]: ModuleFacts[N]['facets'] };

export const filteredTables = {
  messages: ['folder', 'is_read', 'state', 'assignee_id', 'kind', 'about_id', 'stage'],
  activities: ['type', 'module', 'user_id', 'item_id', 'is_verified'],
  ...(Object.fromEntries(
    Object.values(factsByModule).map(({ table, facets }) => [table, facets]),
  ) as unknown as ModuleTables),
  users: ['role'],
  media: mediaFacts.facets,
} as const;

export type FilteredTable = keyof typeof filteredTables;

type FilterValue = string | number | boolean | Date | readonly (string | number)[];
/** A row has one of the values of a list. */
export type Filter = Readonly<Record<string, FilterValue | undefined>>;

export function filterConditionsOf(
  name: FilteredTable,
  filter: Filter,
): [column: string, value: FilterValue][] {
  const facets: readonly string[] = filteredTables[name];
  return Object.entries(filter).flatMap(([column, value]) => {
    if (value === undefined) return [];
    const isOwn = Object.hasOwn(ownConditions, column) || statesOfKey(column) !== undefined;
    if (!isOwn && !facets.includes(column)) throw new Error(`${name} are not filtered by ${column}`);
    return [[column, value]];
  });
}

/** No index has rows of several values in the order of a list. */
export function hasSeveralValues(filter: Filter): boolean {
  return Object.entries(filter).some(
    ([key, value]) => (value !== undefined && (statesOfKey(key)?.length ?? 1) > 1) || Array.isArray(value),
  );
}

/** Keys of filters that are not columns. A key about messages selects them with any value but undefined. */
export const tagFilterKey = 'tag';
const authorKey = 'author';

export const deactivatedFilterKey = 'is_deactivated';

/** Rows saved at this moment or later. */
export const updatedSinceFilterKey = 'updated_since';

/** The slug of a row, published or not. */
export const slugFilterKey = 'slug';

/** The id of a row in another system. */
export const externalIdFilterKey = 'external_id';

/** The type of a job. One that is marked as an internship is one. */
export const jobTypesFilterKey = 'job_types';

/** Rows saved or published at this moment or later. A scheduled publication saves nothing. */
export const shownSinceFilterKey = 'shown_since';

export const unassignedFilterKey = 'is_unassigned';
export const withFileFilterKey = 'has_file';
export const withoutFileFilterKey = 'has_no_file';

/** Rows created at or after the first moment, and before the second. */
export const createdSinceFilterKey = 'created_since';
export const createdUntilFilterKey = 'created_until';

/** `picture` or `file`. */
export const mediaKindFilterKey = 'media_kind';

export function isOfMediaKind(value: unknown): RawBuilder<boolean> {
  const pictures = sql.join(pictureTypes.map((type) => sql.lit(type)));
  return sql`(type in (${pictures})) = ${value === 'picture'}`;
}

/** The conditions of the keys above. */
const ownConditions: Readonly<Record<string, (value: unknown, table: string) => RawBuilder<boolean>>> = {
  [publicAtFilterKey]: (now, table) => isPublicSql(table, now),
  [tagFilterKey]: (tag) => sql`id in (select post_id from post_tags where ${isOneOf(sql`tag`, tag)})`,
  [authorKey]: (author) => sql`${sql.ref(authorKey)} = ${author}`,
  [slugFilterKey]: (slug) => isOneOf(sql`slug`, slug),
  [externalIdFilterKey]: (id, table) =>
    sql`id in (select item_id from external_ids where module = ${factsOfTable(table)?.log} and ${isOneOf(sql`external_id`, id)})`,
  [jobTypesFilterKey]: (types) =>
    isOneOf(sql`case when is_internship = ${1} then 'Internship' else type end`, types),
  [deactivatedFilterKey]: (isDeactivated) => sql`(deactivated_at is not null) = ${isDeactivated}`,
  [updatedSinceFilterKey]: (moment) => sql`updated_at >= ${moment}`,
  [shownSinceFilterKey]: (moment, table) => {
    const published = factsOfTable(table)?.schedule?.startColumn ?? 'updated_at';
    return sql`(updated_at >= ${moment} or ${sql.ref(published)} >= ${moment})`;
  },
  [unassignedFilterKey]: () => sql`assignee_id is null`,
  [withFileFilterKey]: () => sql`attachment_name is not null`,
  [withoutFileFilterKey]: () => sql`attachment_name is null`,
  [createdSinceFilterKey]: (moment) => sql`created_at >= ${moment}`,
  [createdUntilFilterKey]: (moment) => sql`created_at < ${moment}`,
  [mediaKindFilterKey]: isOfMediaKind,
  [languageFilterKey]: (filter, table) => isInLanguageSql(table, filter),
  [placedFilterKey]: (_, table) => isPlacedSql(table),
  [standInFilterKey]: (lang, table) => standsInSql(table, lang),
};

export function sqlConditionOf(name: string, column: string, value: unknown): RawBuilder<boolean> {
  const states = statesOfKey(column);
  if (states) {
    const each = states.map((state) => isInStateSql(name, state, value));
    return each.length === 1 ? each[0]! : sql`(${sql.join(each, sql` or `)})`;
  }
  return ownConditions[column]?.(value, name) ?? isOneOf(sql.ref(column), value);
}

function isOneOf(expression: RawBuilder<unknown>, value: unknown): RawBuilder<boolean> {
  if (!Array.isArray(value)) return sql`${expression} = ${value}`;
  return sql`${expression} in (${sql.join(value)})`;
}

// biome-ignore lint/suspicious/noExplicitAny: any table's query is listed the same way
export type AnySelectQuery<Row> = SelectQueryBuilder<any, any, Row>;

/**
 * The rows that the caller may read: those that were public (`was_public`), and those whose `column` has one of
 * `values`. In all others, a search sees only public texts (`open_search_text`).
 */
export interface ReadableRows {
  column: string;
  values: readonly string[];
}

export function matchReadableText(
  readable: ReadableRows | undefined,
  holds: (column: string) => RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (!readable) return sql`${holds('search_text')}`;
  const { column, values } = readable;
  const alternatives = values.map((value) => sql` or coalesce(${sql.ref(column)}, '') = ${value}`);
  const isReadable = sql`(was_public = ${1}${sql.join(alternatives, sql``)})`;
  return sql`(${isReadable} and ${holds('search_text')} or not ${isReadable} and ${holds('open_search_text')})`;
}

export function readableColumns(readable: ReadableRows | undefined): string[] {
  return readable ? ['search_text', 'open_search_text', 'was_public', readable.column] : ['search_text'];
}
