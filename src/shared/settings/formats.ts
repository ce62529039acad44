import type { Language, regionFields } from './fields/region.ts';
import type { ValuesOf } from './field-types.ts';

export type Region = ValuesOf<typeof regionFields>;

/** How the site writes dates, numbers and names of countries. */
export interface Formats {
  /** The BCP 47 locale: the language and the country whose conventions are used, such as `en-GB`. */
  locale: string;
  /** Returns the day of an ISO 8601 time in the site's time zone, such as '3 March 2026'. */
  day: (moment: string) => string;
  number: (value: number) => string;
  /** Returns the name of a country in the site's language, or `''` if no country has the code. */
  countryName: (code: string) => string;
}

/** The locale of each language for a site without a known country. */
const usual: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  tr: 'tr-TR',
};

/**
 * Returns the locale of a language in a country. If the runtime lacks this combination, returns the usual
 * locale of the language.
 */
export function localeOf(language: Language, country: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return usual[language];
  const { locale } = new Intl.DateTimeFormat(`${language}-${country}`).resolvedOptions();
  return locale === `${language}-${country}` ? locale : usual[language];
}

/**
 * Returns the formats of a region. `country` is the country of the company's address. It is used if staff have not
 * chosen a country for dates and numbers.
 */
export function formatsOf({ language, territory, time_zone }: Region, country: string): Formats {
  const locale = localeOf(language, territory || country);
  const days = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: time_zone,
  });
  const numbers = new Intl.NumberFormat(locale);
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
  return {
    locale,
    day: (moment) => days.format(new Date(moment)),
    number: (value) => numbers.format(value),
    countryName: (code) => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? '') : ''),
  };
}
