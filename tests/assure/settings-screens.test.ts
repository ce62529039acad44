import { expect, test } from 'vitest';
import { useBrowserSite } from '../support/browser-site.ts';
import { atEachWidthAndTheme, expectAccessibleAt, overflowOf } from '../support/page-checks.ts';
import { signIn } from '../support/real-browser.ts';

const { server, browser } = useBrowserSite({});

const groups = [
  ...[
    'page/home',
    'page/imprint',
    'company',
    'pages',
    'lists',
    'choices',
    'navigation',
    'legal',
    'region',
    'search',
    'features',
  ],
];

test('every group is accessible and fits at 390 and 1440 px in both themes', async () => {
  const page = await browser.visit('about:blank', { reducedMotion: 'reduce' });
  await signIn(page, server);
  for (const group of groups) {
    await page.goto(`${server.url}/admin/settings/${group}`);
    await page.getByRole('button', { name: /^Save/ }).waitFor();
    const closed = page.locator('form details:not([open]) > summary');
    while ((await closed.count()) > 0) await closed.first().click();
    await atEachWidthAndTheme(page, [390, 1440], async (look) => {
      await expectAccessibleAt(page, look);
      expect(await overflowOf(page), group).toBe(0);
      const shots = process.env.SETTINGS_SHOTS;
      const name = `${group.replace('/', '-')}-${look.width}-${look.colorScheme}`;
      if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
    });
  }
  await page.context().close();
});

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
