import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { picture } from '../../support/pictures.ts';
import { expectAccessible } from '../../support/real-browser.ts';

const site = useBrowserSite();

const image = (page: Page) => page.getByAltText('Current image').getAttribute('src');

test('a form takes its picture from the library, and gives it back', { timeout: 120_000 }, async () => {
  const page = await openScreen(site.browser, site.server, '/admin/media');
  const file = await picture({ width: 640, height: 400, format: 'jpeg' }, 'garden.jpg');
  const buffer = Buffer.from(await file.arrayBuffer());
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'garden.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('button', { name: 'Edit garden.jpg' }).click();
  await page.getByRole('heading', { level: 1, name: 'Edit Picture' }).waitFor();
  await page.getByLabel('Alternative text').fill('A garden in June');
  await page.getByRole('button', { name: 'Save Picture' }).click();
  await page.getByText('Picture saved').waitFor();

  await page.goto(`${site.server.url}/admin/team/new`);
  const form = page.getByRole('dialog').first();
  const choose = form.getByRole('button', { name: 'Choose from the library', exact: true });
  await choose.click();
  const library = page.getByRole('dialog', { name: 'Choose a picture' });
  await library.getByRole('button', { name: /garden\.jpg/ }).waitFor();
  await page.keyboard.press('Escape');
  await library.waitFor({ state: 'hidden' });
  await form.waitFor();
  expect(await choose.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.keyboard.press('Enter');
  await library.getByRole('button', { name: /garden\.jpg/ }).click();
  await expectAccessible(page);
  await library.getByRole('button', { name: 'Use picture' }).click();
  await library.waitFor({ state: 'hidden' });
  expect(await form.getByLabel('Alternative text').inputValue()).toBe('A garden in June');
  expect(await image(page)).toMatch(/^\/uploads\//);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Remove photo' }).click();
  expect(await page.getByAltText('Current image').count()).toBe(0);
  expect(await choose.evaluate((button) => button === document.activeElement)).toBe(true);

  await choose.click();
  await library.getByRole('button', { name: /garden\.jpg/ }).dblclick();
  const chosen = await image(page);
  await form.getByLabel('Name').fill('Ada');
  await form.getByLabel('Role').selectOption({ index: 1 });
  await form.getByLabel('Section').selectOption({ index: 1 });
  await form.getByRole('textbox', { name: 'Description' }).fill('D');
  await form.getByRole('textbox', { name: 'Expertise' }).fill('Engines');
  await form
    .getByRole('button', { name: 'Save', exact: true })
    .or(form.locator('button[type=submit]'))
    .first()
    .click();
  await page.getByRole('button', { name: 'Edit Ada' }).click();
  await expect.poll(() => image(page)).toBe(chosen);

  await page.goto(`${site.server.url}/admin/portfolio/new`);
  await page.getByRole('button', { name: 'Choose from the library', exact: true }).click();
  await library.getByRole('button', { name: /garden\.jpg/ }).dblclick();
  await expect.poll(() => image(page)).toBe(chosen);
});
