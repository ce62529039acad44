import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  answerOf,
  cardOf,
  countsOf,
  cutOff,
  expectBusyText,
  expectListState,
  expectNoListBehind,
  keepBusy,
  linesOf,
  openScreen,
  removeAll,
  scrollOf,
  tabTo,
} from '../support/panel-screens.ts';
import { picture } from '../support/pictures.ts';
import { expectAccessible, openRealBrowser, type RealBrowser } from '../support/real-browser.ts';
import { type RunningServer, removeData } from '../support/running-server.ts';
import { startStarterServer } from '../support/starter-folder.ts';

let server: RunningServer;
let browser: RealBrowser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startStarterServer(), openRealBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.end('SIGTERM');
  await removeData(server);
});

const path = '/admin/portfolio';
const open = (options?: BrowserContextOptions) => openScreen(browser, server, path, options);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);

const categories = [
  ...['IT Support', 'System Migration', 'Web Development', 'Cloud Solutions', 'Network Infrastructure'],
];

test('the list shows counts, filter, cards and pages', async () => {
  const page = await open();
  await page.getByRole('heading', { level: 1, name: 'Portfolio Management' }).waitFor();
  await page.getByRole('link', { name: 'Back to Dashboard' }).waitFor();
  await page.getByRole('button', { name: 'Add Project' }).waitFor();
  expect(await countsOf(page)).toEqual(['Total projects: 20', ...categories.map((name) => `${name}: 4`)]);
  expect(await page.getByLabel('Category').locator('option').allTextContents()).toEqual([
    ...['All Categories', ...categories],
  ]);
  const card = cardOf(page, 'Two lines and a mast');
  await card.getByText('Sample', { exact: true }).waitFor();
  const lines = await linesOf(card);
  expect(lines.slice(0, 4)).toEqual([
    ...['Network Infrastructure', 'Sample', 'Two lines and a mast', 'A mountain dairy cooperative'],
  ]);
  expect(lines.slice(5)).toEqual([
    ...['Radio link', 'SD-WAN', 'Failover', 'Quality of service'],
    ...['Edit', 'Delete'],
  ]);
  await expect
    .poll(() => card.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page);
  const filter = { label: 'Category', all: 'All Categories', option: 'Cloud Solutions' };
  await expectListState(page, {
    path,
    sizes: [8, 8, 4],
    filter: { ...filter, query: 'category=Cloud+Solutions', count: 4 },
  });
});

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
  await page.waitForURL(server.url + path);
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
  const reconnect = await cutOff(page, 'portfolio.create');
  await press(page, 'Save Project');
  await page.getByRole('alert').getByText('Can’t reach the server.').waitFor();
  await reconnect();
  const again = answerOf(page, 'portfolio.list');
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

test('the keyboard alone adds, changes and deletes a project', async () => {
  const page = await open();
  const { keyboard } = page;
  await tabTo(page.getByRole('button', { name: 'Add Project' }));
  await keyboard.press('Enter');
  for (const label of ['Title', 'Client', 'Description', 'Technologies']) {
    await tabTo(page.getByLabel(label, { exact: true }));
    await keyboard.type(`Keys of ${label}`);
  }
  await keyboard.press('Enter');
  await tabTo(page.getByLabel('Category'));
  await keyboard.type('Web');
  await tabTo(page.getByRole('button', { name: 'Save Project' }));
  await keyboard.press('Enter');
  await page.getByText('Project added').waitFor();
  expect(await linesOf(cardOf(page, 'Keys of Title'))).toContain('Keys of Technologies');
  await tabTo(page.getByRole('button', { name: 'Edit Keys of Title' }));
  await keyboard.press('Enter');
  await tabTo(page.getByLabel('Title', { exact: true }));
  await keyboard.press('End');
  await keyboard.type('s');
  await keyboard.press('Enter');
  await tabTo(page.getByRole('button', { name: 'Delete Keys of Titles' }));
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete Project' });
  await dialog.waitFor();
  expect(await linesOf(dialog)).toEqual([
    'Delete Project',
    'Are you sure you want to delete "Keys of Titles"? This action cannot be undone.',
    'The trash keeps a copy for 30 days.',
    'Cancel',
    'Delete Project',
  ]);
  await expectAccessible(page);
  await tabTo(dialog.getByRole('button', { name: 'Delete Project' }));
  await keyboard.press('Enter');
  await page.getByText('Project deleted').waitFor();
  await cardOf(page, 'Keys of Titles').waitFor({ state: 'detached' });
});

test('on a phone, what is said leaves the buttons free and the list does not glide', async () => {
  const page = await open({ viewport: { width: 390, height: 700 }, reducedMotion: 'reduce' });
  const scroll = await scrollOf(page);
  await press(page, '2');
  await page.waitForURL('**?page=2');
  expect(await scroll()).toBe('instant 0');
  await press(page, 'Delete Eleven days of support for a film festival');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Project' }).click();
  const said = page.getByRole('status').filter({ hasText: 'Project deleted' });
  await said.waitFor();
  await press(page, 'Add Project');
  const save = await page.getByRole('button', { name: 'Save Project' }).boundingBox();
  const { y, height } = (await said.boundingBox())!;
  expect(y + height).toBeLessThan(save!.y);
  await expectAccessible(page);
});

test('failures are said, and an empty list says what to do', async () => {
  const page = await open();
  const dialog = page.getByRole('dialog', { name: 'Delete Project' });
  const reconnect = await cutOff(page, 'portfolio.remove');
  await press(page, 'Delete Two lines and a mast');
  await dialog.getByRole('button', { name: 'Delete Project' }).click();
  await dialog.getByRole('alert').getByText('Can’t reach the server.').waitFor();
  await reconnect();
  const calmDown = await keepBusy(page, 'portfolio.list');
  await expectBusyText(
    dialog.getByRole('button', { name: 'Delete Project' }),
    ...(['portfolio.remove', 'Deleting...'] as const),
  );
  const notice = page.getByRole('alert').filter({ hasText: 'Couldn’t refresh the projects.' });
  await notice.getByText('req-7').waitFor();
  await calmDown();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await cardOf(page, 'Two lines and a mast').waitFor({ state: 'detached' });

  await removeAll(server, '/api/admin/portfolios', 'portfolios');
  await page.getByLabel('Category').selectOption('IT Support');
  await page.getByText('Nothing in the category "IT Support" yet.').waitFor();
  await page.getByLabel('Category').selectOption('All Categories');
  await page.getByText('Get started by adding your first project!').waitFor();
  await page.getByRole('heading', { name: 'No projects found', exact: true }).waitFor();
  await expectAccessible(page);
});
