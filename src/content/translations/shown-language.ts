import type { Connection } from '../../database/ctx.ts';
import {
  standInFilterKey,
  languageFilterKey,
  languageFilterOf,
  hiddenLanguagesFilter,
} from '../../database/list/language-filter.ts';
import { oneOf } from '../../shared/fields.ts';
import type { ActivityModule } from '../../shared/module-facts.ts';
import { type Language, languages } from '../../shared/settings/fields/region.ts';
import { hasSeveralLanguages } from '../../shared/site-languages.ts';
import type { SiteSettingsSource } from '../../shared/settings/site-settings.ts';

const tags = Object.keys(languages) as [Language, ...Language[]];

/** In lists for visitors and for staff. */
export const languageFilter = {
  lang: oneOf('Language', tags)
    .meta({ title: 'SettingsLanguage', description: 'A language of the site' })
    .optional(),
};

type SiteCtx = { siteSettings: SiteSettingsSource };
type LanguageFilter = { [standInFilterKey]?: string | undefined; [languageFilterKey]?: string | undefined };

/** The filter for the rows of the language that a page or a call shows. */
export async function inShownLanguage({ siteSettings }: SiteCtx, lang?: string): Promise<LanguageFilter> {
  const site = await siteSettings.current();
  return { [languageFilterKey]: languageFilterOf(site.languages, lang ?? site.shown.language) };
}

/** The filter for the rows of all languages that visitors are shown. */
export async function inAnyLanguage({ siteSettings }: SiteCtx): Promise<LanguageFilter> {
  return { [languageFilterKey]: hiddenLanguagesFilter((await siteSettings.current()).languages) };
}

/**
 * The filter for a list that shows originals where a translation is missing. Empty on a site with one language.
 */
export async function withStandIns({ siteSettings }: SiteCtx, lang?: string): Promise<LanguageFilter> {
  const { languages, shown } = await siteSettings.current();
  if (!hasSeveralLanguages(languages)) return {};
  return {
    [languageFilterKey]: hiddenLanguagesFilter(languages),
    [standInFilterKey]: lang ?? shown.language,
  };
}

/** Adds the language of each row, once the site has several. */
export async function withLanguages<V extends { lang?: string | null | undefined }>(
  { siteSettings }: SiteCtx,
  rows: readonly V[],
): Promise<(V & { lang?: string })[]> {
  const { languages } = await siteSettings.current();
  if (languages.shown.length === 1) return rows as (V & { lang?: string })[];
  const main = languages.shown[0].language;
  return rows.map((row) => ({ ...row, lang: row.lang || main }));
}

/** By id, the row with the same content in a language. Rows without one are left out. */
export async function findInLanguage(
  read: Connection,
  { module, ids, lang }: { module: ActivityModule; ids: readonly number[]; lang: string },
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await read
    .selectFrom('translations as own')
    .innerJoin('translations as other', (join) =>
      join.onRef('other.kind', '=', 'own.kind').onRef('other.original_id', '=', 'own.original_id'),
    )
    .select(['own.item_id as id', 'other.item_id as translation'])
    .where('own.kind', '=', module)
    .where('own.item_id', 'in', [...ids])
    .where('other.lang', '=', lang)
    .execute();
  return new Map(rows.map(({ id, translation }) => [id, translation]));
}
