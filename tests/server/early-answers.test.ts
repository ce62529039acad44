import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RenderPage } from '../../src/shared/page-renderer.ts';
import { buildFormData } from '../support/callers.ts';
import { useSite } from '../support/use-site.ts';

const post = { title: 'First', excerpt: 'E', content: '<p>C</p>', category: 'Technology', is_published: '1' };
const trpcList = '/trpc/blog.published?batch=1&input=%7B%220%22%3A%7B%22page%22%3A1%7D%7D';
const addresses = ['/api/blog-posts?page=1', '/api/blog-posts/1', trpcList, '/page', '/sitemap.xml'];
const renderPage: RenderPage = async (url) =>
  new URL(url, 'http://site').pathname === '/page'
    ? { status: 200, head: '', html: 'long '.repeat(400), queries: [] }
    : { status: 404, head: '', html: 'missing', queries: [] };

const lines: { msg: string; reqId?: string }[] = [];
const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
const site = useSite({
  parts: { renderPage, trustProxy: 1, logger: { level: 'info', stream } },
  fill: async (site) => {
    await site.rest('admin').post('/api/admin/blog-posts', buildFormData(post));
    await site.app.listen({ host: '127.0.0.1', port: 0 });
  },
});

interface Answer {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** Over a real socket, as only such a request can be answered before Fastify. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { port } = site.app.server.address() as AddressInfo;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  httpRequest({ host: '127.0.0.1', port, path, method, headers: { ...headers } }, resolve)
    .on('error', reject)
    .end();
  const answer = await promise;
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

/** How many handlers of Fastify run meanwhile. */
async function handlersOf(act: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const note = () => (count += 1);
  const channel = 'tracing:fastify.request.handler:start';
  subscribe(channel, note);
  await act().finally(() => unsubscribe(channel, note));
  return count;
}

const comparable = ({ status, headers, body }: Answer) => {
  const { date: _date, 'x-request-id': id, ...others } = headers;
  return { status, headers: others, body: body.toString('base64'), hasId: typeof id === 'string' };
};

beforeEach(async () => {
  for (const path of addresses)
    for (const coding of ['identity', 'br', 'gzip']) await ask(path, { 'accept-encoding': coding });
});

describe('an answer from the cache', () => {
  test.each(addresses)('has the status, headers and body of the usual one, for %s', async (path) => {
    const { headers } = await ask(path, { 'accept-encoding': 'br' });
    const etag = String(headers.etag);
    for (const own of [
      {},
      { 'accept-encoding': 'br' },
      { 'accept-encoding': 'gzip;q=1, br;q=0.5' },
      { 'accept-encoding': 'br', 'if-none-match': etag },
      { 'if-none-match': `"other", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-none-match': '"other"' },
    ] as Record<string, string>[]) {
      let early: Answer | undefined;
      expect(await handlersOf(async () => (early = await ask(path, own)))).toBe(0);
      // An expectation leads past the cache of answers, and changes nothing else.
      const usual = await ask(path, { ...own, expect: 'x' });
      expect(comparable(early!), JSON.stringify(own)).toEqual(comparable(usual));
    }
  });

  test('has all but the body for HEAD', async () => {
    const { headers } = comparable(await ask('/page'));
    expect(comparable(await ask('/page', {}, 'HEAD'))).toEqual({
      status: 200,
      headers,
      body: '',
      hasId: true,
    });
  });

  test('names its request, and leaves the two lines of a request, with the address that the proxy tells', async () => {
    lines.length = 0;
    const { headers } = await ask('/page?secret=1', { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' });
    const { headers: again } = await ask('/page?secret=1', {
      'x-forwarded-for': '198.51.100.1, 203.0.113.7',
    });
    expect(again['x-request-id']).not.toBe(headers['x-request-id']);
    const [usual, early] = [headers, again].map((each) =>
      lines.filter(({ reqId }) => reqId === each['x-request-id']),
    );
    const req = { method: 'GET', url: '/page', remoteAddress: '203.0.113.7' };
    expect(early).toMatchObject([
      { msg: 'incoming request', req },
      { msg: 'request completed', res: { statusCode: 200 }, responseTime: expect.any(Number) },
    ]);
    expect(early!.map((line) => Object.keys(line))).toEqual(usual!.map((line) => Object.keys(line)));
    expect(early!.map((line) => Object.keys(Object(line).req ?? {}))).toEqual(
      usual!.map((line) => Object.keys(Object(line).req ?? {})),
    );
  });

  test('is counted by method, route and status', async () => {
    const counted = async (labels: string) => {
      const { body } = await site.app.inject('/metrics');
      const row = body.split('\n').find((line) => line.startsWith(`atrium_requests_total{${labels}}`));
      return Number(row?.split(' ').at(-1) ?? 0);
    };
    const labels = [
      'method="GET",route="/api/blog-posts",status="2xx"',
      'method="GET",route="trpc blog.published",status="2xx"',
    ];
    const before = [await counted(labels[0]!), await counted(labels[1]!)];
    await ask(addresses[0]!);
    await ask(trpcList);
    expect([await counted(labels[0]!), await counted(labels[1]!)]).toEqual(before.map((count) => count + 1));
  });

  test('shows a change at once', async () => {
    await site.rest('admin').patch('/api/admin/blog-posts/1', { title: 'Second' });
    expect((await ask('/api/blog-posts?page=1')).body.toString()).toContain('Second');
  });

  test.each([
    ['a session', { cookie: 'a=b' }],
    ['a token', { authorization: 'Bearer x' }],
    ['another origin', { origin: 'https://elsewhere.example' }],
    ['a key that stores nothing', { 'idempotency-key': 'k' }],
  ])('is not for a request with %s', async (_name, headers) => {
    expect(await handlersOf(() => ask('/api/blog-posts?page=1', headers))).toBeGreaterThan(0);
  });

  test('is not for a foreign host', async () => {
    expect((await ask('/page', { host: 'evil.example' })).status).toBe(421);
  });

  test('is found by the address that was sent, not by one that is read as it', async () => {
    for (const path of ['/page?q=%ff', '/p%61ge', '//page']) {
      const [first, second] = [await ask(path), await ask(path)];
      expect(comparable(second)).toEqual(comparable(first));
    }
  });
});
