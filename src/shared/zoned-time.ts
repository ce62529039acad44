const minute = 60_000;
const day = 24 * 60 * minute;

/** The local time in milliseconds, as if it were UTC. */
function wallAt(moment: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return wall + (((moment % 1000) + 1000) % 1000);
}

/**
 * When the local time is `wall`, such as `2026-11-24T09:00`: the earlier moment if clocks show it twice, and by the
 * offset from before the change if they skip it.
 */
export function momentOfLocalTime(zone: string, wall: string): Date {
  const shown = new Date(`${wall}Z`).getTime();
  const offsets = [shown - day, shown + day].map((near) => wallAt(near, zone) - near);
  const fitting = offsets.map((offset) => shown - offset).filter((moment) => wallAt(moment, zone) === shown);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : shown - offsets[0]!);
}

/** Such as `2026-11-24T09:00:00`. */
export function localTimeIn(zone: string, moment: Date): string {
  return new Date(wallAt(moment.getTime(), zone)).toISOString().slice(0, 19);
}

export function localDayOf(zone: string, moment: Date): string {
  return localTimeIn(zone, moment).slice(0, 10);
}

/** Days are texts such as `2026-11-24`. */
export function addDays(text: string, days: number): string {
  return new Date(new Date(`${text}T00:00Z`).getTime() + days * day).toISOString().slice(0, 10);
}

/** The last millisecond of a day. */
export function endOfDay(zone: string, text: string): Date {
  return new Date(momentOfLocalTime(zone, `${addDays(text, 1)}T00:00`).getTime() - 1);
}

/** A day that exists, such as `2026-11-24`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const moment = new Date(`${text}T00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}
