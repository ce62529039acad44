import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../support/browser-site.ts';
import { openScreen } from '../support/panel-screens.ts';
import { chooseByForm } from '../support/test-form.ts';

const { server, browser } = useBrowserSite('starter');

const maxRequests = 12;

/** The scripts and styles that a page has loaded. */
async function assetsOf(page: Page): Promise<{ name: string; bytes: number; isPreloaded: boolean }[]> {
  return page.evaluate(() => {
    const preloaded = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(
      ({ href }) => href,
    );
    return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /\/assets\/.*\.(js|css)$/.test(name))
      .map(({ name, encodedBodySize }) => ({
        name: name.replace(/.*\/assets\//, ''),
        bytes: encodedBodySize,
        isPreloaded: preloaded.includes(name),
      }));
  });
}

test('the sign-in page loads at most 120 kB of scripts and styles', async () => {
  const page = await browser.visit(`${server.url}/admin/login`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  const assets = await assetsOf(page);
  const bytes = assets.reduce((sum, asset) => sum + asset.bytes, 0);
  expect(assets.length).toBeLessThanOrEqual(maxRequests);
  expect(bytes).toBeLessThanOrEqual(120_000);
});

const screens: [path: string, heading: string][] = [
  ['/admin/blog-posts/new', 'Create New Post'],
  ['/admin/inbox', 'Message Inbox'],
  ['/admin/dashboard', 'Dashboard'],
  ['/admin/blog-posts', 'Blog'],
  ['/admin/team', 'Team'],
  ['/admin/activities', 'Activit'],
  ['/admin/numbers', 'Numbers'],
  ['/admin/users', 'User'],
  ['/admin/account', 'Account'],
];

// In the gate a form and a screen of its own kind, which load the most parts.
test.each(chooseByForm(screens, screens.slice(0, 2)))(
  '%s opens with at most twelve requests for scripts and styles, the screen’s own among the first',
  async (path, heading) => {
    const page = await openScreen(browser, server, path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    const assets = await assetsOf(page);
    expect(assets.length, assets.map(({ name }) => name).join(' ')).toBeLessThanOrEqual(maxRequests);
    const own = assets.filter(({ name }) => /-(screen|page)-/.test(name) && name.endsWith('.js'));
    expect(own.map(({ isPreloaded }) => isPreloaded)).toEqual([true]);
  },
);

test('the document of a list asks for its rows, and the program takes the answers', async () => {
  const page = await openScreen(browser, server, '/admin/blog-posts');
  await page.locator('[data-row]').first().waitFor();
  const [called, left] = await page.evaluate(() => [
    performance
      .getEntriesByType('resource')
      .map(({ name }) => /trpc\/([^?]*)/.exec(name)?.[1])
      .filter((path) => path === 'blog.list' || path === 'site.settings'),
    (globalThis as { earlyCalls?: Map<string, unknown> }).earlyCalls?.size,
  ]);
  // Both start at the same moment, and are then named in the order of their ends.
  expect(called).toHaveLength(2);
  expect(new Set(called)).toEqual(new Set(['site.settings', 'blog.list']));
  expect(left).toBe(0);
});
