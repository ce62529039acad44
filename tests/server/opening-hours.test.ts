import { expect, test } from 'vitest';
import {
  daysOf,
  describeHours,
  normalizeTimes,
  type WeeklyHours,
} from '../../src/shared/settings/fields/opening-hours.ts';
import { settingDefaults } from '../../src/shared/settings/defaults.ts';
import { inputSchema } from '../../src/shared/settings/input-schema.ts';
import { settingGroups } from '../../src/shared/settings/groups.ts';
import { toSiteSettings } from '../../src/shared/settings/site-settings.ts';

test('times are stored in one form, and what is no time of a day is refused', () => {
  const cases: [input: string, stored: string | undefined][] = [
    ['9:00-17:30', '09:00–17:30'],
    ['09.00 – 17.30', '09:00–17:30'],
    ['22:00—02:00', '22:00–02:00'],
    ['0:00-24:00', '00:00–24:00'],
    ['9-17', undefined],
    ['09:00–09:00', undefined],
    ['24:00–25:00', undefined],
    ['09:60–10:00', undefined],
    ['', undefined],
  ];
  for (const [input, stored] of cases) expect(normalizeTimes(input), input).toBe(stored);
});

test('a form with wrong hours is refused in words', () => {
  const schema = inputSchema(settingGroups.company.fields);
  const problemsOf = (value: object) =>
    schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]);
  const day = { first_day: 'Monday', last_day: 'Friday' };
  expect(problemsOf({ hours: [{ ...day, times: 'noon' }] })).toEqual([
    ['hours.0.times', 'Times must be two times of a day such as 09:00–17:30'],
  ]);
  expect(problemsOf({ hours: [{ ...day, times: '' }] })).toEqual([['hours.0.times', expect.any(String)]]);
  expect(problemsOf({ hours_exceptions: [{ day: '2026-02-30', times: '' }] })).toEqual([
    ['hours_exceptions.0.day', 'Day must be a day such as 2026-12-24'],
  ]);
  expect(problemsOf({ hours_exceptions: [{ day: '2026-12-24' }] })).toBeUndefined();
});

const week: WeeklyHours[] = [
  { first_day: 'Tuesday', last_day: 'Friday', times: '07:00–14:00' },
  { first_day: 'Saturday', last_day: 'Saturday', times: '07:00–13:00' },
];

test('the week and the other days that come are written as is usual in the country', () => {
  const exceptions = [
    { day: '2026-12-31', times: '07:00–11:00' },
    { day: '2026-12-24', times: '' },
    { day: '2026-01-01', times: '' },
  ];
  const linesIn = (locale: string) =>
    describeHours({ hours: week, exceptions }, { locale, day: (day) => day, closed: 'closed' }, '2026-11-28');
  expect(linesIn('en-GB')).toEqual([
    'Tuesday–Friday, 7:00–14:00',
    'Saturday, 7:00–13:00',
    '2026-12-24: closed',
    '2026-12-31: 7:00–11:00',
  ]);
  expect(linesIn('de-DE')[0]).toBe('Dienstag–Freitag, 7:00–14:00');
  expect(linesIn('tr-TR')[1]).toBe('Cumartesi, 7:00–13:00');
  expect(linesIn('en-US')[0]).toMatch(/^Tuesday–Friday, 7:00\sAM–2:00\sPM$/);
});

test('days may go round the end of the week', () => {
  const days = daysOf({ first_day: 'Saturday', last_day: 'Monday', times: '10:00–12:00' });
  expect(days).toEqual(['Saturday', 'Sunday', 'Monday']);
});

test('written lines stand until there are hours by day', () => {
  const lines = ['By appointment'];
  const shown = (hours: { key: string; first_day: 'Monday'; last_day: 'Friday'; times: string }[]) =>
    toSiteSettings({
      ...settingDefaults,
      company: { ...settingDefaults.company, opening_hours: lines, hours },
    }).company.opening_hours;
  expect(shown([])).toEqual(lines);
  expect(shown([{ key: 'a', first_day: 'Monday', last_day: 'Friday', times: '09:00–17:00' }])).toEqual([
    'Monday–Friday, 9:00–17:00',
  ]);
});
