import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../support/browser-site.ts';
import { openScreen } from '../support/panel-screens.ts';

const site = useBrowserSite();

/** Resolves to all drafts of the site.browser, as text. */
const readDrafts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const request = indexedDB.open('atrium-journal');
        request.onsuccess = () => {
          const reading = request.result.transaction('entries').objectStore('entries').getAll();
          reading.onsuccess = () => {
            request.result.close();
            resolve(JSON.stringify(reading.result));
          };
        };
      }),
  );

test('a draft never contains a password', async () => {
  const page = await openScreen(site.browser, site.server, '/admin/users/new');
  await page.getByLabel('Password', { exact: true }).fill('typed-Secret-9');
  await page.getByLabel('Name', { exact: true }).fill('Ida Holm');
  await expect.poll(() => readDrafts(page)).toContain('Ida Holm');
  expect(await readDrafts(page)).not.toContain('typed-Secret-9');
  await page.context().close();
});

/** Writes a draft into the browser's storage, as an earlier version of the program has written it. */
async function leaveDraft(page: Page, place: string, draft: object): Promise<void> {
  await page.evaluate(
    ([name, typed]) =>
      new Promise<void>((resolve, reject) => {
        const { id, email } = JSON.parse(
          (localStorage.getItem('admin_user') ?? sessionStorage.getItem('admin_user'))!,
        );
        const request = indexedDB.open('atrium-journal');
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const db = request.result;
          const entry = {
            user: String(id ?? email),
            place: name,
            opening: 'an-earlier-one',
            at: Date.now(),
            content: { draft: typed, ground: { base: {} }, attempt: { key: 'a'.repeat(32) } },
          };
          const writing = db.transaction('entries', 'readwrite');
          writing.objectStore('entries').put(entry);
          writing.oncomplete = () => {
            db.close();
            resolve();
          };
        };
      }),
    [place, draft] as const,
  );
}

test('a draft in the names of an earlier version is restored', async () => {
  const page = await openScreen(site.browser, site.server, '/admin/portfolio/new');
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  await leaveDraft(page, 'portfolio/new', {
    title: 'A mast',
    client: '',
    description: '',
    technologies: [],
    technology: 'Looms',
  });
  await page.reload();
  await page.getByRole('button', { name: 'Restore draft' }).click();
  const value = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
  expect(await value('Technologies')).toBe('Looms');
  expect(await value('Title')).toBe('A mast');
  expect(await page.getByRole('button', { name: 'Restore draft' }).count()).toBe(0);
  await page.context().close();
});
