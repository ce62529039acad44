import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import type { BrowserSite } from './browser-site.ts';
import { openScreen } from './panel-screens.ts';

/**
 * Returns a function that opens screens of the panel as the first admin, each in a new tab of one browser context. The
 * tabs are closed after each test. A new context for each screen would have to sign in and load the panel's code again,
 * which takes longer than many tests.
 */
export function useSharedScreens(site: BrowserSite): (path: string) => Promise<Page> {
  let first: Promise<Page> | undefined;
  const opened: Page[] = [];
  afterEach(async () => {
    for (const page of opened.splice(0)) await page.close();
  });
  return async (path) => {
    // The first tab creates the shared context and remains open.
    first ??= openScreen(site.browser, site.server, '/robots.txt');
    const page = await (await first).context().newPage();
    opened.push(page);
    await page.goto(site.server.url + path);
    return page;
  };
}
