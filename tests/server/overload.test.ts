import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPost } from '../support/factories.ts';
import { loadBuiltPages } from '../support/built-pages.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

// No machine is as slow as this.
const maxLoopDelayMs = 10_000;

let site: TestApp;
let renders = 0;
beforeEach(async () => {
  const { renderPage, ...pages } = await loadBuiltPages();
  // The server looks at the event loop at this interval. Only the test lets it look.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  site = await testApp('sqlite', {
    ...pages,
    renderPage: async (...page) => {
      renders += 1;
      // On a busy server, other requests arrive while a page is rendered.
      await setImmediate();
      return renderPage(...page);
    },
    maxLoopDelayMs,
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await site.close();
});

const ask = (url: string) => site.app.inject(url);
const asBrowser = { accept: 'text/html,application/xhtml+xml', cookie: 'theme=dark' };
const open = (url: string) => site.app.inject({ url, headers: asBrowser });
const look = () => vi.advanceTimersByTime(maxLoopDelayMs);

/** Between two looks without a turn, the event loop has been blocked for the whole interval. */
function becomeBusy(): void {
  look();
  look();
}

test('LD2 while the event loop is late, requests are refused in words, and taken again afterwards', async () => {
  // Cached responses are sent before the router, so only over a socket. They cost almost nothing.
  const cached = (await site.app.listen({ host: '127.0.0.1', port: 0 })).concat('/api/test');
  expect((await fetch(cached)).status).toBe(200);
  expect((await ask('/api/admin/user')).statusCode).toBe(401);
  becomeBusy();
  expect((await fetch(cached)).status).toBe(200);
  const refused = await ask('/api/admin/user');
  expect(refused.statusCode).toBe(503);
  expect(refused.headers['retry-after']).toBe('2');
  expect(refused.json()).toEqual({
    message: 'The service is busy. Please try again in a moment.',
    request_id: expect.any(String),
  });
  expect((await ask('/healthz')).statusCode).toBe(200);
  expect((await ask('/readyz')).statusCode).toBe(200);
  await expect
    .poll(async () => {
      look();
      return (await ask('/api/admin/user')).statusCode;
    })
    .toBe(401);
});

test('while the event loop is late, cached pages, redirects and files are sent, and other pages say so in the site’s design', async () => {
  const post = await createPost(site.database.fork(), { title: 'Present', is_published: true });
  const redirect = { path: '/old', target: `/blog/${post.id}` };
  expect((await site.rest('admin').post('/api/admin/redirects', redirect)).status).toBe(201);
  const page = await open('/about');
  expect(page.statusCode).toBe(200);
  const asset = /\/assets\/[^"]+\.css/.exec(page.body)![0];
  becomeBusy();
  const cases: [url: string, status: number, said: string][] = [
    ['/about', 200, page.body],
    [asset, 200, '{'],
    ['/careers', 301, ''],
    ['/old', 301, ''],
    ['/robots.txt', 200, 'Sitemap'],
    ['/services', 503, '<h1>'],
    ['/no-such-page', 503, '<h1>'],
    ['/blog/1?preview=x', 503, '<h1>'],
  ];
  for (const [url, status, said] of cases) {
    becomeBusy();
    const answer = await open(url);
    expect([url, answer.statusCode]).toEqual([url, status]);
    expect(answer.body, url).toContain(said);
    if (status === 503) {
      expect(answer.headers, url).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' });
      expect(answer.headers['content-type'], url).toMatch('text/html');
    }
  }
  becomeBusy();
  const posted = await site.app.inject({
    url: '/contact',
    method: 'POST',
    payload: 'name=Ada',
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(posted.statusCode).toBe(503);
  expect(posted.body).toContain('<h1>');
});

test('while the event loop is late, visitors who come at once share one page that says so', async () => {
  becomeBusy();
  renders = 0;
  const pages = await Promise.all(['/services', '/about', '/no-such-page'].map(open));
  expect(pages.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
  expect(renders).toBe(1);
});
