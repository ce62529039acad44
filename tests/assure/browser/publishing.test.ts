import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TrpcCaller } from '../../support/callers.ts';
import { useBrowserSite } from '../../support/browser-site.ts';
import { isShortForm } from '../../support/test-form.ts';
import { expectAccessible, signIn } from '../../support/real-browser.ts';
import { signInToApis } from '../../support/running-server.ts';

const words = { title: 'The foundry opens', excerpt: 'E', content: '<p>C</p>', category: 'Technology' };

const site = useBrowserSite();
let page: Page;
let trpc: TrpcCaller;
let id: number;
beforeAll(async () => {
  ({ trpc } = await signInToApis(site.server));
  const { value, version } = await trpc.settings.one.query({ group: 'region' });
  await trpc.settings.update.mutate({
    group: 'region',
    version,
    value: { ...value, time_zone: 'America/New_York' },
  });
  page = await site.browser.visit(`${site.server.url}/admin/login`);
  await signIn(page, site.server);
});
beforeEach(async () => {
  ({ id } = await trpc.blog.create.mutate(words));
  await page.setViewportSize({ width: 1440, height: 900 });
});
afterEach(async () => {
  await trpc.blog.remove.mutate({ id });
});

const drawer = () => page.getByRole('dialog', { name: 'Publishing' });
const date = () => drawer().getByLabel('Publication date');
const status = async () => (await fetch(`${site.server.url}/blog/${id}`)).status;

test('a post is scheduled from its card, in the time zone of the site', async () => {
  await page.goto(`${site.server.url}/admin/blog-posts`);
  await page.getByRole('button', { name: `Publishing of ${words.title}` }).click();
  await drawer().waitFor();
  await drawer().getByText('Time zone: America/New York.').first().waitFor();
  await expectAccessible(page);
  await drawer().getByLabel('Published', { exact: true }).check();
  await date().fill('2099-07-01T09:00');
  await drawer().getByLabel('End of publication').fill('2099-06-30T09:00');
  await page.keyboard.press('Control+s');
  await drawer().getByText('End of publication must be later than the publication date').waitFor();
  await expectAccessible(page);
  await drawer().getByLabel('End of publication').fill('');
  await drawer().getByRole('button', { name: 'Save' }).click();
  await drawer().waitFor({ state: 'detached' });
  const card = page.locator('li', { hasText: words.title });
  await card.getByText('Scheduled').waitFor();
  await card.getByText('1 Jul 2099, 09:00').waitFor();
  expect(await card.getByRole('link', { name: /on site/ }).count()).toBe(0);
  const [post] = (await trpc.blog.list.query({})).posts;
  expect(post).toMatchObject({ published_at: '2099-07-01T13:00:00.000Z', state: 'scheduled' });
  expect(await status()).toBe(404);
  await expectAccessible(page);
});

test.skipIf(isShortForm)('its form opens the same drawer, and one save stores both', async () => {
  await trpc.blog.publishing.mutate({ id, is_published: true, published_at: '2099-07-01T13:00:00Z' });
  await page.goto(`${site.server.url}/admin/blog-posts/${id}/edit`);
  await page.getByLabel('Title').fill('The foundry is open');
  await page.getByRole('button', { name: 'Publishing' }).click();
  expect(await date().inputValue()).toBe('2099-07-01T09:00');
  await date().fill('');
  await drawer().getByRole('button', { name: 'Done' }).click();
  await drawer().waitFor({ state: 'detached' });
  expect(await page.getByLabel('Title').inputValue()).toBe('The foundry is open');
  await page.getByText('After saving: Published').waitFor();
  expect(await status()).toBe(404);
  await page.getByLabel('Title').press('Control+s');
  await page.getByText(/^Saved /).waitFor();
  expect(await status()).toBe(200);
  const [post] = (await trpc.blog.list.query({})).posts;
  expect(post).toMatchObject({ title: 'The foundry is open', is_published: true, state: 'published' });
});

test('another person’s dates are merged or asked about, and nothing typed is lost', async () => {
  await page.goto(`${site.server.url}/admin/blog-posts/${id}/edit`);
  await page.getByRole('button', { name: 'Publishing' }).click();
  await date().fill('2099-01-01T00:00');
  await trpc.blog.publishing.mutate({ id, published_at: '2098-01-01T00:00:00Z' });
  await page.keyboard.press('Control+s');
  await drawer().waitFor({ state: 'detached' });
  await page.getByText('someone else has changed this').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publishing' }).click();
  expect(await date().inputValue()).toBe('2099-01-01T00:00');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel' }).click();
});

test.skipIf(isShortForm)('it fits a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.server.url}/admin/blog-posts`);
  await page.getByRole('button', { name: /^Publishing of/ }).click();
  await date().waitFor();
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(widths[0]).toBeLessThanOrEqual(widths[1]!);
  await expectAccessible(page);
  await date().focus();
  await page.keyboard.press('Escape');
  await drawer().waitFor({ state: 'detached' });
});

test('tags and an author are offered, typed and saved, and visitors find the posts of a tag', async () => {
  const { id: other } = await trpc.blog.create.mutate({
    ...words,
    title: 'Another one',
    is_published: true,
    tags: ['Größe & Maß', 'Cloud'],
  });
  await trpc.blog.publishing.mutate({ id, is_published: true, published_at: '', unpublish_at: '' });
  const name = 'Ada Byron';
  await trpc.team.create.mutate({
    name,
    role: 'Senior Developer',
    section: 'development',
    description: 'D',
    expertise: ['E'],
  });
  await page.goto(`${site.server.url}/admin/blog-posts/${id}/edit`);
  await page.getByRole('button', { name: 'Publishing' }).click();
  const author = drawer().getByLabel('Author', { exact: true });
  const names = () => author.evaluate((input: HTMLInputElement) => input.list?.options[0]?.value);
  await expect.poll(names).toBe(name);
  await author.fill(name);
  await drawer().getByRole('button', { name: 'Add Cloud' }).click();
  await drawer().getByRole('button', { name: 'Remove Cloud' }).waitFor();
  const tag = drawer().getByLabel('Tags', { exact: true });
  await tag.fill('GRÖSSE & MASS');
  await tag.fill('grösse & maß');
  await tag.press('Enter');
  await tag.fill('New one');
  await expectAccessible(page);
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved /).waitFor();
  const { posts } = await trpc.blog.list.query({});
  const stored = posts.find((post) => post.id === id);
  expect(stored).toMatchObject({ author: name, tags: ['Cloud', 'Größe & Maß', 'New one'] });
  await page.goto(`${site.server.url}/blog/${id}`);
  await page.getByRole('link', { name, exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Größe & Maß' }).click();
  await page.getByRole('heading', { name: '2 posts tagged “Größe & Maß”' }).waitFor();
  await page.getByRole('link', { name: 'Another one' }).first().waitFor();
  await expectAccessible(page);
  await page.getByLabel('Search the blog').fill('another');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '1 post tagged “Größe & Maß” for “another”' }).waitFor();
  await trpc.blog.remove.mutate({ id: other });
});
