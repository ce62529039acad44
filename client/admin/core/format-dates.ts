/**
 * Returns the locale in which dates are shown. The server writes the locale into the panel's document, unless
 * the locale is the default `en-GB`.
 */
export function dateLocale(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="locale"]')?.content ?? 'en-GB';
}

const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** Returns an ISO 8601 time as local date and time, for example '12 Nov 2025, 14:05'. */
export function formatDateTime(iso: string): string {
  return format(iso, { ...date, hour: '2-digit', minute: '2-digit' });
}

/** Returns an ISO 8601 time as date and time in a time zone, for example '12 Nov 2025, 14:05 Berlin'. */
export function formatDateTimeIn(timeZone: string, iso: string): string {
  const shown = format(iso, { ...date, hour: '2-digit', minute: '2-digit', timeZone });
  return `${shown} ${cityOf(timeZone)}`;
}

/** Returns the day of an ISO 8601 time in a time zone, for example '12 Nov 2025'. */
export function formatDateIn(timeZone: string, iso: string): string {
  return format(iso, { ...date, timeZone });
}

/** Returns the short name of a time zone, for example 'Berlin' for 'Europe/Berlin'. */
function cityOf(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** Returns an ISO 8601 time as a local date, for example '12 Nov 2025'. */
export function formatDate(iso: string): string {
  return format(iso, date);
}

function format(iso: string, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(dateLocale(), parts).format(new Date(iso));
}

/**
 * Returns only the local time of day if `iso` is today, for example '14:05'. For any other day, returns the
 * date and the time.
 */
export function formatTimeOrDateTime(iso: string): string {
  const moment = new Date(iso);
  if (moment.toDateString() !== new Date().toDateString()) return formatDateTime(iso);
  return moment.toLocaleTimeString(dateLocale(), { hour: '2-digit', minute: '2-digit' });
}
