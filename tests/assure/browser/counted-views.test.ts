import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTab } from '../../bench/browser-tab.ts';
import { launchChromium } from '../../support/chromium.ts';
import { findFreePort } from '../../support/free-port.ts';
import { openRealBrowser, type RealBrowser, signIn } from '../../support/real-browser.ts';
import { type RunningServer, removeData, signInToApis } from '../../support/running-server.ts';
import { startStarterServer } from '../../support/starter-server.ts';

// Of its own, because the test ends the server to see what a stop writes. A headless shell keeps no page in memory,
// so the event that a browser sends on a return from there is sent by the test.

// Without these, the browser says that it is a program.
const asPerson = [
  '--disable-blink-features=AutomationControlled',
  '--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
];
const without = ['--enable-automation'];

/** Longer than the second after which a page counts. */
const seenMs = 1600;
const tooShortMs = 300;

let server: RunningServer;
let browser: RealBrowser;
let elsewhere: Server;
let news: string;
beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    const target = new URL(request.url!, 'http://news').searchParams.get('to')!;
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><a href="${target}">Read on</a>`);
  });
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
  news = `http://news.localhost:${(elsewhere.address() as AddressInfo).port}`;
  server = await startStarterServer({ LOG_LEVEL: 'info' });
  browser = await openRealBrowser([...asPerson, '--host-resolver-rules=MAP *.localhost 127.0.0.1'], without);
});
afterAll(async () => {
  await browser.close();
  elsewhere.close();
  await removeData(server);
});

/** The page counts only after a time, also where nothing may be counted. */
const seen = () => wait(seenMs);

/** Comes by a link on another site. */
async function follow(page: Page, path: string): Promise<void> {
  await page.goto(`${news}/?to=${encodeURIComponent(server.url + path)}`);
  await page.getByText('Read on').click();
  await page.waitForURL(`${server.url}${path}`);
}

/**
 * Opens the gallery in a tab of which Playwright knows nothing, because no page of Playwright's prerenders. Rests on a
 * link, whose page the browser prerenders, and then opens another.
 */
async function prerender(passed: string, opened: string): Promise<void> {
  const port = await findFreePort();
  const chromium = await launchChromium(
    [`--remote-debugging-port=${port}`, '--window-size=1440,900', ...asPerson],
    without,
  );
  const tab = await openTab(port);
  await tab.open(`${server.url}/gallery`);
  await wait(2 * seenMs);
  const placeOf = (name: string) =>
    tab.evaluate<{ x: number; y: number }>(`(() => {
      const link = [...document.querySelectorAll('.site-nav a')].find((each) => each.textContent === '${name}');
      const { x, y, width, height } = link.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    })()`);
  const [first, second] = [await placeOf(passed), await placeOf(opened)];
  await tab.move(first.x, first.y);
  await wait(seenMs);
  await tab.move(second.x, second.y);
  await wait(seenMs);
  await tab.press(second.x, second.y, 80);
  await wait(2 * seenMs);
  const start = await tab.evaluate<number>("performance.getEntriesByType('navigation')[0].activationStart");
  expect(start, 'the page was prerendered before it was opened').toBeGreaterThan(0);
  await tab.close();
  await chromium.close();
}

/** The figures in the database after the server has stopped, which writes what it has counted. */
function stored(kind: string): Record<string, [views: number, visits: number]> {
  const database = new BetterSqlite3(join(server.dataDir, 'atrium.sqlite'), { readonly: true });
  const rows = database.prepare('select name, views, visits from visit_counts where kind = ?').all(kind) as {
    name: string;
    views: number;
    visits: number;
  }[];
  database.close();
  return Object.fromEntries(rows.map(({ name, views, visits }) => [name, [views, visits]]));
}

test('twelve navigations of visitors and staff are exactly the views and visits that they should be', async () => {
  const { api } = await signInToApis(server);
  const draft = await api('POST', '/api/admin/blog-posts', {
    title: 'Draft',
    excerpt: 'Short',
    content: '<p>Text</p>',
    category: 'Technology',
  });
  const { link } = (await api('POST', `/api/admin/blog-posts/${(draft as { id: number }).id}/preview`, {
    days: 3,
  })) as { link: string };

  // The first visitor comes from elsewhere, reads on, reloads, and goes back to the page in memory.
  const first = await browser.visit('about:blank');
  await follow(first, '/about'); // 1: a visit
  await seen();
  await first.goto(`${server.url}/services`, { referer: `${server.url}/about` }); // 2: a view
  await seen();
  await first.reload(); // 3: a view
  await seen();
  await first.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"); // 4: a view
  await seen();

  // The second comes by a link of a campaign on a phone, and leaves another page before a second.
  const second = await browser.visit('about:blank', {
    userAgent: 'Mozilla/5.0 (iPhone) Mobile Safari/604.1',
  });
  await follow(second, '/career?utm_source=newsletter&utm_campaign=spring'); // 5: a visit
  await seen();
  await second.goto(`${server.url}/team`, { referer: `${server.url}/career` }); // 6: nothing
  await wait(tooShortMs);
  await second.goto('about:blank');

  // The third opens a tab behind others, and looks at it later.
  const third = await browser.visit('about:blank');
  await third.addInitScript(`
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => !window.isShown });
  `);
  await third.goto(`${server.url}/contact`); // 7: nothing until it is shown, then a visit
  await seen();

  // Nothing: Global Privacy Control, a preview, a page that is not there, staff, a device that was left out
  const withGpc = await browser.visit('about:blank');
  await withGpc.addInitScript("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })");
  await withGpc.goto(`${server.url}/`); // 8
  await seen();
  const other = await browser.visit(link); // 9
  await seen();
  await other.goto(`${server.url}/not-there`); // 10
  await seen();
  await signIn(other, server);
  await other.goto(`${server.url}/portfolio`); // 11
  await seen();
  const leftOut = await browser.visit('about:blank');
  await signIn(leftOut, server);
  await leftOut.getByRole('button', { name: /Administrator/ }).click();
  await leftOut.getByRole('menuitemcheckbox', { name: 'Do not count this device' }).click();
  // Without the session, the cookie of the menu is all that keeps the view from being counted.
  for (const { name } of await leftOut.context().cookies())
    if (name !== 'uncounted') await leftOut.context().clearCookies({ name });
  await leftOut.goto(`${server.url}/portfolio`); // 12
  await seen();

  await prerender('Blog', 'Careers');

  await third.evaluate("window.isShown = true; document.dispatchEvent(new Event('visibilitychange'))");
  await seen();
  await server.end('SIGTERM');

  expect(stored('page')).toEqual({
    '/about': [1, 1],
    '/services': [3, 0],
    '/contact': [1, 1],
    '/gallery': [1, 1],
    // Prerendered and opened. The blog was prerendered only.
    '/career': [2, 1],
  });
  expect(stored('site')).toEqual({ '': [8, 4] });
  expect(stored('from')).toEqual({ 'news.localhost': [2, 2], '': [2, 2] });
  expect(stored('campaign')).toEqual({ 'newsletter / spring': [1, 1] });
  expect(stored('screen')).toEqual({ computer: [7, 3], phone: [1, 1] });
  expect(server.output()).not.toMatch(/newsletter|news\.localhost|iPhone/);
});
