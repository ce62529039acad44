import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../support/database.ts';
import { publicUrl, readHead, realPages } from '../support/real-pages.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const words = { title: 'Zero trust', excerpt: 'E', content: '<p>C</p>', category: 'Technology' };
const job = {
  ...{ title: 'Founder', description: 'Casts', type: 'Full-time', location: 'London', department: 'Foundry' },
  ...{ requirements: ['Patience'], responsibilities: ['Cast'] },
};

let pages: Awaited<ReturnType<typeof realPages>>;
beforeAll(async () => {
  pages = await realPages();
});

describe.each(databaseKinds)('addresses on %s', (kind) => {
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp(kind, pages);
  });
  afterAll(() => site.close());
  const admin = () => site.rest('admin');
  const get = (url: string) => site.app.inject({ url });
  const create = async (more: object = {}) =>
    (await admin().post('/api/admin/blog-posts', { ...words, is_published: true, ...more })).body.post;
  const rename = (id: number, slug: string | null) =>
    admin().put(`/api/admin/blog-posts/${id}/publishing`, { slug });
  const sitemap = async () => (await get('/sitemap.xml')).body;

  test('a slug is canonical, and the id still answers', async () => {
    const post = await create({ slug: 'zero-trust' });
    expect(post).toMatchObject({ slug: 'zero-trust', path: '/blog/zero-trust' });
    for (const path of [
      `/blog/${post.id}`,
      '/blog/zero-trust',
      `/blog/${post.id}-other`,
      '/blog/Zero-Trust/',
    ]) {
      const { statusCode, body } = await get(path);
      expect([path, statusCode]).toEqual([path, 200]);
      const { canonical, said } = readHead(body);
      expect(canonical).toBe(`${publicUrl}/blog/zero-trust`);
      expect(said['og:url']).toBe(canonical);
      expect(body).toContain(`"mainEntityOfPage":"${canonical}"`);
    }
    expect(await sitemap()).toContain(`<loc>${publicUrl}/blog/zero-trust</loc>`);
    expect(await sitemap()).not.toContain(`<loc>${publicUrl}/blog/${post.id}</loc>`);
    expect((await get('/blog')).body).toContain('href="/blog/zero-trust"');
    const feed = (await get('/feed.xml')).body;
    expect(feed).toContain(`<link>${publicUrl}/blog/zero-trust</link>`);
    expect(feed).toContain(`<guid isPermaLink="false">${publicUrl}/blog/${post.id}</guid>`);
  });

  test('five changes give five old addresses with one redirect each, to the present address', async () => {
    const post = await create({ slug: 'name-0' });
    for (const at of [1, 2, 3, 4, 5]) expect((await rename(post.id, `name-${at}`)).status).toBe(200);
    for (const at of [0, 1, 2, 3, 4]) {
      const { statusCode, headers } = await get(`/blog/name-${at}?utm=1`);
      expect([statusCode, headers.location]).toEqual([301, '/blog/name-5']);
    }
    expect((await get('/blog/name-5')).statusCode).toBe(200);
    const old = await site.rest('admin').get('/api/blog-posts/by-slug/name-2');
    expect([old.status, old.body.message]).toEqual([
      404,
      'This address is a past one. The page is at /blog/name-5 now.',
    ]);
    // A way back is no loop.
    expect((await rename(post.id, 'name-0')).status).toBe(200);
    expect((await get('/blog/name-0')).statusCode).toBe(200);
    expect((await get('/blog/name-5')).headers.location).toBe('/blog/name-0');
    expect((await rename(post.id, null)).body.post).toMatchObject({ slug: null, path: `/blog/${post.id}` });
    expect((await get('/blog/name-0')).headers.location).toBe(`/blog/${post.id}`);
  });
});
