import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { expectAccessible, signIn } from '../../support/real-browser.ts';
import { admin } from '../../support/running-server.ts';

const { server, browser } = useBrowserSite('starter');

/** Opens pages and collects the scripts that they load. */
function watchScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  return scripts;
}

async function firstPath(page: Page, folder: string): Promise<string> {
  await page.goto(server.url + folder);
  const path = await page.locator(`main a[href^="${folder}/"]`).first().getAttribute('href');
  return path!;
}

describe('a signed-in admin', () => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.visit(`${server.url}/admin/login`);
    await signIn(page, server);
  });

  test.each([
    ['/blog', 'Edit post', '/admin/blog-posts'],
    ['/portfolio', 'Edit project', '/admin/portfolio'],
    ['/career', 'Edit job', '/admin/jobs'],
  ])('goes from a page of %s by "%s" to its form', async (folder, label, list) => {
    const path = await firstPath(page, folder);
    await page.goto(server.url + path);
    const link = page.getByRole('link', { name: label, exact: true });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe(`${list}/${path.split('/').at(-1)}/edit`);
    await expectAccessible(page);
  });

  test.each([
    ['/team', 'Edit team', '/admin/team'],
    ['/blog', 'Edit posts', '/admin/blog-posts'],
    ['/about', 'Edit page', '/admin/settings/page/about'],
  ])('goes from %s by "%s" to the panel', async (path, label, list) => {
    await page.goto(server.url + path);
    await page.getByRole('link', { name: label, exact: true }).click();
    await page.waitForURL(server.url + list);
  });

  test('sees no link on a page that shows nothing of the panel, nor on an error page', async () => {
    for (const path of ['/test', '/blog/999999']) {
      const script = page.waitForRequest(/edit-link/);
      await page.goto(server.url + path);
      // Resolves when the script has run.
      await page.evaluate(`import('${(await script).url()}').then(() => {})`);
      expect(await page.getByRole('complementary', { name: 'For staff' }).count()).toBe(0);
    }
  });
});

test('a visitor loads one script and sees no link', async () => {
  const page = await browser.visit(`${server.url}/about`);
  const scripts = watchScripts(page);
  await page.goto(`${server.url}/blog`);
  // The page sets this attribute in the task that decides about another script.
  await page.locator(':root[data-loaded]').waitFor();
  expect(scripts.filter((path) => !path.includes('entry-site'))).toEqual([]);
  expect(await page.getByRole('complementary', { name: 'For staff' }).count()).toBe(0);
});

test('a page is the same for a person with a session and without', async () => {
  const login = await fetch(`${server.url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  expect(cookie).toContain('XSRF-TOKEN=');
  const read = async (headers: Record<string, string>) =>
    (await fetch(`${server.url}/blog`, { headers })).text();
  expect(await read({ cookie })).toBe(await read({}));
});
