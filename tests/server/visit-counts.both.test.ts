// On both databases: one statement that inserts or adds, sums over days and months, and two writers at once.
import { describe, expect, test } from 'vitest';
import type { Tables } from '../../src/database/table-types.ts';
import { createVisitCounter } from '../../src/modules/visits/visit-counter.ts';
import { addCounts, deleteOldDays, readSums } from '../../src/modules/visits/stored-visits.ts';
import type { SeenView } from '../../src/trpc/context.ts';
import { defaultSiteSettings, type SiteSettings } from '../../src/shared/settings/site-settings.ts';
import { addDays } from '../../src/shared/zoned-time.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { useSite } from '../support/use-site.ts';

const settings = (time_zone = 'UTC'): SiteSettings => ({
  ...defaultSiteSettings,
  region: { ...defaultSiteSettings.region, time_zone },
});

let addresses = 0;
/** Each from a network of its own. */
const view = (more: Partial<SeenView> = {}): SeenView => {
  addresses += 1;
  return {
    path: '/about',
    is_visit: true,
    from: 'news.example',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0',
    address: `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`,
    ...more,
  };
};

describe.each(databaseKinds)('counts on %s', (on) => {
  const testOnce = onceInGate(on);
  const site = useSite({ on });
  const errors: unknown[] = [];
  const counterAt = (clock: () => Date) =>
    createVisitCounter({
      database: site.database,
      clock,
      ownHosts: [],
      onError: (error) => errors.push(error),
    });
  const noon = new Date('2026-11-28T12:00:00Z');

  const stored = async () => {
    const rows = await site.database.read
      .selectFrom('visit_counts')
      .select(['kind', 'period', 'name', 'views', 'visits'])
      .execute();
    return Object.fromEntries(
      rows.map(({ kind, period, name, views, visits }) => [`${kind} ${period} ${name}`, [views, visits]]),
    );
  };

  test('are added to their day and month, by page, host, screen and campaign', async () => {
    const counter = counterAt(() => noon);
    await counter.count(view({ campaign: 'mail / spring' }), settings());
    await counter.count(view({ is_visit: false }), settings());
    await counter.write();
    await counter.count(view({ from: '', userAgent: 'Mozilla/5.0 (iPhone) Mobile Safari' }), settings());
    await counter.write();
    const of = (period: string, suffix = '') => ({
      [`site${suffix} ${period} `]: [3, 2],
      [`page${suffix} ${period} /about`]: [3, 2],
      [`screen${suffix} ${period} computer`]: [2, 1],
      [`screen${suffix} ${period} phone`]: [1, 1],
      [`from${suffix} ${period} news.example`]: [1, 1],
      [`from${suffix} ${period} `]: [1, 1],
      [`campaign${suffix} ${period} mail / spring`]: [1, 1],
    });
    expect(await stored()).toEqual({ ...of('2026-11-28'), ...of('2026-11', '_month') });
  });

  test('belong to the day of the site’s zone, also around midnight and when clocks change', async () => {
    const days: [zone: string, moment: string, day: string][] = [
      ['Europe/Berlin', '2026-11-28T22:59:59Z', '2026-11-28'],
      ['Europe/Berlin', '2026-11-28T23:00:01Z', '2026-11-29'],
      ['Europe/Berlin', '2026-03-28T22:59:59Z', '2026-03-28'],
      ['Europe/Berlin', '2026-03-28T23:00:01Z', '2026-03-29'],
      ['Europe/Berlin', '2026-03-29T21:59:59Z', '2026-03-29'],
      ['Europe/Berlin', '2026-03-29T22:00:01Z', '2026-03-30'],
      ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25'],
      ['Europe/Berlin', '2026-10-25T23:00:01Z', '2026-10-26'],
      ['Pacific/Kiritimati', '2026-11-28T10:00:01Z', '2026-11-29'],
    ];
    let now = noon;
    const counter = counterAt(() => now);
    for (const [zone, moment] of days) {
      now = new Date(moment);
      await counter.count(view(), settings(zone));
    }
    await counter.write();
    const counted = Object.entries(await stored()).filter(([key]) => key.startsWith('site '));
    const expected = Map.groupBy(days, ([, , day]) => day);
    expect(Object.fromEntries(counted)).toEqual(
      Object.fromEntries([...expected].map(([day, { length }]) => [`site ${day} `, [length, length]])),
    );
  });

  test('of two instances that write at the same time add up', async () => {
    const counters = [counterAt(() => noon), counterAt(() => noon)];
    const pages = ['/', '/about', '/services', '/blog', '/team', '/career'];
    for (let turn = 0; turn < 5; turn += 1) {
      for (const [place, counter] of counters.entries()) {
        const order = place === 0 ? pages : pages.toReversed();
        for (const path of order)
          await counter.count(view({ path, from: `host-${turn}.example` }), settings());
      }
      await Promise.all(counters.map((counter) => counter.write()));
    }
    const counts = await stored();
    expect(counts['site 2026-11-28 ']).toEqual([60, 60]);
    for (const path of pages) expect(counts[`page 2026-11-28 ${path}`], path).toEqual([10, 10]);
    for (let turn = 0; turn < 5; turn += 1)
      expect(counts[`from_month 2026-11 host-${turn}.example`], `${turn}`).toEqual([12, 12]);
    expect(errors).toEqual([]);
  });

  test('have at most 500 names of a kind and period, also after a restart and from two instances', async () => {
    const flood = async (first: number, amount: number) => {
      const counter = counterAt(() => noon);
      for (let at = first; at < first + amount; at += 1)
        await counter.count(view({ from: `h${at}.example` }), settings());
      return counter;
    };
    await (await flood(0, 600)).write();
    const both = await Promise.all([flood(600, 300), flood(900, 300)]);
    await Promise.all(both.map((counter) => counter.write()));
    for (const [kind, period] of [
      ['from', '2026-11-28'],
      ['from_month', '2026-11'],
    ]) {
      const rows = Object.entries(await stored()).filter(([key]) => key.startsWith(`${kind} ${period} `));
      expect(rows.length, kind).toBe(500);
      expect(rows.reduce((sum, [, counts]) => sum + counts[0]!, 0)).toBe(1200);
    }
  });

  testOnce('stay in memory when they cannot be stored, and are stored by the next write', async () => {
    const counter = counterAt(() => noon);
    await counter.count(view(), settings());
    const db = site.database.fork().getKysely<Tables>();
    await db.schema.alterTable('visit_counts').renameTo('visit_counts_away').execute();
    await counter.write();
    await counter.count(view(), settings());
    await db.schema.alterTable('visit_counts_away').renameTo('visit_counts').execute();
    expect(errors.splice(0)).toHaveLength(1);
    await counter.write();
    expect((await stored())['site 2026-11-28 ']).toEqual([2, 2]);
  });

  test('of whole months and the days around them are the counts of all their days', async () => {
    const first = '2026-01-15';
    const em = site.database.fork();
    for (let at = 0; at < 120; at += 1) {
      const day = addDays(first, at);
      const counts = { name: '/about', views: at + 1, visits: 1 };
      await addCounts({ em }, [
        { kind: 'page', period: day, ...counts },
        { kind: 'page_month', period: day.slice(0, 7), ...counts },
      ]);
    }
    const sumOf = (from: number, until: number) => {
      let views = 0;
      for (let at = Math.max(0, from); at <= Math.min(119, until); at += 1) views += at + 1;
      return views;
    };
    for (const [from, until] of [
      [0, 119],
      [0, 0],
      [17, 44],
      [16, 45],
      [17, 75],
      [18, 74],
      [40, 60],
      [-20, 200],
    ] as const) {
      const range = { from: addDays(first, from), until: addDays(first, until) };
      const { rows } = await readSums(site.database.read, 'page', range);
      expect(rows, JSON.stringify(range)).toEqual([
        {
          name: '/about',
          views: sumOf(from, until),
          visits: Math.min(119, until) - Math.max(0, from) + 1,
        },
      ]);
    }
  });

  testOnce('of days go after their time, and those of months stay', async () => {
    const counter = counterAt(() => noon);
    await counter.count(view(), settings());
    await counter.write();
    const em = site.database.fork();
    expect(await deleteOldDays({ em }, '2026-11-28')).toBe(0);
    expect(await deleteOldDays({ em }, '2026-11-29')).toBe(4);
    expect(Object.keys(await stored()).every((key) => key.includes('_month 2026-11 '))).toBe(true);
  });
});
