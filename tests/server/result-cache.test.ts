import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { form } from '../support/callers.ts';
import { databaseKinds } from '../support/database.ts';
import { createJob } from '../support/factories.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const post = { title: 'First', excerpt: 'E', content: '<p>C – C</p>', category: 'Technology' };

describe.each(databaseKinds)('what the lists of the content have given to staff, on %s', (kind) => {
  let site: TestApp;
  let id: number;
  beforeAll(async () => {
    site = await testApp(kind);
    id = (await site.rest('admin').post('/api/admin/blog-posts', form(post))).body.id;
  });
  afterAll(() => site.close());

  const overRest = async () => (await site.rest('admin').get('/api/admin/blog-posts?page=1')).body;
  const overTrpc = () => site.as('admin').blog.list.query({ page: 1 });

  test('is the same on both faces, each time', async () => {
    const first = await overRest();
    expect(first.posts).toHaveLength(1);
    for (const list of [overRest, overTrpc, overRest, overTrpc]) expect(await list()).toEqual(first);
  });

  test('shows each change to the next who asks', async () => {
    for (const title of ['Second', 'Third', 'Fourth']) {
      await overRest();
      await site.rest('admin').put(`/api/admin/blog-posts/${id}`, form({ ...post, title }));
      expect((await overRest()).posts[0]?.title).toBe(title);
      expect((await overTrpc()).posts[0]?.title).toBe(title);
    }
  });

  test('has another tag when it has changed, and only then', async () => {
    const authorization = `Bearer ${await site.openSession('admin')}`;
    const ask = async (headers = {}) => {
      const answer = await site.app.inject({
        url: '/api/admin/blog-posts?page=1',
        headers: { authorization, ...headers },
      });
      return { status: answer.statusCode, etag: answer.headers.etag };
    };
    const { etag } = await ask();
    expect(await ask({ 'if-none-match': etag })).toEqual({ status: 304, etag });
    await site.rest('admin').put(`/api/admin/blog-posts/${id}`, form({ ...post, title: 'Fifth' }));
    const later = await ask({ 'if-none-match': etag });
    expect(later.status).toBe(200);
    expect(later.etag).not.toBe(etag);
  });

  test('is for those alone who may ask for it', async () => {
    await overRest();
    expect((await site.rest('hr').get('/api/admin/blog-posts?page=1')).status).toBe(403);
    expect((await site.rest('anonymous').get('/api/admin/blog-posts?page=1')).status).toBe(401);
    await expect(site.as('hr').blog.list.query({ page: 1 })).rejects.toThrow(
      'Your role does not permit this.',
    );
  });

  test('is told apart by what was asked for', async () => {
    await site.rest('admin').put(`/api/admin/blog-posts/${id}`, form({ ...post, title: 'Sixth' }));
    const titles = async (query: string) =>
      (await site.rest('admin').get(`/api/admin/blog-posts?${query}`)).body.posts.map(
        ({ title }: { title: string }) => title,
      );
    expect(await titles('page=1&search=sixth')).toEqual(['Sixth']);
    expect(await titles('page=1&search=seventh')).toEqual([]);
    expect(await titles('page=2')).toEqual([]);
  });

  test(`is ${kind === 'sqlite' ? 'kept until a change is committed' : 'read each time'}`, async () => {
    await site.rest('admin').put(`/api/admin/blog-posts/${id}`, form({ ...post, title: 'Seventh' }));
    await overRest();
    await changeUnseen();
    const titles = async () => [(await overRest()).posts[0]?.title, (await overTrpc()).posts[0]?.title];
    const stored = kind === 'sqlite' ? 'Seventh' : 'Behind';
    expect(await titles()).toEqual([stored, stored]);
    await createJob(site.database.fork());
    expect(await titles()).toEqual(['Behind', 'Behind']);
  });

  /** A change that its writer does not declare. */
  async function changeUnseen(): Promise<void> {
    await sql`update posts set title = 'Behind'`.execute(site.database.fork().getKysely());
  }
});
