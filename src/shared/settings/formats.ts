import type { Language, regionFields } from './fields/region.ts';
import type { ValuesOf } from './field-types.ts';

type Region = ValuesOf<typeof regionFields>;

export interface Formats {
  /** BCP 47, such as `en-GB`. */
  locale: string;
  /** In the site's time zone, such as '3 March 2026'. */
  day: (moment: string) => string;
  /** Day and time in the site's time zone, with the name of the zone. */
  moment: (moment: string) => string;
  number: (value: number) => string;
  /** In the site's language, or `''` if no country has the code. */
  countryName: (code: string) => string;
}

/** For a site without a known country. */
const usual: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  tr: 'tr-TR',
};

/** Of a language in a country. If the runtime lacks it, the usual one of the language. */
export function localeOf(language: Language, country: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return usual[language];
  const { locale } = new Intl.DateTimeFormat(`${language}-${country}`).resolvedOptions();
  return locale === `${language}-${country}` ? locale : usual[language];
}

/** `country` is that of the company's address. It counts unless staff have chosen one for dates and numbers. */
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

/** French writes the first day of a month as an ordinal number, unlike `Intl`. */
function write(format: Intl.DateTimeFormat, moment: string): string {
  const isFrench = format.resolvedOptions().locale.startsWith('fr');
  const parts = format.formatToParts(new Date(moment));
  return parts
    .map(({ type, value }) => (isFrench && type === 'day' && value === '1' ? '1er' : value))
    .join('');
}
