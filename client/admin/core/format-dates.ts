import { isDay } from '../../../src/shared/zoned-time.ts';

/** The server writes it into the panel's document, unless it is the default `en-GB`. */
export function dateLocale(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="locale"]')?.content ?? 'en-GB';
}

const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** Of a calendar day such as '2025-11-12', for example '12 Nov 2025'. Other text stays as it is. */
export function formatDay(day: string): string {
  return isDay(day) ? formatDateIn('UTC', day) : day;
}

/** For example '12 Nov 2025, 14:05'. */
export function formatDateTime(iso: string): string {
  return format(iso, { ...date, hour: '2-digit', minute: '2-digit' });
}

/** For example '12 Nov 2025, 14:05 Berlin'. */
export function formatDateTimeIn(timeZone: string, iso: string): string {
  const shown = format(iso, { ...date, hour: '2-digit', minute: '2-digit', timeZone });
  return `${shown} ${cityOf(timeZone)}`;
}

/** For example '12 Nov 2025'. */
export function formatDateIn(timeZone: string, iso: string): string {
  return format(iso, { ...date, timeZone });
}

/** For example '14:05'. */
export function formatTimeIn(timeZone: string, iso: string): string {
  return format(iso, { hour: '2-digit', minute: '2-digit', timeZone });
}

/** 'Berlin' for 'Europe/Berlin'. */
function cityOf(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** For example '12 Nov 2025'. */
export function formatDate(iso: string): string {
  return format(iso, date);
}

function format(iso: string, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(dateLocale(), parts).format(new Date(iso));
}

/** Only the time, such as '14:05', if `iso` is today. */
export function formatTimeOrDateTime(iso: string): string {
  const moment = new Date(iso);
  if (moment.toDateString() !== new Date().toDateString()) return formatDateTime(iso);
  return moment.toLocaleTimeString(dateLocale(), { hour: '2-digit', minute: '2-digit' });
}
