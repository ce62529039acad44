import { expect, test } from 'vitest';
import { loadBuiltPages } from '../support/built-pages.ts';
import { testApp } from '../support/test-app.ts';

test('an error while a page is rendered is logged once, with its request, and the visitor sees no details', async () => {
  const lines: { level: number; reqId?: string; err?: { message: string } }[] = [];
  const pages = await loadBuiltPages();
  const site = await testApp('sqlite', {
    ...pages,
    logger: { level: 'error', stream: { write: (line: string) => lines.push(JSON.parse(line)) } },
    // A list without its rows, as a bug of the server could return it.
    renderPage: (url, _call, given) => pages.renderPage(url, async () => ({ posts: null, meta: {} }), given),
  });
  const { statusCode, body } = await site.app.inject({ url: '/blog' });
  expect(statusCode).toBe(500);
  expect(body).toContain('<h1>Something went wrong</h1>');
  expect(body).not.toMatch(/TypeError|Cannot read|null \(reading/);
  expect(lines).toMatchObject([
    { level: 50, reqId: expect.any(String), err: { message: expect.stringMatching(/null|undefined/) } },
  ]);
  await site.close();
});
