import { describe, expect, test } from 'vitest';
import { activityTime, inboxTime } from '../../src/shared/relative-time.ts';

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];
const now = new Date('2026-11-21T12:00:00Z');
const before = (ms: number) => new Date(now.getTime() - ms);

const boundaries: [age: number, log: string, inbox: string][] = [
  [-day, 'Just now', 'Just now'],
  [0, 'Just now', 'Just now'],
  [minute - 1, 'Just now', 'Just now'],
  [minute, '1 minute ago', '1m ago'],
  [2 * minute - 1, '1 minute ago', '1m ago'],
  [2 * minute, '2 minutes ago', '2m ago'],
  [5 * minute + 59 * second, '5 minutes ago', '5m ago'],
  [hour - 1, '59 minutes ago', '59m ago'],
  [hour, '1 hour ago', '1h ago'],
  [3 * hour, '3 hours ago', '3h ago'],
  [day - 1, '23 hours ago', '23h ago'],
  [day, '1 day ago', '1d ago'],
  [2 * day, '2 days ago', '2d ago'],
  [7 * day - 1, '6 days ago', '6d ago'],
  [7 * day, '14 Nov 2026', '14 Nov 2026, 12:00'],
  [365 * day, '21 Nov 2025', '21 Nov 2025, 12:00'],
];

test.each(boundaries)('%i ms ago reads "%s" in the log and "%s" in the inbox', (age, log, inbox) => {
  expect(activityTime(before(age), now, { timeZone: 'UTC' })).toBe(log);
  expect(inboxTime(before(age), now, { timeZone: 'UTC' })).toBe(inbox);
  expect(activityTime(before(age).toISOString(), now, { timeZone: 'UTC' })).toBe(log);
});

// The nights in which the clocks are changed forward and back. Kolkata has none.
const zones: [timeZone: string, spring: string[], autumn: string[]][] = [
  [
    'Europe/Berlin',
    ['29 Mar 2026, 01:30', '29 Mar 2026, 03:30'],
    ['25 Oct 2026, 02:30', '25 Oct 2026, 02:30'],
  ],
  [
    'America/New_York',
    ['28 Mar 2026, 20:30', '28 Mar 2026, 21:30'],
    ['24 Oct 2026, 20:30', '24 Oct 2026, 21:30'],
  ],
  [
    'Asia/Kolkata',
    ['29 Mar 2026, 06:00', '29 Mar 2026, 07:00'],
    ['25 Oct 2026, 06:00', '25 Oct 2026, 07:00'],
  ],
];

describe.each(zones)('for a reader in %s', (timeZone, spring, autumn) => {
  test.each([
    ['2026-03-29', spring],
    ['2026-10-25', autumn],
  ])('DU11 a date around %s is the one of their clock', (date, shown) => {
    const moments = [`${date}T00:30:00Z`, `${date}T01:30:00Z`];
    expect(moments.map((moment) => inboxTime(moment, now, { timeZone }))).toEqual(shown);
    expect(moments.map((moment) => activityTime(moment, now, { timeZone }))).toEqual(
      shown.map((text) => text.split(',')[0]),
    );
  });

  test.each(['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z'])(
    'DU11 what passed is counted in real hours and days over the change of the clocks at %s',
    (change) => {
      const then = new Date(new Date(change).getTime() - 30 * minute);
      const later = (ms: number) => new Date(then.getTime() + ms);
      expect(activityTime(then, later(hour - 1), { timeZone })).toBe('59 minutes ago');
      expect(activityTime(then, later(hour), { timeZone })).toBe('1 hour ago');
      expect(activityTime(then, later(day - 1), { timeZone })).toBe('23 hours ago');
      expect(activityTime(then, later(7 * day - 1), { timeZone })).toBe('6 days ago');
      expect(inboxTime(then, later(day), { timeZone })).toBe('1d ago');
      expect(inboxTime(then, later(7 * day), { timeZone })).toMatch(/^\d+ \w+ 2026, \d\d:\d\d$/);
    },
  );
});
