import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { buildFormData } from '../../support/callers.ts';
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
import { signInToApis } from '../../support/running-server.ts';

const site = useBrowserSite();

const path = '/admin/team';
const open = (at = path) => openScreen(site.browser, site.server, at);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const alertOf = (page: Page) => linesOf(page.getByRole('alert'));
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);

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

  const reconnect = await failAsOffline(page, 'team.create');
  await press(page, 'Save');
  await expect.poll(async () => (await alertOf(page))[0]).toBe('Error saving team member. Please try again.');
  await reconnect();
  const again = waitForAnswer(page, 'team.list');
  await press(page, 'Save');
  await again;
  expect((await linesOf(cardOf(page, 'Ada Byron'))).slice(-4)).toEqual(['Looms', 'Cards', 'Edit', 'Delete']);
});

test('a stored photo is taken off at once, with an alert', async () => {
  const { headers } = await signInToApis(site.server);
  const file = await picture({ width: 600, height: 800, format: 'jpeg' });
  const stored = { name: 'Mateus Quaresma', role: 'Senior Developer', section: 'development' };
  const body = buildFormData({ ...stored, description: 'Builds.', expertise: '["Bridges"]', image: file });
  const made = await fetch(`${site.server.url}/api/admin/team`, { method: 'POST', headers, body });
  expect(made.status).toBe(201);
  const page = await open();
  await press(page, 'Edit Mateus Quaresma');
  const dialog = page.getByRole('dialog', { name: 'Edit Team Member' });
  await dialog.waitFor();
  await expectNoListBehind(page, 'All Sections');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('dialog', { name: 'Edit Team Member' }).waitFor();

  const reconnect = await failAsOffline(page, 'team.removePhoto');
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

  const lostUpdate = await failAsOffline(page, 'team.update');
  await press(page, 'Update');
  await page.getByText('Failed to update team member. Please try again.').waitFor();
  expect((await alertOf(page))[0]).toBe('Failed to update team member. Please try again.');
  await lostUpdate();
  const photo = { name: file.name, mimeType: file.type, buffer: Buffer.from(await file.arrayBuffer()) };
  await page.getByLabel('Photo', { exact: true }).setInputFiles(photo);
  await expectBusyText(dialog.getByRole('button', { name: 'Update' }), 'team.update', 'Saving...');
  await page.waitForURL(`${site.server.url + path}`);
  await cardOf(page, 'Mateus Quaresma').locator('img').waitFor();
});

test('a draft that an earlier version stored in the browser is restored whole', async () => {
  const page = await open(`${path}/new`);
  await page.getByLabel('Name', { exact: true }).waitFor();
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(databases).toContain('atrium-journal');
  await page.evaluate(async () => {
    const { id } = JSON.parse(localStorage.getItem('admin_user')!);
    const base = {
      name: '',
      role: '',
      section: 'leadership',
      description: '',
      expertise: [],
      skill: '',
      image: undefined,
      stored: null,
      image_alt: undefined,
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
  // The server would offer its copy to the next test.
  const removed = waitForAnswer(page, 'workingCopies.team.remove');
  await press(page, 'Cancel');
  await press(page, 'Discard changes');
  await removed;
});
