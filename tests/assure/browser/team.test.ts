import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { linesOf, openScreen, waitForAnswer } from '../../support/panel-screens.ts';

const site = useBrowserSite();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a draft that an earlier version stored in the browser is restored whole', async () => {
  const page = await openScreen(site.browser, site.server, '/admin/team/new');
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
