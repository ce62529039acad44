import { type Language, languages } from './settings/fields/region.ts';

/** The prefix begins the addresses of pages in the language: `/de`, or `''` for the main one. */
export interface SiteLanguage {
  language: Language;
  prefix: string;
}

/**
 * The languages of a site, the main one first. Rows in a removed language keep their addresses for its return, and
 * visitors see none of them.
 */
export interface SiteLanguages {
  shown: readonly [SiteLanguage, ...SiteLanguage[]];
  removed: readonly SiteLanguage[];
}

interface Region {
  language: Language;
  further: readonly Language[];
  removed: readonly Language[];
}

export function siteLanguagesOf({ language, further, removed }: Region): SiteLanguages {
  const prefixed = (languages: readonly Language[]) =>
    [...new Set(languages)].map((one) => ({ language: one, prefix: `/${one}` }));
  const others = further.filter((one) => one !== language);
  return {
    shown: [{ language, prefix: '' }, ...prefixed(others)],
    removed: prefixed(removed.filter((one) => one !== language && !others.includes(one))),
  };
}

/** Whether the site has or had a second language. */
export function hasSeveralLanguages({ shown, removed }: SiteLanguages): boolean {
  return shown.length + removed.length > 1;
}

/** The language of a tag: `de` of `de-CH`. A tag of no language that a site may have stays as it is. */
export function languageOfTag(tag: string): string {
  const [base = ''] = tag.split('-');
  return Object.hasOwn(languages, base) ? base : tag;
}

/** `lang` is that of a row. One that the site never had is below the main language. */
export function languageOfRow(
  { shown, removed }: SiteLanguages,
  lang: string | null | undefined,
): SiteLanguage {
  const own = lang ? languageOfTag(lang) : undefined;
  return [...shown, ...removed].find(({ language }) => language === own) ?? shown[0];
}

/** Those that any site may add. */
export const everyLanguage: readonly SiteLanguage[] = (Object.keys(languages) as Language[]).map(
  (language) => ({ language, prefix: `/${language}` }),
);

/** The language of the page at an address, and the address without its prefix. */
export function splitLanguage(
  languages: readonly SiteLanguage[],
  address: string,
): { of: SiteLanguage | undefined; rest: string } {
  const of = languages.find(({ prefix }) => prefix && isBelow(address, prefix));
  if (!of) return { of: languages.find(({ prefix }) => !prefix), rest: address };
  const rest = address.slice(of.prefix.length);
  return { of, rest: rest.startsWith('/') ? rest : `/${rest}` };
}

/** Without regard to case, as the routes are: `/DE/Blog`. */
function isBelow(address: string, prefix: string): boolean {
  const start = address.slice(0, prefix.length).toLowerCase();
  return start === prefix && /^(?:[/?#]|$)/.test(address.slice(prefix.length));
}
