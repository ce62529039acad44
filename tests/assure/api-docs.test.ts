import { expect, test } from 'vitest';
import { browserSite } from '../support/browser-site.ts';

const { server, browser } = browserSite();

test('the reference shows the rows, from our own files alone, and calls this server', async () => {
  const page = await browser.visit('about:blank');
  const origins = new Set<string>();
  page.on('request', (request) => void origins.add(new URL(request.url()).origin));
  await page.goto(`${server.url}/api/docs`);
  const row = page.locator('.opblock').filter({ has: page.getByText('/blog-posts', { exact: true }) });
  // The library shows the rows that are on the screen, and further ones as one scrolls.
  await page.locator('.opblock').first().waitFor();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 600);
      return row.first().isVisible();
    })
    .toBe(true);
  await row.first().click();
  await page.getByRole('button', { name: 'Try it out' }).first().click();
  await page.getByRole('button', { name: 'Execute' }).first().click();
  await page.getByText('"total_is_minimum"').or(page.getByText('"posts"')).first().waitFor();
  expect([...origins].filter((origin) => origin !== server.url && origin !== 'null')).toEqual([]);
});
