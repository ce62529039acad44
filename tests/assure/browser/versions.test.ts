import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { TrpcCaller } from '../../support/callers.ts';
import { useBrowserSite } from '../../support/browser-site.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { expectAccessible } from '../../support/real-browser.ts';
import { signInToApis } from '../../support/running-server.ts';

const site = useBrowserSite();
let trpc: TrpcCaller;
beforeAll(async () => {
  ({ trpc } = await signInToApis(site.server));
});

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

test('the versions of a row are compared, named and restored', async () => {
  const { id } = await trpc.blog.create.mutate(words);
  await trpc.blog.update.mutate({ id, ...words, ...changed });
  await trpc.blog.update.mutate({
    id,
    ...words,
    ...changed,
    tags: ['Migration', 'Operations'],
  });
  const page = await openScreen(site.browser, site.server, `/admin/blog-posts/${id}/edit`);
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
  await expect.poll(() => listed(page).count()).toBe(4);
  const { versions } = await trpc.versions.blog.list.query({ id });
  expect(versions[0]).toMatchObject({ number: 4, changed: ['title', 'content', 'tags'] });
  await page.context().close();
});
