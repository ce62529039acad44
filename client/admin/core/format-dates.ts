import { isDay, localDayOf, momentOfLocalTime } from '../../../src/shared/zoned-time.ts';
import { readDocument } from './panel-document.ts';

/** The server writes it into the panel's document, unless it is the default `en-GB`. */
export function dateLocale(): string {
  return readDocument('locale') ?? 'en-GB';
}

/** The site's, such as 'Europe/Berlin', by which the panel shows all times. The document names it, unless it is `UTC`. */
export function siteTimeZone(): string {
  return readDocument('time-zone') ?? 'UTC';
}

const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const time = { hour: '2-digit', minute: '2-digit' } as const;

/** Of a calendar day such as '2025-11-12', for example '12 Nov 2025'. Other text stays as it is. */
export function formatDay(day: string): string {
  return isDay(day) ? format(day, { ...date, timeZone: 'UTC' }) : day;
}

/** For example '12 Nov 2025'. */
export function formatDate(iso: string): string {
  return format(iso, date);
}

/** For example '12 Nov 2025, 14:05', or '12 Nov 2025, 14:05 Berlin' where another clock is used. */
export function formatDateTime(iso: string): string {
  return format(iso, { ...date, ...time }) + cityUnlessHere(iso);
}

/** For example '14:05', or '14:05 Berlin' where another clock is used. */
export function formatTime(iso: string): string {
  return format(iso, time) + cityUnlessHere(iso);
}

/** Only the time if `iso` is today. */
export function formatTimeOrDateTime(iso: string): string {
  const dayOf = (moment: Date) => localDayOf(siteTimeZone(), moment);
  return dayOf(new Date(iso)) === dayOf(new Date()) ? formatTime(iso) : formatDateTime(iso);
}

/** The moment at which a day such as '2025-11-12' begins on the site. */
export function startOfDay(day: string): string {
  return momentOfLocalTime(siteTimeZone(), `${day}T00:00`).toISOString();
}

/** ' Berlin' for 'Europe/Berlin', and '' where the browser's clock showed the same at that moment. */
export function cityUnlessHere(iso: string): string {
  const clock = { ...date, ...time };
  if (format(iso, clock) === format(iso, { ...clock, timeZone: undefined })) return '';
  const zone = siteTimeZone();
  return ` ${zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')}`;
}

// A list formats several times in each row, and making a format takes longer than using it.
const formats = new Map<string, Intl.DateTimeFormat>();

/** By the site's clock unless `parts` name another; `undefined` is the browser's. */
function format(iso: string, parts: Intl.DateTimeFormatOptions): string {
  const options = { timeZone: siteTimeZone(), ...parts };
  const key = JSON.stringify([dateLocale(), options]);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(dateLocale(), options);
  formats.set(key, known);
  return known.format(new Date(iso));
}
