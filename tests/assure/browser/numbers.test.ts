import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../../src/shared/zoned-time.ts';
import { useBrowserSite } from '../../support/browser-site.ts';
import { expectAccessible, signIn } from '../../support/real-browser.ts';

const { server, browser } = useBrowserSite('starter');

const today = new Date().toISOString().slice(0, 10);
const hostile = `${'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(2)} <b>\u202eמזל`;

/** Stores figures for the last days, as the server adds them up. */
function fill(days: number): void {
  const database = new BetterSqlite3(join(server.dataDir, 'atrium.sqlite'));
  database.exec('delete from visit_counts');
  const add = database.prepare(
    `insert into visit_counts (kind, period, name, views, visits) values (?, ?, ?, ?, ?)
     on conflict do update set views = views + excluded.views, visits = visits + excluded.visits`,
  );
  database.transaction(() => {
    for (let at = 0; at < days; at += 1) {
      const day = addDays(today, -at);
      const visits = 40 + ((at * 37) % 60);
      const rows: [kind: string, name: string, views: number, visits: number][] = [
        ['site', '', visits * 3, visits],
        ['site', 'programs', 7, 0],
        ['page', '/', visits, visits >> 1],
        ['page', '/contact', visits, visits >> 2],
        ['page', 'blog/1', visits >> 1, visits >> 3],
        ['page', 'blog/999999', 3, 1],
        ['page', 'jobs/1', 9, 4],
        ['from', '', visits >> 1, visits >> 1],
        ['from', `${'very-long-name.'.repeat(6)}example`, 5, 5],
        ['from', 'news.example', visits >> 2, visits >> 2],
        ['campaign', hostile.slice(0, 200), 2, 2],
        ['screen', 'phone', visits, visits >> 1],
        ['screen', 'computer', visits * 2, visits >> 1],
        ['sent', '/contact', 2, 0],
        ['sent', 'jobs/1', 1, 0],
      ];
      for (const [kind, ...row] of rows) {
        add.run(kind, day, ...row);
        add.run(`${kind}_month`, day.slice(0, 7), ...row);
      }
    }
  })();
  database.prepare('update posts set title = ? where id = 1').run(hostile);
  database.close();
}

async function open(search: string, options: BrowserContextOptions): Promise<Page> {
  const page = await browser.visit(`${server.url}/admin/login`, options);
  await signIn(page, server);
  await page.goto(`${server.url}/admin/numbers${search}`);
  await page.getByText(/Not counted:/).waitFor();
  await page
    .getByRole('region', { name: 'What became of it' })
    .or(page.getByText('Nothing has been'))
    .first()
    .waitFor();
  return page;
}

const states: [name: string, days: number, search: string][] = [
  ['nothing', 0, ''],
  ['one day', 1, ''],
  ['30 days', 30, ''],
  ['three years', 1095, `?from=${addDays(today, -1094)}&until=${today}`],
  ['90 days, compared with nothing', 400, '?days=90&compare=none'],
];

describe('the numbers', () => {
  test.each(states)('of %s are readable at both widths, in both themes', async (_name, days, search) => {
    fill(days);
    for (const width of [1440, 390])
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await open(search, { viewport: { width, height: 900 }, colorScheme });
        await expectAccessible(page);
        const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect(beyond, `${width} ${colorScheme}`).toBe(0);
        await page.context().close();
      }
  });

  test('are walked by keyboard, and tell a screen reader what they show', async () => {
    fill(30);
    const page = await open('', { viewport: { width: 1440, height: 900 } });
    const walked: string[] = [];
    await page.getByLabel('Period').focus();
    for (let at = 0; at < 4; at += 1) {
      walked.push(
        await page.evaluate(
          'document.activeElement.labels?.[0]?.textContent ?? document.activeElement.ariaLabel ?? document.activeElement.textContent',
        ),
      );
      await page.keyboard.press('Tab');
    }
    expect(walked.map((name) => name.replace(/,.*/s, ''))).toEqual([
      'Period',
      'Compared with',
      'Visits a day',
      'The figures as a table',
    ]);
    const chart = page.getByRole('img', { name: /^Visits a day/ });
    await chart.focus();
    await page.keyboard.press('End');
    await page.getByText(/: 40 visits, 0 in the period before/).waitFor();
    const tree = await page.locator('main').ariaSnapshot();
    for (const line of [
      '- heading "Numbers" [level=1]',
      '- combobox "Period"',
      '- term: Visits',
      '- heading "Visits a day" [level=2]',
      '- table "Pages":',
      '- rowheader "Deleted blog post"',
      '- table "What became of it":',
    ])
      expect(tree).toContain(line);
    await page.context().close();
  });

  test('are seen in forced colours', async () => {
    fill(30);
    const page = await open('', { viewport: { width: 1440, height: 900 }, forcedColors: 'active' });
    const fillOf = (selector: string) =>
      page
        .locator(`main svg[role=img] ${selector}`)
        .first()
        .evaluate((element) => getComputedStyle(element).fill);
    const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await fillOf('rect')).not.toBe(background);
    await page.context().close();
  });
});
