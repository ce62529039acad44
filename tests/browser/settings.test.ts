import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openRealBrowser, type RealBrowser, signIn } from '../support/real-browser.ts';
import { type RunningServer, removeData, startServer } from '../support/running-server.ts';

let server: RunningServer;
let browser: RealBrowser;
beforeAll(async () => {
  server = await startServer();
  browser = await openRealBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.end('SIGTERM');
  await removeData(server);
});

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
const groups = [
  ...['company', 'pages', 'lists', 'choices', 'navigation', 'legal', 'region', 'search', 'features'],
];
const schemes = ['light', 'dark'] as const;

test.each(sizes.flatMap((viewport) => schemes.map((colorScheme) => ({ viewport, colorScheme }))))(
  'every group is accessible and fits at $viewport.width px in the $colorScheme theme',
  async ({ viewport, colorScheme }) => {
    const page = await browser.visit('about:blank', { viewport, colorScheme });
    await signIn(page, server);
    for (const group of groups) {
      await page.goto(`${server.url}/admin/settings/${group}`);
      await page.getByRole('button', { name: /^Save / }).waitFor();
      const closed = page.locator('form details:not([open]) > summary');
      while ((await closed.count()) > 0) await closed.first().click();
      await expectAccessible(page);
      const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
      expect(await page.evaluate(overflow), group).toBe(0);
      const shots = process.env.SETTINGS_SHOTS;
      if (shots)
        await page.screenshot({
          path: `${shots}/${group}-${viewport.width}-${colorScheme}.png`,
          fullPage: true,
        });
    }
    await page.context().close();
  },
);

test('an admin renames the company, and visitors see it at once', async () => {
  const page = await browser.visit('about:blank');
  await signIn(page, server);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Brightforge');
  await page.getByLabel('City').fill('Stuttgart');
  await page.getByLabel('Country').selectOption('DE');
  await page.getByRole('button', { name: 'Save Company' }).click();
  await page.getByText('Saved. Visitors see it now.').waitFor();
  expect(await (await fetch(server.url)).text()).toContain('<title>Brightforge ·');
  await page.reload();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Brightforge');
  expect(await page.title()).toBe('Settings · Brightforge');
  await page.getByText('Earlier versions').click();
  await page.getByText('Current', { exact: true }).waitFor();
});
