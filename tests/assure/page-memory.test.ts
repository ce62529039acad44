import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { publicPages } from '../support/public-pages.ts';
import { openRealBrowser, type RealBrowser } from '../support/real-browser.ts';
import { type RunningServer, removeData } from '../support/running-server.ts';
import { startStarterServer } from '../support/starter-server.ts';

// Browsers keep a page in memory and show it again at once on Back. Playwright switches that off, as its own `goBack` waits for a load that
// never comes then: here the page itself goes back. A headless shell keeps no page whatever it is; it still tells what stands in the way.

const phone = { width: 390, height: 844 };

let server: RunningServer;
let browser: RealBrowser;
let pages: string[];
beforeAll(async () => {
  [server, browser] = await Promise.all([
    startStarterServer({ LOG_LEVEL: 'error' }),
    openRealBrowser([], ['--disable-back-forward-cache']),
  ]);
  pages = Object.values(await publicPages(server));
});
afterAll(async () => {
  await browser.close();
  await server.end('SIGTERM');
  await removeData(server);
});

interface Return {
  isFromMemory: boolean;
  /** What on the page itself stood in the way. */
  obstacles: string[];
  /** Whether the browser would keep any page. */
  canKeep: boolean;
}

async function open(path: string): Promise<Page> {
  const page = await browser.visit(server.url + path, { viewport: phone, reducedMotion: 'reduce' });
  await page.locator(':root[data-enhanced]').waitFor();
  return page;
}

/** Goes on to another page and back. */
async function leaveAndReturn(page: Page): Promise<Return> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  const reasons: { type: string; reason: string }[] = [];
  session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
    reasons.push(...notRestoredExplanations),
  );
  // A page that is loaded anew does not have it.
  await page.evaluate(() => Object.assign(window, { wasLeft: true }));
  const address = page.url();
  await page.goto(`${server.url}/privacy?other`);
  await page.evaluate(() => void setTimeout(() => history.back()));
  await page.waitForURL(address);
  await page.locator(':root[data-enhanced]').waitFor();
  const isFromMemory = await page.evaluate(() => 'wasLeft' in window);
  return {
    isFromMemory,
    obstacles: reasons.filter(({ type }) => type !== 'Circumstantial').map(({ reason }) => reason),
    canKeep: !reasons.some(({ reason }) => reason === 'BackForwardCacheDisabledForDelegate'),
  };
}

const skipUnlessKept = ({ canKeep }: Return, { skip }: TestContext) =>
  skip(!canKeep, 'this browser keeps no page in memory');

test('nothing on any page keeps it from being shown from memory, at its place', {
  timeout: 120_000,
}, async () => {
  for (const path of pages) {
    const page = await open(path);
    const position = await page.evaluate(() => {
      scrollTo({ top: 120, behavior: 'instant' });
      return scrollY;
    });
    const { isFromMemory, obstacles, canKeep } = await leaveAndReturn(page);
    expect(obstacles, path).toEqual([]);
    expect(isFromMemory, path).toBe(canKeep);
    await page.waitForFunction((top) => Math.abs(scrollY - top) < 2, position);
    await page.context().close();
  }
});

test('an obstacle would be noticed', async () => {
  const page = await open('/about');
  await page.evaluate(() => addEventListener('unload', () => {}));
  expect((await leaveAndReturn(page)).obstacles).not.toEqual([]);
  await page.context().close();
});

test('a form comes back with its words, and is sent', async () => {
  const page = await open('/contact');
  await page.getByLabel('Message').fill('Half a sentence');
  await leaveAndReturn(page);
  expect(await page.getByLabel('Message').inputValue()).toBe('Half a sentence');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByText('Please fill in this field.').first().waitFor();
  await page.context().close();
});

test('the menu and the gallery come back closed', async (context) => {
  const page = await open('/gallery');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  const back = await leaveAndReturn(page);
  expect(await page.locator('dialog[open]').count()).toBe(0);
  skipUnlessKept(back, context);

  await page.getByRole('region', { name: 'Pictures' }).getByRole('link').first().click();
  await page.getByRole('dialog', { name: 'Picture' }).waitFor();
  await leaveAndReturn(page);
  expect(await page.locator('dialog[open]').count()).toBe(0);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  await page.context().close();
});
