import { type RawBuilder, sql } from 'kysely';
import { factsByModule, moduleNames } from '../../shared/module-facts.ts';
import { hasSeveralLanguages, type SiteLanguage, type SiteLanguages } from '../../shared/site-languages.ts';

/** The key of the filter for the rows that belong to a language of the site. */
export const languageFilterKey = 'in_language';

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
