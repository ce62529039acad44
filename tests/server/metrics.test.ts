import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RenderPage } from '../../src/shared/page-renderer.ts';
import { databaseKinds } from '../support/database.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const metricsToken = 'a-token-for-the-metrics';
let site: TestApp;
const missing = ['/made-up', '/blog/1/2'];
const renderPage: RenderPage = async (url) => ({
  status: missing.includes(url) ? 404 : 200,
  head: '',
  html: '',
});
afterEach(() => site.close());

/** Returns the lines of `/metrics`. */
async function read(headers: Record<string, string> = {}): Promise<string[]> {
  const answer = await site.app.inject({ url: '/metrics', headers });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toContain('text/plain');
  return answer.body.split('\n');
}

describe.each(databaseKinds)('on %s', (kind) => {
  beforeEach(async () => {
    site = await testApp(kind, { renderPage });
  });

  test('responses that are the same for all visitors are counted by whether they were cached', async () => {
    for (const path of ['/api/blog-posts', '/api/blog-posts', '/api/blog-posts', '/api/team']) {
      await site.rest('anonymous').get(path);
    }
    const lines = await read();
    const toldBy = (name: string) =>
      Number(
        lines
          .find((line) => line.startsWith(name))
          ?.split(' ')
          .at(-1),
      );
    const [made, cached] = ['miss', 'hit'].map((result) =>
      toldBy(`atrium_response_cache_requests_total{result="${result}"}`),
    );
    // Two addresses, each rendered once, or again after a change.
    expect(made).toBeGreaterThanOrEqual(2);
    expect(Number(made) + Number(cached)).toBe(4);
    expect(toldBy('atrium_response_cache_bytes')).toBeGreaterThan(0);
  });

  test('requests are counted by route and class of status, through both faces', async () => {
    await site.rest('anonymous').get('/api/blog-posts');
    await site.rest('anonymous').get('/api/blog-posts/999');
    await site.rest('anonymous').get('/api/blog-posts/998');
    await site.as('anonymous').blog.published.query({});
    await site.rest('anonymous').get('/trpc/site.test,site.test?batch=1&input=%7B%7D');
    await site.rest('anonymous').get('/trpc/no.such');
    await site.rest('anonymous').get('/api/made-up-by-a-stranger');
    const lines = await read();
    for (const line of [
      'atrium_requests_total{method="GET",route="/api/blog-posts",status="2xx"} 1',
      'atrium_requests_total{method="GET",route="/api/blog-posts/:id",status="4xx"} 2',
      'atrium_requests_total{method="GET",route="trpc blog.published",status="2xx"} 1',
      'atrium_requests_total{method="GET",route="trpc batch",status="2xx"} 1',
      'atrium_requests_total{method="GET",route="trpc none",status="4xx"} 1',
      'atrium_request_seconds_count{route="/api/blog-posts/:id"} 2',
    ]) {
      expect(lines).toContain(line);
    }
    expect(lines.join()).not.toContain('stranger');
  });

  test('a public page is counted under its route, made or cached, and an unknown address under none', async () => {
    const found = ['/', '/blog', '/blog?page=2', '/blog/1', '/blog/1', '/career/7'];
    for (const url of found) expect((await site.app.inject(url)).statusCode, url).toBe(200);
    for (const url of missing) expect((await site.app.inject(url)).statusCode, url).toBe(404);
    const head = await site.app.inject({ method: 'HEAD', url: '/blog/1' });
    expect(head.body).toBe('');
    expect(Number(head.headers['content-length'])).toBeGreaterThan(0);
    const lines = await read();
    // Nothing is cached until PostgreSQL's events arrive, which may take a moment.
    if (kind === 'sqlite') expect(lines).toContain('atrium_response_cache_requests_total{result="hit"} 2');
    const counted = lines.filter((line) => line.startsWith('atrium_requests_total')).sort();
    expect(counted.map((line) => line.replace('atrium_requests_total', ''))).toEqual([
      '{method="GET",route="/",status="2xx"} 1',
      '{method="GET",route="/blog",status="2xx"} 2',
      '{method="GET",route="/blog/:id",status="2xx"} 2',
      '{method="GET",route="/career/:id",status="2xx"} 1',
      '{method="GET",route="none",status="4xx"} 2',
      '{method="HEAD",route="/blog/:id",status="2xx"} 1',
    ]);
  });

  test('refused sign-ins, the event loop, the pool and the processing of pictures are reported', async () => {
    const wrong = { email: 'nobody@example.com', password: 'not the password' };
    for (let i = 0; i < 6; i += 1) await site.rest('anonymous').post('/api/admin/login', wrong);
    const lines = await read();
    expect(lines).toContain('atrium_sign_ins_refused_total{status="422"} 5');
    expect(lines).toContain('atrium_sign_ins_refused_total{status="429"} 1');
    expect(lines).toContain('atrium_picture_jobs{state="waiting"} 0');
    for (const state of ['on', 'failing', 'off'])
      expect(lines).toContain(`atrium_webhooks{state="${state}"} 0`);
    expect(lines.join('\n')).toMatch(/^atrium_event_loop_delay_seconds\{quantile="0.99"\} [\d.e-]+$/m);
    const hasPool = lines.some((line) => line.startsWith('atrium_database_connections{state="idle"}'));
    expect(hasPool).toBe(kind === 'postgresql');
  });
});

test('the log names the route of a request, and none for an unknown address', async () => {
  const logged: string[] = [];
  const stream = { write: (line: string) => void logged.push(line) };
  site = await testApp('sqlite', { renderPage, logger: { level: 'info', stream } });
  for (const url of ['/blog/5?page=2', '/blog/5?page=2', '/made-up']) await site.app.inject(url);
  const requests = logged.flatMap((line) => JSON.parse(line).req ?? []);
  expect(requests.map(({ url, route }) => [url, route])).toEqual([
    ['/blog/5', '/blog/:id'],
    ['/blog/5', '/blog/:id'],
    ['/made-up', 'none'],
  ]);
});

test('without a token only this machine reads them, and no proxy on it', async () => {
  site = await testApp('sqlite', { trustProxy: 1 });
  const statusOf = async (options: { remoteAddress?: string; headers?: Record<string, string> }) =>
    (await site.app.inject({ url: '/metrics', ...options })).statusCode;
  expect(await statusOf({})).toBe(200);
  expect(await statusOf({ remoteAddress: '::1' })).toBe(200);
  expect(await statusOf({ remoteAddress: '203.0.113.9' })).toBe(403);
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
    expect(await statusOf({ headers: { [name]: '127.0.0.1' } }), name).toBe(403);
    const fromAfar = { remoteAddress: '203.0.113.9', headers: { [name]: '127.0.0.1' } };
    expect(await statusOf(fromAfar), name).toBe(403);
  }
  expect(await statusOf({ headers: { authorization: `Bearer ${metricsToken}` } })).toBe(200);
});

test('with a token everybody shows it, from wherever they ask', async () => {
  site = await testApp('sqlite', { metricsToken });
  const statusOf = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    return (await site.app.inject({ url: '/metrics', remoteAddress: '203.0.113.9', headers })).statusCode;
  };
  expect(await statusOf(`Bearer ${metricsToken}`)).toBe(200);
  for (const wrong of [undefined, '', 'Bearer ', `Bearer ${metricsToken}x`, metricsToken]) {
    expect(await statusOf(wrong), wrong).toBe(401);
  }
  expect((await site.app.inject('/metrics')).statusCode).toBe(401);
});
