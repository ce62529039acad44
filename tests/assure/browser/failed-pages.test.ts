import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPost } from '../../support/factories.ts';
import { openRealBrowser, type RealBrowser } from '../../support/real-browser.ts';
import { loadBuiltPages } from '../../support/built-pages.ts';
import { type TestApp, testApp } from '../../support/test-app.ts';

let site: TestApp;
let browser: RealBrowser;
let url: string;
let isBroken = false;
beforeAll(async () => {
  const pages = await loadBuiltPages();
  const renderPage: typeof pages.renderPage = (path, call, posted) =>
    pages.renderPage(path, isBroken ? () => Promise.reject(new Error('the disk is away')) : call, posted);
  site = await testApp('sqlite', { ...pages, renderPage });
  // An empty blog has no search.
  await createPost(site.database.fork());
  url = await site.app.listen({ host: '127.0.0.1', port: 0 });
  browser = await openRealBrowser();
}, 60_000);
afterAll(async () => {
  await browser.close();
  await site.close();
});

const failure = 'Something went wrong';

test('a page that failed is asked for again on the way back', async () => {
  const page = await browser.visit(`${url}/about`);
  isBroken = true;
  // The pages of the menu may have been fetched ahead.
  await page.goto(`${url}/blog?search=bridges`);
  await page.getByRole('heading', { level: 1, name: failure }).waitFor();
  isBroken = false;
  await page.goto(`${url}/privacy`);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Blog' }).waitFor();
  await page.context().close();
});

test('“Try again” leads to the same address, with its query', async () => {
  const page = await browser.visit(`${url}/about`);
  isBroken = true;
  await page.goto(`${url}/blog?search=engines&category=Technology`);
  await page.getByRole('heading', { level: 1, name: failure }).waitFor();
  isBroken = false;
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Blog' }).waitFor();
  expect(page.url()).toBe(`${url}/blog?search=engines&category=Technology`);
  expect(await page.getByLabel('Search the blog').inputValue()).toBe('engines');
  await page.context().close();
});

test('a malformed fragment is passed over: the page stands, and its script runs', async () => {
  const page = await browser.visit(`${url}/services#%E0%A4%A`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator(':root[data-enhanced]').waitFor();
  // The browser is closed with the check that no page complained.
  await page.context().close();
});
