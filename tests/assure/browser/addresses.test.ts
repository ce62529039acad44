import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TrpcCaller } from '../../support/callers.ts';
import { useBrowserSite } from '../../support/browser-site.ts';
import { isShortForm } from '../../support/test-form.ts';
import { expectAccessible, signIn } from '../../support/real-browser.ts';
import { signInToApis } from '../../support/running-server.ts';

const words = {
  title: 'Über the foundry',
  excerpt: 'Short words',
  content: '<p>C</p>',
  category: 'Technology',
};

const site = useBrowserSite();
let page: Page;
let trpc: TrpcCaller;
let id: number;
beforeAll(async () => {
  ({ trpc } = await signInToApis(site.server));
  page = await site.browser.visit(`${site.server.url}/admin/login`);
  await signIn(page, site.server);
});
beforeEach(async () => {
  ({ id } = await trpc.blog.create.mutate({ ...words, is_published: true }));
});
afterEach(async () => {
  await trpc.blog.remove.mutate({ id });
});

const drawer = () => page.getByRole('dialog', { name: 'Publishing' });
const address = () => drawer().getByLabel('Address in words');
const open = async () => {
  await page.goto(`${site.server.url}/admin/blog-posts/${id}/edit`);
  await page.getByRole('button', { name: 'Publishing' }).click();
  await address().waitFor();
};
const save = async () => {
  await drawer().getByRole('button', { name: 'Done' }).click();
  await drawer().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save Blog Post' }).click();
};
const saved = () => page.waitForURL('**/admin/blog-posts');
const status = async (path: string) => (await fetch(site.server.url + path, { redirect: 'manual' })).status;

test('the address is proposed from the title, changed, and a past one is given up', async () => {
  await open();
  await drawer().getByRole('button', { name: 'Use the title: uber-the-foundry' }).press('Enter');
  expect(await address().inputValue()).toBe('uber-the-foundry');
  await drawer().getByText('/blog/uber-the-foundry').first().waitFor();
  await save();
  await saved();
  expect(await status('/blog/uber-the-foundry')).toBe(200);
  await open();
  await address().fill('The Foundry!');
  await address().press('Tab');
  await expect.poll(() => address().inputValue()).toBe('the-foundry');
  await drawer().getByText('The address before, /blog/uber-the-foundry, will lead here.').waitFor();
  await expectAccessible(page);
  await save();
  await saved();
  expect(await status('/blog/uber-the-foundry')).toBe(301);
  await open();
  await drawer().getByRole('button', { name: 'Give up /blog/uber-the-foundry' }).click();
  await page.getByRole('button', { name: 'Give it up' }).click();
  await drawer().getByText('Past addresses').waitFor({ state: 'detached' });
  expect(await status('/blog/uber-the-foundry')).toBe(404);
});

test('an address that is taken is refused below its field, and nothing typed is lost', async () => {
  await trpc.blog.create.mutate({ ...words, slug: 'taken' });
  await open();
  await address().fill('taken');
  await save();
  await page.getByText('“taken-2” is free.').waitFor();
  expect(await page.getByLabel('Address in words').inputValue()).toBe('taken');
  await expectAccessible(page);
});

test.skipIf(isShortForm)(
  'search and sharing are shown as they will look, and lengths warn without cutting',
  async () => {
    await open();
    const title = drawer().getByLabel('Title in search results');
    await title.fill('x'.repeat(75));
    await drawer().getByText('It is too long to be saved: leave out 5.').waitFor();
    expect(await title.inputValue()).toHaveLength(75);
    await title.fill('Casting iron');
    await drawer().getByRole('region', { name: 'In search results' }).getByText('Casting iron').waitFor();
    await drawer().getByRole('region', { name: 'In a chat' }).getByText('Short words').waitFor();
    await drawer().getByLabel('Hide from search engines').check();
    await drawer().getByText('Search engines are asked not to list this page.').waitFor();
    await expectAccessible(page);
    await save();
    await saved();
    const html = await (await fetch(`${site.server.url}/blog/${id}`)).text();
    expect(html).toContain('<meta property="og:title" content="Casting iron">');
    expect(html).toContain('<meta name="robots" content="noindex">');
  },
);

test('the link to the form stands on the page with the address in words', async () => {
  await trpc.blog.publishing.mutate({ id, slug: 'in-words' });
  await page.goto(`${site.server.url}/blog/in-words`);
  const link = page.getByRole('link', { name: 'Edit post' });
  await link.waitFor();
  expect(await link.getAttribute('href')).toBe(`/admin/blog-posts/${id}/edit`);
});

test.skipIf(isShortForm)('a redirect is added, refused and removed in the settings', async () => {
  await page.goto(`${site.server.url}/admin/settings/redirects`);
  await page.getByText('No redirects yet').waitFor();
  await expectAccessible(page);
  const add = async (path: string, target: string) => {
    await page.getByLabel('Old address').fill(path);
    await page.getByLabel('Page', { exact: true }).fill(target);
    await page.getByRole('button', { name: 'Add redirect' }).press('Enter');
  };
  await add('/our-shop', 'https://example.com');
  await page.getByText('not of another one').waitFor();
  await add('/about', '/services');
  await page.getByText('so it cannot lead elsewhere').waitFor();
  await expectAccessible(page);
  await add('/our-shop', '/services');
  await page.getByRole('list', { name: 'Redirects' }).getByText('/our-shop').waitFor();
  expect(await status('/our-shop')).toBe(301);
  await page.getByRole('button', { name: 'Remove the redirect of /our-shop' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
  await page.getByText('No redirects yet').waitFor();
  expect(await status('/our-shop')).toBe(404);
});
