import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import {
  waitForAnswer,
  cardOf,
  failAsOffline,
  expectBusyText,
  expectNoListBehind,
  linesOf,
  openScreen,
} from '../../support/panel-screens.ts';
import { picture } from '../../support/pictures.ts';
import { expectAccessible } from '../../support/real-browser.ts';

const site = useBrowserSite();

const path = '/admin/portfolio';
const open = (options?: BrowserContextOptions) => openScreen(site.browser, site.server, path, options);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);

const categories = [
  ...['IT Support', 'System Migration', 'Web Development', 'Cloud Solutions', 'Network Infrastructure'],
];

test('the server says what is missing, under each field', async () => {
  const page = await open();
  await press(page, 'Add Project');
  await page.getByRole('heading', { level: 1, name: 'Add Project' }).waitFor();
  await expectNoListBehind(page, 'All Categories');
  await page.getByText('recommended 1200x800px, max 10MB').waitFor();
  expect((await page.getByLabel('Category').locator('option').allTextContents()).slice(1)).toEqual(
    categories,
  );
  await expectAccessible(page);
  const image = page.getByLabel('Image', { exact: true });
  expect(await image.getAttribute('accept')).toBe('image/*');
  await image.setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('words') });
  await expectBusyText(page.getByRole('button', { name: 'Save Project' }), 'portfolio.create', 'Saving...');
  for (const field of ['Title', 'Category', 'Description', 'Client']) {
    await page.getByText(`${field} is required`, { exact: true }).waitFor();
    const control = page.getByLabel(field, { exact: true });
    expect(await control.getAttribute('aria-invalid'), field).toBe('true');
  }
  await page.getByText('The file must be a JPEG, PNG, WebP, AVIF or GIF picture.').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
  await expectAccessible(page);
  await press(page, 'Cancel');
  await press(page, 'Discard changes');
  await page.waitForURL(site.server.url + path);
});

test('a project is saved with tags and a file, then with an address', async () => {
  const page = await open();
  await press(page, 'Add Project');
  await fill(page, 'Title', 'Punched cards');
  await fill(page, 'Client', 'A silk mill');
  await fill(page, 'Description', 'Patterns that repeat.');
  await page.getByLabel('Category').selectOption('System Migration');
  const technologies = page.getByLabel('Technologies');
  for (const words of ['  Cards ', '   ', 'Cards', 'Silk', 'Wrong']) {
    await technologies.fill(words);
    await technologies.press('Enter');
  }
  await press(page, 'Remove Wrong');
  const file = await picture({ width: 1200, height: 800, format: 'jpeg' });
  const photo = { name: file.name, mimeType: file.type, buffer: Buffer.from(await file.arrayBuffer()) };
  await page.getByLabel('Image', { exact: true }).setInputFiles(photo);
  const reconnect = await failAsOffline(page, 'portfolio.create');
  await press(page, 'Save Project');
  await page.getByRole('alert').getByText('Can’t reach the server.').waitFor();
  await reconnect();
  const again = waitForAnswer(page, 'portfolio.list');
  await press(page, 'Save Project');
  await again;
  const card = cardOf(page, 'Punched cards');
  expect(await linesOf(card)).toEqual([
    ...['System Migration', 'Punched cards', 'A silk mill', 'Patterns that repeat.'],
    ...['Cards', 'Silk', 'Edit', 'Delete'],
  ]);
  expect(await card.locator('img').getAttribute('src')).toMatch(/^\/uploads\//);

  await press(page, 'Edit Punched cards');
  await page.getByRole('heading', { level: 1, name: 'Edit Project' }).waitFor();
  const asked: string[] = [];
  await page.route('https://pictures.example/**', async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ contentType: file.type, body: photo.buffer });
  });
  await fill(page, 'Or image URL', 'https://pictures.example/loom.jpg');
  await expectBusyText(page.getByRole('button', { name: 'Save Project' }), 'portfolio.update', 'Saving...');
  await expect.poll(() => card.locator('img').getAttribute('src')).toBe('https://pictures.example/loom.jpg');
  await expect.poll(() => asked.length).toBeGreaterThan(0);
});
