import { expect, test } from 'vitest';
import {
  daysOf,
  describeHours,
  normalizeTimes,
  type WeeklyHours,
} from '../../src/shared/settings/fields/opening-hours.ts';
import { settingDefaults } from '../../src/shared/settings/defaults.ts';
import { readOpeningHours } from '../../src/shared/settings/fields/read-opening-hours.ts';
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

test('hours are read from lines as people write them in five languages, whole or not at all', () => {
  const all = (lines: string) => readOpeningHours(lines.split('\n'));
  const short = ({ first_day, last_day, times }: WeeklyHours) =>
    `${first_day.slice(0, 2)}-${last_day.slice(0, 2)} ${times}`;
  const cases: [lines: string, hours: string[], rest?: string[]][] = [
    ['Monday to Friday, 9:00 to 17:00', ['Mo-Fr 09:00–17:00']],
    ['Mon–Fri 9am–5pm, Sat 10 a.m. - 1 p.m.', ['Mo-Fr 09:00–17:00', 'Sa-Sa 10:00–13:00']],
    ['Tuesdays and Thursdays 1-5pm', ['Tu-Tu 13:00–17:00', 'Th-Th 13:00–17:00']],
    ['Every day 8.30-12.00 and 13.00-18.00', ['Mo-Su 08:30–12:00', 'Mo-Su 13:00–18:00']],
    ['Weekdays 9-17\nSunday closed', ['Mo-Fr 09:00–17:00']],
    ['Sat–Mon 22:00–02:00', ['Sa-Mo 22:00–02:00']],
    ['Montag bis Freitag von 9 bis 17.30 Uhr', ['Mo-Fr 09:00–17:30']],
    ['Mo.-Fr.: 7:00 - 18:00 Uhr; Sa. 7:00 - 13:00 Uhr', ['Mo-Fr 07:00–18:00', 'Sa-Sa 07:00–13:00']],
    [
      'Mo, Di, Do 8–12 und 14–18 Uhr',
      ['Mo-Tu 08:00–12:00', 'Mo-Tu 14:00–18:00', 'Th-Th 08:00–12:00', 'Th-Th 14:00–18:00'],
    ],
    ['Montags geschlossen\nTäglich 10–18 Uhr', ['Mo-Su 10:00–18:00']],
    ['Du lundi au vendredi de 9h à 12h30 et de 14h à 18h', ['Mo-Fr 09:00–12:30', 'Mo-Fr 14:00–18:00']],
    ['Samedi et dimanche : 8h00 – 13h00', ['Sa-Su 08:00–13:00']],
    ['Lunes a viernes de 9:00 a 14:00 h', ['Mo-Fr 09:00–14:00']],
    ['L-V 9-14, sábados 10-13', ['Mo-Fr 09:00–14:00', 'Sa-Sa 10:00–13:00']],
    ['Miércoles y domingos cerrado', []],
    ['Pazartesi–Cuma 09.00–18.00', ['Mo-Fr 09:00–18:00']],
    ['Pazartesi’den Cuma’ya 09:00-18:00 arası', ['Mo-Fr 09:00–18:00']],
    [
      'Hafta içi 08:30 - 17:00\nCumartesi günleri 10:00 - 14:00\nPazar kapalı',
      ['Mo-Fr 08:30–17:00', 'Sa-Sa 10:00–14:00'],
    ],
    ['By appointment', [], ['By appointment']],
    [
      'Monday to Friday 9-17, in August only mornings',
      [],
      ['Monday to Friday 9-17, in August only mornings'],
    ],
    ['Monday to Friday', [], ['Monday to Friday']],
    ['9-17', [], ['9-17']],
    ['24.12.–26.12. geschlossen', [], ['24.12.–26.12. geschlossen']],
    ['Mon 25:00-26:00', [], ['Mon 25:00-26:00']],
    ['First Monday of the month 9-12', [], ['First Monday of the month 9-12']],
    ['Mo-Fr 9-17\nnach Vereinbarung', ['Mo-Fr 09:00–17:00'], ['nach Vereinbarung']],
  ];
  for (const [lines, hours, rest = []] of cases) {
    const read = all(lines);
    expect({ hours: read.hours.map(short), rest: read.rest }, lines).toEqual({ hours, rest });
  }
});
