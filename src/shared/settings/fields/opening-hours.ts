/** In the order of a week, as schema.org spells them. Settings store these names, so they must never change. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

/** The same hours on one day, or on all days from the first to the last. `times` is such as `09:00–17:30`. */
export interface WeeklyHours {
  first_day: Weekday;
  last_day: Weekday;
  times: string;
}

/** Other hours on one day. Closed if `times` is `''`. */
interface HoursOfDay {
  day: string;
  times: string;
}

interface Span {
  opens: string;
  closes: string;
}

const spanPattern = /^(\d{1,2})[:.](\d{2})\s*[-–—]\s*(\d{1,2})[:.](\d{2})$/;
const lastMinute = 24 * 60;

/** Such as `09:00–17:30`. Undefined if the text is no time of a day to another. */
export function normalizeTimes(text: string): string | undefined {
  const [opens, closes] = minutesOf(text);
  if (opens === undefined || closes === undefined) return undefined;
  return `${clockOf(opens)}–${clockOf(closes)}`;
}

/** A time before the opening is that of the next day. */
export function spanOf(times: string): Span {
  const [opens = '', closes = ''] = times.split('–');
  return { opens, closes };
}

function minutesOf(text: string): number[] {
  const [, ...parts] = spanPattern.exec(text.trim()) ?? [];
  const [fromHour = 99, fromMinute = 0, toHour = 99, toMinute = 0] = parts.map(Number);
  const [opens, closes] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
  const isValid = fromMinute < 60 && toMinute < 60 && opens < lastMinute && closes <= lastMinute;
  return isValid && opens !== closes ? [opens, closes] : [];
}

function clockOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

export function daysOf({ first_day, last_day }: WeeklyHours): Weekday[] {
  const [first, last] = [weekdays.indexOf(first_day), weekdays.indexOf(last_day)];
  const count = ((last - first + weekdays.length) % weekdays.length) + 1;
  return Array.from({ length: count }, (_, at) => weekdays[(first + at) % weekdays.length]!);
}

interface Words {
  locale: string;
  /** Writes a day such as `2026-12-24`. */
  day: (day: string) => string;
  closed: string;
}

/** The lines that pages show: the week, then other hours from `today` on. */
export function describeHours(
  { hours, exceptions }: { hours: readonly WeeklyHours[]; exceptions: readonly HoursOfDay[] },
  { locale, day, closed }: Words,
  today: string,
): string[] {
  const nameOf = (weekday: Weekday) => weekdayIn(locale, weekday);
  const week = hours.map(({ first_day, last_day, times }) => {
    const days = first_day === last_day ? nameOf(first_day) : `${nameOf(first_day)}–${nameOf(last_day)}`;
    return `${days}, ${timesIn(locale, times)}`;
  });
  const other = exceptions
    .filter((exception) => exception.day >= today)
    .toSorted((one, next) => one.day.localeCompare(next.day))
    .map(
      (exception) => `${day(exception.day)}: ${exception.times ? timesIn(locale, exception.times) : closed}`,
    );
  return [...week, ...other];
}

/** 5 January 1970 was a Monday. */
const aMonday = 4;

function weekdayIn(locale: string, weekday: Weekday): string {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return format.format(Date.UTC(1970, 0, 1 + aMonday + weekdays.indexOf(weekday)));
}

function timesIn(locale: string, times: string): string {
  const { opens, closes } = spanOf(times);
  return `${timeIn(locale, opens)}–${timeIn(locale, closes)}`;
}

/** A time such as `14:00`, as people of the country write it. */
export function timeIn(locale: string, time: string): string {
  if (time === '24:00') return time;
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  return format.format(new Date(`1970-01-01T${time}Z`));
}
