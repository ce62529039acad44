// On both databases: the version of the content: a pragma on SQLite, events on PostgreSQL.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declareChangedTables } from '../../src/database/content-version.ts';
import type { Ctx } from '../../src/database/ctx.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { Job } from '../../src/modules/jobs/jobs.module.ts';
import type { RenderPage } from '../../src/shared/page-renderer.ts';
import { buildFormData } from '../support/callers.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { createJob } from '../support/factories.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const post = { title: 'First', excerpt: 'E', content: '<p>C</p>', category: 'Technology', is_published: '1' };
const trpcList = '/trpc/blog.published?batch=1&input=%7B%220%22%3A%7B%22page%22%3A1%7D%7D';

/** A page that shows the titles of the posts and the query parameter `q`. */
let rendered = 0;
const renderPage: RenderPage = async (url, call) => {
  rendered += 1;
  const { pathname, searchParams } = new URL(url, 'http://site');
  if (pathname !== '/page') return { status: 404, head: '', html: 'missing', queries: [] };
  const { posts } = (await call('blog.published', { page: 1 })) as { posts: { title: string }[] };
  const html = `${posts.map(({ title }) => title)} ${searchParams.get('q') ?? ''} ${'long '.repeat(400)}`;
  return { status: 200, head: '', html, queries: ['q'] };
};

describe.each(databaseKinds)('public responses, on %s', (kind) => {
  const testOnce = onceInGate(kind);
  let site: TestApp;
  let id: number;
  beforeAll(async () => {
    site = await testApp(kind, { renderPage });
    id = (await site.rest('admin').post('/api/admin/blog-posts', buildFormData(post))).body.id;
  });
  afterAll(() => site.close());

  const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers });
  const addresses = () => ['/api/blog-posts?page=1', `/api/blog-posts/${id}`, trpcList, '/page'];

  test('show each change at once, through REST, tRPC and pages', async () => {
    for (const title of ['Second', 'Third', 'Fourth']) {
      // Twice, so that the second response comes from the cache.
      for (const url of [...addresses(), ...addresses()]) expect((await get(url)).statusCode).toBe(200);
      await site.rest('admin').put(`/api/admin/blog-posts/${id}`, buildFormData({ ...post, title }));
      for (const url of addresses()) expect((await get(url)).body).toContain(title);
    }
  });

  testOnce('no longer contain a draft and a removed row at once', async () => {
    const { id: other } = (await site.rest('admin').post('/api/admin/blog-posts', buildFormData(post))).body;
    const url = `/api/blog-posts/${other}`;
    expect((await get(url)).statusCode).toBe(200);
    await site
      .rest('admin')
      .put(`/api/admin/blog-posts/${other}`, buildFormData({ ...post, is_published: '0' }));
    expect((await get(url)).statusCode).toBe(404);
    await site
      .rest('admin')
      .put(`/api/admin/blog-posts/${other}`, buildFormData({ ...post, is_published: '1' }));
    expect((await get(url)).statusCode).toBe(200);
    await site.rest('admin').delete(`/api/admin/blog-posts/${other}`);
    expect((await get(url)).statusCode).toBe(404);
  });

  test('show what a statement has changed whose writer declares the table', async () => {
    const job = await createJob(site.database.fork());
    expect((await get('/api/jobs')).body).toContain('Engineer');
    const change = (inside: Ctx, title: string) => {
      declareChangedTables(inside, 'jobs');
      return inside.em.nativeUpdate(Job, { id: job.id }, { title });
    };
    await inTransaction(site.work(), (inside) => change(inside, 'Architect'));
    expect((await get('/api/jobs')).body).toContain('Architect');
    await inTransaction(site.work(), (outer) => inTransaction(outer, (inside) => change(inside, 'Painter')));
    expect((await get('/api/jobs')).body).toContain('Painter');
    expect(() => declareChangedTables(site.work(), 'jobs')).toThrow('in a transaction');
  });

  test('stay what they were when a change is rolled back', async () => {
    const before = (await get('/api/blog-posts?page=1')).headers.etag;
    const failing = site.database.fork().transactional(async (em) => {
      declareChangedTables({ em }, 'posts');
      await em.nativeDelete(Post, {});
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await get('/api/blog-posts?page=1')).headers.etag).toBe(before);
  });

  testOnce('are a 304 for clients that have them, until they change', async () => {
    for (const url of addresses()) {
      const { etag } = (await get(url)).headers as { etag: string };
      expect(etag).toMatch(/^"[\w-]+"$/);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const answer = await get(url, { 'if-none-match': known });
        expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag]);
      }
      expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
      await site
        .rest('admin')
        .put(`/api/admin/blog-posts/${id}`, buildFormData({ ...post, title: `New ${url}` }));
      expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(200);
    }
  });
});

describe('a cached response', () => {
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp('sqlite', { renderPage });
    await site.rest('admin').post('/api/admin/blog-posts', buildFormData(post));
  });
  afterAll(() => site.close());
  const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers });

  test('is made once for concurrent requests', async () => {
    rendered = 0;
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/page?q=together')));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(rendered).toBe(1);
  });

  test('is found with any query parameters that the page does not read', async () => {
    await get('/page?q=one');
    rendered = 0;
    for (const url of ['/page?q=one&utm_source=x', '/page?a=1&q=one&b=2']) {
      expect((await get(url)).body).toContain('one');
    }
    expect(rendered).toBe(0);
    expect((await get('/page?q=two')).body).toContain('two');
  });

  test('has the same tag with any query parameters that a call does not know', async () => {
    const tags = ['', '&x=1', '&x=2'].map(
      async (more) => (await get(`/api/blog-posts?page=1${more}`)).headers,
    );
    const found = (await Promise.all(tags)).map(({ etag }) => etag);
    expect(new Set(found).size).toBe(1);
  });

  test('is compressed for each client that accepts it, under a separate tag', async () => {
    const plain = await get('/page');
    for (const [coding, open] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const headers = { 'accept-encoding': coding };
      const answer = await get('/page', headers);
      expect(answer.headers['content-encoding']).toBe(coding);
      expect(open(answer.rawPayload).toString()).toBe(plain.body);
      expect(answer.headers.vary).toBe('accept-encoding');
      expect(answer.headers.etag).not.toBe(plain.headers.etag);
      const again = await get('/page', { ...headers, 'if-none-match': String(answer.headers.etag) });
      expect([again.statusCode, again.headers.etag]).toEqual([304, answer.headers.etag]);
    }
    const refused = await get('/page', { 'accept-encoding': 'br;q=0, gzip;q=0' });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });

  test('is never sent to a signed-in user', async () => {
    const { headers } = await site.rest('admin').get('/api/blog-posts?page=1');
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(headers.etag).not.toBe((await get('/api/blog-posts?page=1')).headers.etag);
    for (const url of ['/api/admin/blog-posts?page=1', '/api/admin/user']) {
      expect((await site.rest('admin').get(url)).status).toBe(200);
      expect((await get(url)).statusCode).toBe(401);
    }
  });

  test('is never an error', async () => {
    rendered = 0;
    for (const _ of [1, 2]) {
      const missing = await get('/nothing');
      expect([missing.statusCode, missing.headers.etag]).toEqual([404, undefined]);
    }
    expect(rendered).toBe(2);
    const ids = [await get('/api/blog-posts/999'), await get('/api/blog-posts/999')].map(
      (answer) => answer.json().request_id,
    );
    expect(ids[0]).not.toBe(ids[1]);
    expect((await get('/api/blog-posts?page=0')).statusCode).toBe(422);
  });

  test('lets a page of another site read what is public, and nothing else', async () => {
    const ask = (path: string) => get(path, { origin: 'https://elsewhere.example' });
    await get('/api/blog-posts?page=1');
    const answer = await ask('/api/blog-posts?page=1');
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
    expect((await ask('/api/admin/blog-posts?page=1')).statusCode).toBe(403);
  });

  test('has the headers of every response', async () => {
    const first = await get('/page?q=headers');
    const again = await get('/page?q=headers');
    const { date: _, 'x-request-id': id, ...expected } = first.headers;
    expect(again.headers).toMatchObject(expected);
    expect([typeof again.headers['x-request-id'], again.headers['x-request-id'] === id]).toEqual([
      'string',
      false,
    ]);
    expect(again.headers).toHaveProperty(
      'content-security-policy',
      expect.stringContaining("script-src 'self'"),
    );
  });

  test('supports HEAD without a body', async () => {
    const { headers } = await get('/page');
    const head = await site.app.inject({ method: 'HEAD', url: '/page' });
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', headers.etag]);
  });
});

test('a CDN may serve public responses for the configured time, and nothing for signed-in users', async () => {
  const site = await testApp('sqlite', { renderPage, cdnSeconds: 10 });
  await site.rest('admin').post('/api/admin/blog-posts', buildFormData(post));
  // The second response comes from the cache.
  for (const url of [
    '/api/blog-posts?page=1',
    trpcList,
    '/page',
    '/api/blog-posts?page=1',
    '/page',
    '/sitemap.xml',
  ]) {
    const { headers } = await site.app.inject({ url });
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate, s-maxage=10',
      'cdn-cache-control': 'public, max-age=10, stale-while-revalidate=10, stale-if-error=86400',
      vary: 'accept-encoding',
    });
    const known = await site.app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect([known.statusCode, known.headers['cache-control']]).toEqual([304, headers['cache-control']]);
  }
  for (const answer of [
    await site.rest('admin').get('/api/blog-posts?page=1'),
    await site.rest('admin').get('/api/admin/blog-posts'),
    await site.rest('anonymous').get('/api/blog-posts/999'),
    await site.rest('anonymous').get('/nothing'),
  ]) {
    expect(answer.headers['cache-control']).toMatch(/^no-(store|cache)$/);
    expect(answer.headers).not.toHaveProperty('cdn-cache-control');
  }
  await site.close();
});
