import fc from 'fast-check';
import {
  isInStandardList,
  listStandardOptions,
  toCurrentTimeZone,
} from '../../src/shared/settings/standard-lists.ts';
import { describe, expect, test } from 'vitest';
import { publicationStateOf } from '../../src/shared/schedule.ts';
import { localDayOf, endOfDay, isDay, momentOfLocalTime, localTimeIn } from '../../src/shared/zoned-time.ts';
import { hour } from '../support/clock.ts';

const zones = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia'],
  ...['America/Sao_Paulo', 'Africa/Cairo', 'Asia/Beirut', 'America/Havana', 'Pacific/Chatham', 'Asia/Gaza'],
];
const zone = fc.constantFrom(...zones);
const range = { min: Date.UTC(1990, 0, 1), max: Date.UTC(2060, 0, 1) };
const moment = fc.integer(range).map((time) => new Date(time));
const dayOf = (time: Date) => time.toISOString().slice(0, 10);

describe('times of a zone', () => {
  test('what clocks show leads back to the moment, or to the earlier one that looks the same', () => {
    fc.assert(
      fc.property(zone, moment, (name, at) => {
        const second = new Date(Math.floor(at.getTime() / 1000) * 1000);
        const back = momentOfLocalTime(name, localTimeIn(name, second));
        expect(localTimeIn(name, back)).toBe(localTimeIn(name, second));
        const apart = second.getTime() - back.getTime();
        expect(apart === 0 || (apart > 0 && apart <= 2 * hour)).toBe(true);
      }),
    );
  });

  test('the end of a day is the last millisecond of that day', () => {
    fc.assert(
      fc.property(zone, moment, (name, at) => {
        const day = localDayOf(name, at);
        const end = endOfDay(name, day);
        expect(end.getTime()).toBeGreaterThanOrEqual(at.getTime() - 2 * hour);
        expect(localDayOf(name, end)).toBe(day);
        expect(localDayOf(name, new Date(end.getTime() + 1)) > day).toBe(true);
      }),
    );
  });

  test('hours that clocks skip or repeat', () => {
    const shown = (name: string, wall: string) => momentOfLocalTime(name, wall).toISOString();
    expect(shown('Europe/Berlin', '2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z');
    expect(shown('Europe/Berlin', '2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z');
    expect(shown('America/New_York', '2026-11-01T01:30')).toBe('2026-11-01T05:30:00.000Z');
    expect(endOfDay('America/Sao_Paulo', '2018-11-03').toISOString()).toBe('2018-11-04T02:59:59.999Z');
    expect(endOfDay('Pacific/Apia', '2011-12-29').toISOString()).toBe('2011-12-30T09:59:59.999Z');
  });

  test('only days that exist are days', () => {
    expect(['2028-02-29', '2026-12-31'].map(isDay)).toEqual([true, true]);
    const wrong = [
      '2026-02-29',
      '2100-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-1-1',
      '',
      '2026-01-01T00:00',
    ];
    expect(wrong.filter(isDay)).toEqual([]);
    expect(dayOf(endOfDay('UTC', '2028-02-29'))).toBe('2028-02-29');
  });
});

describe('the state of a row', () => {
  const facts = {
    publicBy: 'is_published',
    schedule: { startColumn: 'published_at', endColumn: 'unpublish_at' },
  };
  const none = fc.option(moment, { nil: null });

  test('is public exactly between its moments, whatever the clock did before', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        none,
        none,
        fc.array(moment, { minLength: 1 }),
        (is_published, from, until, times) => {
          const row = { is_published, published_at: from, unpublish_at: until };
          for (const now of times) {
            const isPublic = is_published && from !== null && from <= now && (until === null || until > now);
            expect(publicationStateOf(facts, row, now) === 'published').toBe(isPublic);
          }
        },
      ),
    );
  });

  test('is scheduled only before its moment, and a draft as long as nobody published it', () => {
    fc.assert(
      fc.property(none, moment, (from, now) => {
        const row = { is_published: true, published_at: from, unpublish_at: null };
        const expected = from === null ? 'draft' : from > now ? 'scheduled' : 'published';
        expect(publicationStateOf(facts, row, now)).toBe(expected);
        expect(publicationStateOf(facts, { ...row, is_published: false }, now)).toBe('draft');
      }),
    );
  });
});

test('time zones are listed once, under their present names, and a former name is the same zone', () => {
  const listed = listStandardOptions('timeZone').map(({ value }) => value);
  expect(new Set(listed).size).toBe(listed.length);
  const offsetOf = (timeZone: string, at: Date) =>
    new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).format(at);
  const days = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'].map((text) => new Date(text));
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const present = toCurrentTimeZone(zone);
    expect(listed, zone).toContain(present);
    expect(isInStandardList('timeZone', zone), zone).toBe(true);
    expect(isInStandardList('timeZone', present), present).toBe(true);
    for (const day of days) expect(offsetOf(present, day), zone).toBe(offsetOf(zone, day));
  }
  expect(listed).toEqual(expect.arrayContaining(['Asia/Kolkata', 'Europe/Kyiv', 'America/Nuuk', 'UTC']));
});
