import type { Page } from 'playwright-core';
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

const path = '/admin/team';
const open = (at = path) => openScreen(browser, server, at);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const alertOf = (page: Page) => linesOf(page.getByRole('alert'));
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);

test('the list shows counts, filter, cards and pages', async () => {
  const page = await open();
  await page.getByRole('heading', { level: 1, name: 'Team Management' }).waitFor();
  await page.getByRole('link', { name: 'Back to Dashboard' }).waitFor();
  await page.getByRole('button', { name: 'Add Team Member' }).waitFor();
  expect(await countsOf(page)).toEqual([
    'Total members: 20',
    'Leadership: 7',
    'Development: 5',
    'Human Resource: 4',
    'Application Tech Support: 4',
  ]);
  expect(await page.getByLabel('Section').locator('option').allTextContents()).toEqual([
    'All Sections',
    'Leadership',
    'Development',
    'Human Resource',
    'Application Tech Support',
  ]);
  const card = cardOf(page, 'Marianne Okafor');
  await card.getByText('Sample', { exact: true }).waitFor();
  const [section, mark, name, role, description, ...rest] = await linesOf(card);
  expect([section, mark]).toEqual(['Leadership', 'Sample']);
  expect([name, role]).toEqual(['Marianne Okafor', 'Chief Executive Officer']);
  expect(description).toMatch(/^Marianne co-founded Atrium in 2013/);
  expect(rest).toEqual([
    ...['Company strategy', 'Client relations', 'Quotations', 'Public sector'],
    ...['Edit', 'Delete'],
  ]);
  await expect
    .poll(() => card.locator('img').evaluate((photo) => (photo as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page);
  const filter = { label: 'Section', all: 'All Sections', option: 'Human Resource' };
  await expectListState(page, {
    path,
    sizes: [8, 8, 4],
    filter: { ...filter, query: 'section=human-resource', count: 4 },
  });
});

test('the form says what is missing, and what the server refuses', async () => {
  const page = await open();
  await press(page, 'Add Team Member');
  const dialog = page.getByRole('dialog', { name: 'Add Team Member' });
  await dialog.waitFor();
  await expectNoListBehind(page, 'All Sections');
  expect(await dialog.getByLabel('Section').inputValue()).toBe('leadership');
  expect(await dialog.getByLabel('Role').locator('option').count()).toBe(21);
  await expectAccessible(page);
  await press(page, 'Save');
  expect(await alertOf(page)).toEqual([
    'Name is required',
    'Role is required',
    'Description is required',
    'At least one expertise is required',
  ]);
  await expectAccessible(page);

  const photo = page.getByLabel('Photo', { exact: true });
  await photo.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') });
  await expect.poll(() => alertOf(page)).toEqual(['Photo must be an image file']);
  await photo.setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('words') });
  await fill(page, 'Name', 'Ada Byron');
  await page.getByLabel('Role').selectOption('Senior Developer');
  await fill(page, 'Description', 'Counts on looms.');
  const expertise = page.getByLabel('Expertise');
  for (const words of ['  Looms ', '   ', 'Looms', 'Cards']) {
    await expertise.fill(words);
    await expertise.press('Enter');
  }
  await expertise.fill('Wrong');
  await press(page, 'Add');
  await press(page, 'Remove Wrong');
  await expectBusyText(dialog.getByRole('button', { name: 'Save' }), 'team.create', 'Saving...');
  await expect
    .poll(async () => (await alertOf(page))[0])
    .toBe('The file must be a JPEG, PNG, WebP, AVIF or GIF picture.');
  await press(page, 'Remove photo');
  expect(await photo.inputValue()).toBe('');

  const reconnect = await cutOff(page, 'team.create');
  await press(page, 'Save');
  await expect.poll(async () => (await alertOf(page))[0]).toBe('Error saving team member. Please try again.');
  await reconnect();
  const again = answerOf(page, 'team.list');
  await press(page, 'Save');
  await again;
  expect((await linesOf(cardOf(page, 'Ada Byron'))).slice(-4)).toEqual(['Looms', 'Cards', 'Edit', 'Delete']);
});

test('a stored photo is taken off at once, with an alert', async () => {
  const page = await open(`${path}?page=2`);
  await press(page, 'Edit Mateus Quaresma');
  const dialog = page.getByRole('dialog', { name: 'Edit Team Member' });
  await dialog.waitFor();
  await expectNoListBehind(page, 'All Sections');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('dialog', { name: 'Edit Team Member' }).waitFor();

  const reconnect = await cutOff(page, 'team.removePhoto');
  await press(page, 'Remove photo');
  await page.getByText('Error removing photo. Please try again.').waitFor();
  expect(await alertOf(page)).toEqual(['Error removing photo. Please try again.']);
  await reconnect();
  await press(page, 'Remove photo');
  await page.getByText('The photo has been removed.').waitFor();
  expect(await alertOf(page)).toEqual(['The photo has been removed.']);
  expect(await page.getByRole('button', { name: 'Remove photo' }).count()).toBe(0);
  await expectAccessible(page);
  await press(other, 'Remove photo');
  await other.getByText('This team member has no photo.').waitFor();
  expect((await alertOf(other))[0]).toBe('This team member has no photo.');

  const lostUpdate = await cutOff(page, 'team.update');
  await press(page, 'Update');
  await page.getByText('Failed to update team member. Please try again.').waitFor();
  expect((await alertOf(page))[0]).toBe('Failed to update team member. Please try again.');
  await lostUpdate();
  const file = await picture({ width: 600, height: 800, format: 'jpeg' });
  const photo = { name: file.name, mimeType: file.type, buffer: Buffer.from(await file.arrayBuffer()) };
  await page.getByLabel('Photo', { exact: true }).setInputFiles(photo);
  await expectBusyText(dialog.getByRole('button', { name: 'Update' }), 'team.update', 'Saving...');
  await page.waitForURL(`${server.url + path}?page=2`);
  await cardOf(page, 'Mateus Quaresma').locator('img').waitFor();
});

test('the keyboard alone adds, changes and deletes a member', async () => {
  const page = await open();
  const { keyboard } = page;
  await tabTo(page.getByRole('button', { name: 'Add Team Member' }));
  await keyboard.press('Enter');
  await tabTo(page.getByLabel('Name', { exact: true }));
  await keyboard.type('Grace Keys');
  await keyboard.press('Tab');
  await keyboard.type('HR Officer');
  await tabTo(page.getByLabel('Description'));
  await keyboard.type('Types.');
  await tabTo(page.getByLabel('Expertise'));
  await keyboard.type('Typing');
  await keyboard.press('Enter');
  await tabTo(page.getByRole('button', { name: 'Save' }));
  await keyboard.press('Enter');
  await page.getByText('Team member added').waitFor();
  await tabTo(page.getByRole('button', { name: 'Next' }));
  await keyboard.press('Enter');

  await tabTo(page.getByRole('button', { name: 'Edit Grace Keys' }));
  await keyboard.press('Enter');
  await tabTo(page.getByLabel('Name', { exact: true }));
  await keyboard.press('End');
  await keyboard.type('on');
  await keyboard.press('Enter');
  await tabTo(page.getByRole('button', { name: 'Delete Grace Keyson' }));
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete Team Member' });
  await dialog.waitFor();
  expect(await linesOf(dialog)).toEqual([
    'Delete Team Member',
    'Are you sure you want to remove "Grace Keyson" from the team? This action cannot be undone.',
    'The trash keeps a copy for 30 days.',
    'Cancel',
    'Delete Member',
  ]);
  await expectAccessible(page);
  await tabTo(dialog.getByRole('button', { name: 'Delete Member' }));
  await keyboard.press('Enter');
  await page.getByText('Team member deleted').waitFor();
  await cardOf(page, 'Grace Keyson').waitFor({ state: 'detached' });
});

test('failures are said, and an empty list says what to do', async () => {
  const page = await open();
  const reconnect = await cutOff(page, 'team.remove');
  await press(page, 'Delete Marianne Okafor');
  await press(page, 'Delete Member');
  await expect.poll(async () => (await alertOf(page))[0]).toMatch(/^Can’t reach the server/);
  await reconnect();
  const calmDown = await keepBusy(page, 'team.list');
  await expectBusyText(page.getByRole('button', { name: 'Delete Member' }), 'team.remove', 'Deleting...');
  const notice = page.getByRole('alert').filter({ hasText: 'Couldn’t refresh the team members.' });
  await notice.getByText('req-7').waitFor();
  await cardOf(page, 'Tomasz Wieczorek').waitFor();
  await calmDown();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await cardOf(page, 'Marianne Okafor').waitFor({ state: 'detached' });

  await removeAll(server, '/api/admin/team', 'team');
  await page.getByLabel('Section').selectOption('Application Tech Support');
  await page.getByText('No team members found in section "Application Tech Support"').waitFor();
  await page.getByRole('heading', { name: 'No team members found', exact: true }).waitFor();
  await page.getByLabel('Section').selectOption('All Sections');
  await page.getByText('Get started by adding your first team member!').waitFor();
  await expectAccessible(page);
});

test('a draft that an earlier version stored in the browser is restored whole', async () => {
  const page = await open(`${path}/new`);
  await page.getByLabel('Name', { exact: true }).waitFor();
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(databases).toContain('atrium-journal');
  await page.evaluate(async () => {
    const { id } = JSON.parse(localStorage.getItem('admin_user')!);
    const base = {
      ...{ name: '', role: '', section: 'leadership', description: '', expertise: [], skill: '' },
      ...{ image: undefined, stored: null, image_alt: undefined },
    };
    const draft = { ...base, name: 'Half written', skill: 'Looms', image_alt: 'A portrait' };
    const content = { draft, ground: { base }, attempt: { key: 'earlier' } };
    await new Promise((resolve, reject) => {
      const request = indexedDB.open('atrium-journal');
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const db = request.result;
        const writing = db.transaction(['entries', 'files'], 'readwrite');
        writing
          .objectStore('entries')
          .put({ user: String(id), place: 'team/new', opening: 'earlier', at: Date.now(), content });
        const file = new File(['x'], 'half.png', { type: 'image/png' });
        writing.objectStore('files').put({ opening: 'earlier', name: 'image', file });
        writing.onerror = () => reject(writing.error);
        writing.oncomplete = () => {
          db.close();
          resolve(undefined);
        };
      };
    });
  });
  await page.reload();
  const offer = page.getByRole('region', { name: 'You have an unsaved draft' });
  await offer.getByText('New file: half.png').waitFor();
  expect(await linesOf(offer)).toEqual(expect.arrayContaining(['Half written', 'Looms', '“A portrait”']));
  await press(page, 'Restore draft');
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half written');
  expect(await page.getByLabel('Expertise', { exact: true }).inputValue()).toBe('Looms');
  expect(await page.getByLabel('Alternative text').inputValue()).toBe('A portrait');
});
