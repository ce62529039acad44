import { expect, test } from 'vitest';
import { useBrowserSite } from '../support/browser-site.ts';
import { admin } from '../support/running-server.ts';

const { server, browser } = useBrowserSite();

test('the reference shows the rows, from our own files alone, and calls this server with the token of its field, never with a cookie', async () => {
  const page = await browser.visit('about:blank');
  // Signed in to the panel. The reference must not use that session.
  const signedIn = await page.request.post(`${server.url}/api/admin/login`, { data: admin });
  const authorization = `Bearer ${(await signedIn.json()).token}`;
  const made = await page.request.post(`${server.url}/api/admin/tokens`, {
    headers: { authorization },
    data: { name: 'Reference', scopes: ['jobs:write'] },
  });
  const { secret } = await made.json();

  const origins = new Set<string>();
  const calls: Promise<[method: string, hasCookie: boolean, authorization: string | undefined]>[] = [];
  page.on('request', (request) => {
    origins.add(new URL(request.url()).origin);
    if (!/\/api\/(?!docs|openapi)/.test(request.url())) return;
    const sent = request.allHeaders();
    calls.push(sent.then((headers) => [request.method(), 'cookie' in headers, headers.authorization]));
  });
  await page.goto(`${server.url}/api/docs`);
  await page.locator('.opblock').first().waitFor();
  const open = async (method: string) => {
    const row = page
      .locator(`.opblock-${method}`)
      .filter({ has: page.locator('[data-path="/admin/jobs"]') })
      .first();
    // The library shows the rows that are on the screen, and further ones as one scrolls.
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollBy(0, 600));
        return row.isVisible();
      })
      .toBe(true);
    await row.locator('.opblock-summary').click();
    await row.getByRole('button', { name: 'Try it out' }).click();
    const answer = row.locator('.live-responses-table .response').first();
    return async (status: string) => {
      await row.getByRole('button', { name: 'Execute' }).click();
      await answer.filter({ hasText: new RegExp(`^\\s*${status}`) }).waitFor();
    };
  };
  const list = await open('get');
  await list('401');
  const field = page.getByLabel('API token');
  await field.fill(secret.slice(0, -1));
  await page.getByText('This is not a whole token.').waitFor();
  await field.fill(secret);
  await list('200');
  // The example of the document is a job that the server takes.
  await (await open('post'))('201');

  const bearer = `Bearer ${secret}`;
  expect(await Promise.all(calls)).toEqual([
    ['GET', false, undefined],
    ['GET', false, bearer],
    ['POST', false, bearer],
  ]);
  expect([...origins].filter((origin) => origin !== server.url && origin !== 'null')).toEqual([]);
});
