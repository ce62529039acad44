// The texts are those of docs/product.md, §4.12. A future time is 'Just now', because the clocks of server and browser
// may differ.

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;

export interface TimeOptions {
  /** An IANA time zone. By default, that of the machine. */
  timeZone?: string;
  /** `en-GB` by default. */
  locale?: string;
  /** Follows a time, such as ' Berlin'. None by default. */
  city?: string;
}

/** 'Just now', '5 minutes ago', '3 hours ago', '2 days ago'. From 7 days on, a date such as '12 Nov 2025'. */
export function activityTime(then: Date | string, now: Date, options: TimeOptions = {}): string {
  const age = now.getTime() - new Date(then).getTime();
  if (age < minute) return 'Just now';
  if (age < hour) return ago(age, minute, 'minute');
  if (age < day) return ago(age, hour, 'hour');
  if (age < week) return ago(age, day, 'day');
  return format(then, shortDate, options);
}

/** 'Just now', '5m ago', '3h ago', '2d ago'. From 7 days on, date and time such as '12 Nov 2025, 14:05'. */
export function inboxTime(then: Date | string, now: Date, options: TimeOptions = {}): string {
  const age = now.getTime() - new Date(then).getTime();
  if (age < minute) return 'Just now';
  if (age < hour) return `${Math.floor(age / minute)}m ago`;
  if (age < day) return `${Math.floor(age / hour)}h ago`;
  if (age < week) return `${Math.floor(age / day)}d ago`;
  return format(then, { ...shortDate, hour: '2-digit', minute: '2-digit' }, options) + (options.city ?? '');
}

const shortDate = { day: 'numeric', month: 'short', year: 'numeric' } as const;

function ago(age: number, unit: number, name: string): string {
  const count = Math.floor(age / unit);
  return `${count} ${name}${count === 1 ? '' : 's'} ago`;
}

function format(then: Date | string, parts: Intl.DateTimeFormatOptions, options: TimeOptions): string {
  const { timeZone, locale = 'en-GB' } = options;
  return new Intl.DateTimeFormat(locale, { ...parts, ...(timeZone && { timeZone }) }).format(new Date(then));
}
