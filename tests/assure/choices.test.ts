import { beforeAll, expect, test } from 'vitest';
import { useBrowserSite } from '../support/browser-site.ts';
import { atEachWidthAndTheme, expectAccessibleAt, overflowOf } from '../support/page-checks.ts';
import { expectAccessible, signIn } from '../support/real-browser.ts';
import { admin } from '../support/running-server.ts';

const { server, browser } = useBrowserSite({});
let headers: Record<string, string>;
beforeAll(async () => {
  headers = { 'content-type': 'application/json' };
  const { token } = await send('POST', '/api/admin/login', admin);
  headers.authorization = `Bearer ${token}`;
  const post = { excerpt: 'E', content: '<p>C</p>', is_published: true };
  for (const [title, category] of [
    ['An anvil', 'Technology'],
    ['A hammer', 'Innovation'],
    ['A chisel', 'Innovation'],
  ])
    await send('POST', '/api/admin/blog-posts', { ...post, title, category });
});

async function send(method: string, path: string, body: object) {
  const answer = await fetch(server.url + path, { method, headers, body: JSON.stringify(body) });
  expect(answer.ok, `${method} ${path} ${answer.status}`).toBe(true);
  return answer.json();
}

const shots = process.env.CHOICES_SHOTS;

test('an owner adds, renames and removes categories, and the site and the forms follow', async () => {
  const page = await browser.visit('about:blank');
  await signIn(page, server);
  await page.goto(`${server.url}/admin/settings/choices`);
  const list = page.getByRole('group', { name: 'Blog categories' });
  await list.getByRole('button', { name: 'Add category' }).click();
  await list.getByLabel('Name', { exact: true }).last().fill('Forging');
  await list.getByText('Technology', { exact: true }).click();
  await list.getByLabel('Name', { exact: true }).first().fill('Tools');
  await list.getByRole('button', { name: 'Remove Innovation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove “Innovation”?' });
  await dialog.getByText('It is used by 2 posts.').waitFor();
  // An entry that is not saved yet cannot take rows.
  await dialog.getByLabel('Move them to').selectOption('Company News');
  await expectAccessible(page, undefined, '[role=dialog]');
  if (shots) await page.screenshot({ path: `${shots}/dialog.png` });
  await dialog.getByRole('button', { name: 'Remove category' }).click();
  await page.getByText('Innovation → Company News').waitFor();
  await page.getByRole('button', { name: 'Save Categories' }).click();
  await page.getByText('Saved. Visitors see it now.').waitFor();

  const blog = await browser.visit(`${server.url}/blog?category=Technology`);
  expect(blog.url()).toBe(`${server.url}/blog?category=Tools`);
  await blog.getByText('1 post in “Tools”').waitFor();
  const names = await blog
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link')
    .allTextContents();
  expect(names).toEqual(['All', 'Tools', 'Development', 'Company News', 'Industry Trends', 'Forging']);
  await blog.getByRole('link', { name: 'Company News' }).first().click();
  await blog.getByText('2 posts in “Company News”').waitFor();

  await page.getByRole('link', { name: 'Blog posts' }).click();
  await page.getByRole('button', { name: 'Company News: 2' }).waitFor();
  await page.getByRole('button', { name: 'Tools: 1' }).click();
  await page.getByRole('heading', { name: 'An anvil' }).waitFor();
  await page.getByRole('button', { name: /^Create New/ }).click();
  await page.getByLabel('Category').selectOption('Forging');
  expect(await page.getByLabel('Category').locator('option').allTextContents()).not.toContain('Innovation');
  await page.context().close();
  await blog.context().close();
});

test('a list of 200 with long names and names from right to left fits every screen', async () => {
  const { value } = await (await fetch(`${server.url}/api/admin/settings/choices`, { headers })).json();
  const more = [
    'Forty letters, which is very long for us',
    'חדשות החברה',
    'Blechverarbeitungsmaschinenführerschein',
  ];
  const filled = Array.from(
    { length: 200 - value.blog_categories.length - more.length },
    (_, at) => `Number ${at}`,
  );
  const blog_categories = [...value.blog_categories, ...[...more, ...filled].map((name) => ({ name }))];
  await send('PUT', '/api/admin/settings/choices', { value: { ...value, blog_categories } });
  await send('POST', '/api/admin/blog-posts', {
    title: 'News',
    excerpt: 'E',
    content: '<p>C</p>',
    is_published: true,
    category: 'חדשות החברה',
  });
  const page = await browser.visit('about:blank', { reducedMotion: 'reduce' });
  await signIn(page, server);
  for (const path of [
    '/admin/settings/choices',
    '/admin/blog',
    '/admin/blog/new',
    '/blog',
    '/blog?category=חדשות החברה',
  ]) {
    await page.goto(server.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (path.startsWith('/admin')) await page.getByText('Number 3').first().waitFor({ state: 'attached' });
    const isList = path === '/admin/blog' || path.startsWith('/blog');
    await atEachWidthAndTheme(page, [390, 1440], async (look) => {
      if (isList) await expectAccessibleAt(page, look);
      expect(await overflowOf(page), `${path} ${look.width}`).toBe(0);
      const name = `${path.replaceAll(/[^a-z]+/g, '-')}-${look.width}-${look.colorScheme}`;
      if (shots) await page.screenshot({ path: `${shots}/200${name}.png` });
    });
  }
  await page.context().close();
});
