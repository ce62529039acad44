import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { chooseByForm } from '../../support/test-form.ts';
import { expectAccessible, signIn } from '../../support/real-browser.ts';
import { admin } from '../../support/running-server.ts';

const site = useBrowserSite();

/** As the sessions are eleven minutes after their sign-in. */
function letTimePass(): void {
  const database = new BetterSqlite3(join(site.server.dataDir, 'atrium.sqlite'));
  database.prepare('update sessions set proved_at = ?').run(Date.now() - 11 * 60_000);
  database.close();
}

/** For a person who looks at what the test sees. */
const folder = process.env.LOOK_AT;
async function look(page: Page, name: string): Promise<void> {
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

test.each(chooseByForm([1440, 390], [1440]))(
  'a form at %i px asks who it is by keyboard, and loses nothing',
  async (width) => {
    const page = await site.browser.visit(`${site.server.url}/admin/login`, {
      viewport: { width, height: 844 },
    });
    await signIn(page, site.server);
    await page.goto(`${site.server.url}/admin/users/new`);
    const name = `Hedy ${width}`;
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Email').fill(`hedy${width}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill('frequency hopping');
    letTimePass();
    await page.keyboard.press('Enter');
    const password = page.getByLabel('Your password');
    await password.waitFor();
    await expect.poll(() => password.evaluate((input) => input === document.activeElement)).toBe(true);
    await expectAccessible(page);
    await look(page, `step-up-${width}`);
    await page.keyboard.type('not mine');
    await page.keyboard.press('Enter');
    await page.getByText('This is not your password.').waitFor();
    await look(page, `step-up-wrong-${width}`);

    await page.keyboard.press('Escape');
    await expect.poll(() => password.count()).toBe(0);
    await page.getByText('Please confirm that it is you.').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(name);

    await page.getByRole('button', { name: 'Save User' }).click();
    await password.waitFor();
    await expect.poll(() => password.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type(admin.password);
    await page.keyboard.press('Enter');
    await page.getByText('User added').waitFor();
    await page.getByRole('link', { name, exact: true }).first().waitFor();
  },
);

test('an export asks first, and then saves the file', async () => {
  const page = await site.browser.visit(`${site.server.url}/admin/login`);
  await signIn(page, site.server);
  await page.goto(`${site.server.url}/admin/activities`);
  const link = page.getByRole('link', { name: 'Export CSV' });
  await link.waitFor();
  letTimePass();
  await link.click();
  await page.getByLabel('Your password').fill(admin.password);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  expect(await readFile(await (await saved).path(), 'utf8')).toContain('Id,When,Who');
});
