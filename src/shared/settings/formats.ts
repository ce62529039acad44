import type { Language, regionFields } from './fields/region.ts';
import type { ValuesOf } from './field-types.ts';

type Region = ValuesOf<typeof regionFields>;

/** How the site writes dates, numbers and names of countries. */
export interface Formats {
  /** The BCP 47 locale: the language and the country whose conventions are used, such as `en-GB`. */
  locale: string;
  /** Returns the day of an ISO 8601 time in the site's time zone, such as '3 March 2026'. */
  day: (moment: string) => string;
  /** Returns the day and the time of an ISO 8601 time in the site's time zone, with the name of the zone. */
  moment: (moment: string) => string;
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
  const dayParts = { day: 'numeric', month: 'long', year: 'numeric', timeZone: time_zone } as const;
  const days = new Intl.DateTimeFormat(locale, dayParts);
  const moments = new Intl.DateTimeFormat(locale, {
    ...dayParts,
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  const numbers = new Intl.NumberFormat(locale);
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
  return {
    locale,
    day: (moment) => write(days, moment),
    moment: (moment) => write(moments, moment),
    number: (value) => numbers.format(value),
    countryName: (code) => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? '') : ''),
  };
}

/** Writes a date. French writes the first day of a month as an ordinal number, unlike `Intl`. */
function write(format: Intl.DateTimeFormat, moment: string): string {
  const isFrench = format.resolvedOptions().locale.startsWith('fr');
  const parts = format.formatToParts(new Date(moment));
  return parts
    .map(({ type, value }) => (isFrench && type === 'day' && value === '1' ? '1er' : value))
    .join('');
}
