import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { isShortForm } from '../../support/test-form.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { expectAccessible } from '../../support/real-browser.ts';

const site = useBrowserSite();

/** For a person who looks at what the test sees. */
const folder = process.env.LOOK_AT;
async function look(page: Page, name: string): Promise<void> {
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  for (const width of [390, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
    }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}

/** The files of a part cannot be loaded, until the returned function is called. */
async function block(page: Page, names: string): Promise<() => Promise<void>> {
  const files = new RegExp(`/assets/(${names})-[^/]*$`);
  await page.route(files, (route) => route.abort());
  return () => page.unroute(files);
}

const library = (page: Page) => page.getByRole('button', { name: 'Choose from the library', exact: true });

test('a part of a form that cannot be loaded leaves what was typed alone, and a reload brings both back', async () => {
  const page = await openScreen(site.browser, site.server, '/admin/dashboard');
  const show = await block(page, 'writing-editor|draft-preview|media-picker');
  await page.goto(`${site.server.url}/admin/blog-posts/new`);
  const title = page.getByLabel('Title', { exact: true });
  await title.fill('Typed beside a part that fails');

  const failed = (name: string) => page.getByRole('alert').filter({ hasText: `Couldn’t load the ${name}` });
  await failed('editor').getByText('Check your connection, then reload the page.').waitFor();
  await expectAccessible(page);
  await look(page, 'editor');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await failed('preview').waitFor();
  await look(page, 'preview');
  await library(page).click();
  const dialog = page.getByRole('dialog', { name: 'Couldn’t load the picture library' });
  await dialog.getByRole('alert').waitFor();
  await expectAccessible(page);
  await look(page, 'library');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await library(page).evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await title.inputValue()).toBe('Typed beside a part that fails');

  await show();
  page.on('dialog', (question) => question.accept());
  await failed('editor').getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('button', { name: 'Restore draft' }).click();
  expect(await title.inputValue()).toBe('Typed beside a part that fails');
  await page.getByRole('textbox', { name: 'Content' }).waitFor();
  await library(page).click();
  await page.getByRole('dialog', { name: 'Choose a picture' }).waitFor();
  for (const error of site.browser.takeErrors())
    expect(error).toMatch(/Failed to fetch dynamically imported module|Unable to preload CSS/);
});

test.skipIf(isShortForm)('a part in a dialog that cannot be loaded leaves the dialog open', async () => {
  const page = await openScreen(site.browser, site.server, '/admin/team/new');
  await block(page, 'media-picker');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Ada Byron');
  await library(page).click();
  const dialog = page.getByRole('dialog', { name: 'Couldn’t load the picture library' });
  await dialog.getByRole('alert').waitFor();
  await expectAccessible(page);
  await look(page, 'library-in-dialog');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await name.inputValue()).toBe('Ada Byron');
  for (const error of site.browser.takeErrors())
    expect(error).toMatch(/Failed to fetch|Unable to preload CSS/);
});

test('a panel whose first files cannot be loaded says so, and offers to reload', async () => {
  const page = await openScreen(site.browser, site.server, '/admin/dashboard');
  site.browser.takeErrors();
  const show = await block(page, 'panel');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'The panel could not be loaded' }).waitFor();
  await expectAccessible(page);
  await look(page, 'panel');
  await show();
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();
  // No rejection is left unhandled.
  expect(site.browser.takeErrors()).toEqual([]);
});
