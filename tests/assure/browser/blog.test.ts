import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { picture } from '../../support/pictures.ts';
import { expectAccessible, signIn } from '../../support/real-browser.ts';

const site = useBrowserSite();

async function fillForm(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Excerpt').fill('What a visitor reads first');
  await page.getByLabel('Content').fill('The whole story.');
}

async function photograph(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const file = await picture({ width: 1600, height: 1000, format: 'jpeg' });
  return { name: file.name, mimeType: file.type, buffer: Buffer.from(await file.arrayBuffer()) };
}

test('a post is written, read without JavaScript, changed, and deleted', { timeout: 90_000 }, async () => {
  const page = await site.browser.visit(`${site.server.url}/admin/login`);
  await signIn(page, site.server);

  await page.goto(`${site.server.url}/admin/blog-posts`);
  await page.getByText('Get started by creating your first blog post!').waitFor();
  await expectAccessible(page);

  await page
    .getByRole('button', { name: 'Create New Post' })
    .or(page.getByRole('link', { name: 'Create New Post' }))
    .click();
  await page.getByRole('button', { name: 'Save Blog Post' }).click();
  await page.getByText('Title is required').waitFor();
  await expectAccessible(page);
  await fillForm(page, 'Light through the roof');
  await page.getByLabel('Category').selectOption('Innovation');
  await page.getByLabel('Publish immediately').check();
  await page.locator('input[type=file]').setInputFiles(await photograph());
  await page.getByRole('button', { name: 'Save Blog Post' }).click();
  await page
    .getByRole('button', { name: 'Edit Light through the roof' })
    .or(page.getByRole('link', { name: 'Edit Light through the roof' }))
    .waitFor();
  await expectAccessible(page);

  const reader = await site.browser.visit(`${site.server.url}/blog`, { javaScriptEnabled: false });
  await reader.getByRole('link', { name: 'Light through the roof' }).first().click();
  expect(await reader.getByRole('heading', { level: 1 }).textContent()).toBe('Light through the roof');
  expect(await reader.getByText('The whole story.').count()).toBe(1);
  const shown = await reader.locator('main img[src*="/uploads/"]').first().getAttribute('src');
  expect((await fetch(site.server.url + shown)).status).toBe(200);
  const article = reader.url();
  const copier = await site.browser.visit(article, { permissions: ['clipboard-read', 'clipboard-write'] });
  await copier.getByRole('button', { name: 'Copy link' }).click();
  await copier.getByText('The link is copied.').waitFor();
  expect(await copier.evaluate(() => navigator.clipboard.readText())).toBe(article);

  await page
    .getByRole('button', { name: 'Edit Light through the roof' })
    .or(page.getByRole('link', { name: 'Edit Light through the roof' }))
    .click();
  await page.getByLabel('Title').fill('Daylight through the roof');
  await page.getByRole('button', { name: 'Save Blog Post' }).click();
  await page.getByRole('button', { name: 'Delete Daylight through the roof' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Blog Post' });
  await dialog
    .getByText(
      'Are you sure you want to delete "Daylight through the roof"? This action cannot be undone and will permanently remove this blog post from your website.',
    )
    .waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete Post' }).click();
  await page.getByText('No blog posts found').first().waitFor();

  expect((await reader.goto(article))?.status()).toBe(404);
});
