import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScreen } from '../support/panel-screens.ts';
import { expectAccessible, openRealBrowser, type RealBrowser } from '../support/real-browser.ts';
import { admin, type RunningServer, removeData, startServer } from '../support/running-server.ts';

let server: RunningServer;
let browser: RealBrowser;
let headers: Record<string, string>;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ SEED: 'none' }), openRealBrowser()]);
  headers = { 'content-type': 'application/json' };
  const { token } = await send('POST', '/login', admin);
  headers.authorization = `Bearer ${token}`;
}, 60_000);
afterAll(async () => {
  await browser.close();
  await server.end('SIGTERM');
  await removeData(server);
});

async function send(method: string, path: string, body: object) {
  const answer = await fetch(`${server.url}/api/admin${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.ok, await answer.clone().text()).toBe(true);
  return (await answer.json()) as Record<string, never>;
}

const words = {
  title: 'Moving to a new data centre',
  excerpt: 'What we learned.',
  category: 'Technology',
  tags: ['Migration'],
  is_published: true,
  content: `<h2>Plan first</h2><p>Write down what talks to what.</p><p>Then move the smallest system.</p>
    <ul><li>Mail</li><li>Files</li></ul><p>Rehearse twice.</p><p>Nobody works that evening.</p>`,
};
const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const changed = {
  title: `Moving to a new data centre, ${long}`,
  content: words.content
    .replace('the smallest system', 'the smallest system that matters, and wait a week')
    .replace('<li>Files</li>', '<li>Files</li><li>شبكة الشركة</li>')
    .replace('<p>Rehearse twice.</p>', ''),
};

const listed = (page: Page) => page.getByRole('list', { name: 'Versions, newest first' }).getByRole('button');

test('the versions of a row are compared, named and restored', { timeout: 45_000 }, async () => {
  const { id } = await send('POST', '/blog-posts', words);
  await send('PUT', `/blog-posts/${id}`, { ...words, ...changed });
  await send('PUT', `/blog-posts/${id}`, { ...words, ...changed, tags: ['Migration', 'Operations'] });
  const page = await openScreen(browser, server, `/admin/blog-posts/${id}/edit`);
  await page.getByRole('link', { name: 'Versions' }).click();
  await page.getByRole('heading', { level: 1, name: 'Versions' }).waitFor();
  await listed(page).nth(2).waitFor();
  expect(await listed(page).allInnerTexts()).toEqual([
    expect.stringMatching(/Current\n+Administrator\n+Changed: Tags$/),
    expect.stringMatching(/Administrator\n+Changed: Title, Content$/),
    expect.stringMatching(/Administrator\n+Created$/),
  ]);
  await listed(page).nth(1).click();
  const text = page.getByRole('region', { name: 'Content' });
  await text.getByText('that matters, and wait a week').waitFor();
  expect(await text.locator('del').allInnerTexts()).toEqual(['Rehearse twice.']);
  expect(await text.locator('ins').allInnerTexts()).toContain('شبكة الشركة');
  await text.getByText('1 unchanged paragraph').waitFor();
  await expectAccessible(page);
  await page.getByText('Side by side').click();
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [390, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBe(width);
  }

  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('As agreed');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await listed(page).nth(1).getByText('As agreed').waitFor();

  await listed(page).nth(2).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByText('The version was restored.').waitFor();
  await expect.poll(() => listed(page).count(), { timeout: 10_000 }).toBe(4);
  const { versions } = await (
    await fetch(`${server.url}/api/admin/blog-posts/${id}/versions`, { headers })
  ).json();
  expect(versions[0]).toMatchObject({ number: 4, changed: ['title', 'content', 'tags'] });
  await page.context().close();
});
