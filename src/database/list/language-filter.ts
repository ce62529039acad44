import { type RawBuilder, sql } from 'kysely';
import { factsByModule, moduleNames } from '../../shared/module-facts.ts';
import { factsOfTable } from './public-at.ts';
import { hasSeveralLanguages, type SiteLanguage, type SiteLanguages } from '../../shared/site-languages.ts';

/** The key of the filter for the rows that belong to a language of the site. */
export const languageFilterKey = 'in_language';

/**
 * The key of the filter for what a page in a language shows where a list would look broken without some rows: the
 * translations in it, and originals that visitors cannot see in it.
 */
export const standInFilterKey = 'stands_in';

const notIn = '!';
/** No row has it. */
const noLanguage = '-';

/**
 * The value of the filter: `de`, or `!de,fr` for the main language, to which all rows belong that are in no other one.
 * Undefined on a site that has one language and never had another.
 */
export function languageFilterOf(languages: SiteLanguages, language: string | undefined): string | undefined {
  const { shown, removed } = languages;
  if (!hasSeveralLanguages(languages)) return undefined;
  const [main, ...further] = shown;
  if (language === undefined || language === main.language) return except([...further, ...removed]);
  return further.some((one) => one.language === language) ? language : noLanguage;
}

/** For the rows of all languages of the site but those that it has no longer. */
export function hiddenLanguagesFilter({ removed }: SiteLanguages): string | undefined {
  return removed.length > 0 ? except(removed) : undefined;
}

/** What staff ask for. Rows may be in a language that the site does not have. */
export function staffLanguageFilter(languages: SiteLanguages, language: string): string | undefined {
  const isMain = language === languages.shown[0].language;
  return isMain ? languageFilterOf(languages, language) : language;
}

function except(languages: readonly SiteLanguage[]): string {
  return notIn + languages.map(({ language }) => language).join(',');
}

export function isInLanguageSql(table: string, filter: unknown): RawBuilder<boolean> {
  const isTranslated = moduleNames.some((name) => {
    const facts: { table: string; isTranslated?: true } = factsByModule[name];
    return facts.table === table && facts.isTranslated;
  });
  if (!isTranslated || typeof filter !== 'string') return sql`${sql.lit(1)} = ${sql.lit(1)}`;
  if (!filter.startsWith(notIn)) return isTaggedSql(filter);
  const others = filter.slice(notIn.length).split(',');
  return sql`(lang is null or not (${sql.join(others.map(isTaggedSql), sql` or `)}))`;
}

/** Whether a row states the language, such as `de` by `de` or `de-CH`. */
export function isTaggedSql(language: string): RawBuilder<boolean> {
  return sql`(lang = ${language} or lang like ${`${language}-%`})`;
}

export function standsInSql(table: string, lang: unknown): RawBuilder<boolean> {
  const { log, publicBy } = factsOfTable(table)!;
  const [rows, kind] = [sql.table(table), sql.lit(log)];
  const translation = sql`translations.kind = ${kind} and translations.item_id <> translations.original_id`;
  const ofRow = sql`translations.item_id = ${sql.ref(`${table}.id`)}`;
  // Where rows have no state of publication, a copy is a translation once somebody has saved it.
  const isDone = publicBy ? sql`other.${sql.ref(publicBy)} = ${1}` : sql`other.version > 1`;
  return sql`(
    exists (select 1 from translations where ${translation} and ${ofRow} and translations.lang = ${lang}
      and exists (select 1 from ${rows} as other where other.id = translations.item_id and ${isDone}))
    or (not exists (select 1 from translations where ${translation} and ${ofRow})
      and not exists (select 1 from translations join ${rows} as other on other.id = translations.item_id
        where ${translation} and translations.original_id = ${sql.ref(`${table}.id`)}
          and translations.lang = ${lang} and ${isDone})))`;
}

/** The key of the filter for rows with a place of their own in the order of staff. */
export const placedFilterKey = 'is_placed';

/** A translation has the place of its original. */
export function isPlacedSql(table: string): RawBuilder<boolean> {
  const { log, isTranslated } = factsOfTable(table)!;
  if (!isTranslated) return sql`${sql.lit(1)} = ${sql.lit(1)}`;
  return sql`${sql.ref(`${table}.id`)} not in (
    select item_id from translations join ${sql.table(table)} as original on original.id = original_id
    where translations.kind = ${sql.lit(log)} and item_id <> original_id)`;
}
