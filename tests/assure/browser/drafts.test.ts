import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { signInToApis } from '../../support/running-server.ts';

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
async function leaveDraft(page: Page, place: string, draft: object, ground: object = { base: {} }) {
  await page.evaluate(
    ([name, typed, began]) =>
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
            content: { draft: typed, ground: began, attempt: { key: 'a'.repeat(32) } },
          };
          const writing = db.transaction('entries', 'readwrite');
          writing.objectStore('entries').put(entry);
          writing.oncomplete = () => {
            db.close();
            resolve();
          };
        };
      }),
    [place, draft, ground] as const,
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

test('a draft at a place of an earlier version is offered', async () => {
  const { trpc } = await signInToApis(site.server);
  const { id, post } = await trpc.blog.create.mutate({
    title: 'A mast',
    excerpt: 'E',
    content: '<p>C</p>',
    category: 'Technology',
  });
  const item = { id: 1, name: 'yard.webp', path: '', picture: null, focal_x: 50, focal_y: 50 };
  const cases = [
    { screen: 'settings/company', place: 'settings-company/1', draft: { name: 'Ida Holm' } },
    {
      screen: 'gallery',
      place: 'gallery/1',
      draft: { pictures: [{ item, caption: 'Ida Holm', year: '', alt: '', storedAlt: '' }] },
    },
    // The drawer had a form of its own.
    {
      screen: `blog-posts/${id}/edit`,
      place: `blog-posts/publishing/${id}`,
      draft: { author: 'Ida Holm', tags: [] },
      ground: { row: { id, version: post.version }, base: { author: '', tags: [] } },
    },
  ];
  const page = await openScreen(site.browser, site.server, '/admin/testimonials/new');
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  const offer = page.getByRole('region', { name: 'You have an unsaved draft' });
  for (const { screen, place, draft, ground } of cases) {
    await leaveDraft(page, place, draft, ground);
    await page.goto(`${site.server.url}/admin/${screen}`);
    await offer.getByText('Ida Holm').waitFor();
  }
  await offer.getByRole('button', { name: 'Restore draft' }).click();
  await page.getByRole('button', { name: 'Publishing' }).click();
  expect(await page.getByLabel('Author', { exact: true }).inputValue()).toBe('Ida Holm');
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('A mast');
  await page.context().close();
});
