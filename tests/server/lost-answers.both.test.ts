import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteExpiredTrash } from '../../src/content/trash/trash.ts';
import { databaseKinds } from '../support/database.ts';
import { callProcedure } from '../support/api-calls.ts';
import { picture } from '../support/pictures.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const post = { title: 'T', excerpt: 'E', content: '<p>C</p>', category: 'Technology', is_published: true };
const dayMs = 24 * 60 * 60_000;

describe.each(databaseKinds)('what somebody else does in between on %s', (kind) => {
  let site: TestApp;
  beforeEach(async () => {
    site = await testApp(kind);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await site.close();
  });
  const act = async (name: string, input: Record<string, unknown>) => {
    const answer = await callProcedure(site, 'rest', 'admin', name, input);
    expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };

  test('a row that is restored while the trash is emptied keeps its versions, addresses and pictures', async () => {
    const file = await picture({ width: 300, height: 200 }, 'wall.png');
    const { item } = await act('media.upload', { file, alt: 'A wall' });
    const content = `<figure><img data-media="${item.id}"></figure><p>C</p>`;
    const { id } = (await act('blog.create', { ...post, content, slug: 'kept' })).post;
    await act('blog.remove', { id });
    const work = site.work();
    const find = work.em.find.bind(work.em);
    const emptying = vi.spyOn(work.em, 'find').mockImplementation(async (...query) => {
      const items = await find(...query);
      await act('trash.blog.restore', { id });
      return items;
    });
    await deleteExpiredTrash({ ...work, now: new Date(work.now.getTime() + 31 * dayMs) });
    expect(emptying).toHaveBeenCalledOnce();
    expect((await site.as('admin').versions.blog.list.query({ id })).versions).toHaveLength(1);
    expect((await site.rest('anonymous').get('/api/blog-posts/by-slug/kept')).status).toBe(200);
    const removal = await callProcedure(site, 'rest', 'admin', 'media.remove', { id: item.id });
    expect(removal.status).toBe(409);
  });

  test('two people whose browsers chose the same name for an open form are both seen', async () => {
    const { id: item_id } = (await act('blog.create', post)).post;
    const opening = 'the-same-name';
    const mine = site.as('content_moderator').presence.blog;
    const theirs = site.as('admin').presence.blog;
    const seen = async () => (await theirs.open.mutate({ item_id, opening })).colleagues.length;
    await seen();
    await mine.open.mutate({ item_id, opening });
    await expect.poll(seen, { timeout: 60_000 }).toBe(1);
    await mine.close.mutate({ opening });
    await expect.poll(seen, { timeout: 60_000 }).toBe(0);
    const others = async () => (await mine.open.mutate({ item_id, opening })).colleagues.length;
    await expect.poll(others, { timeout: 60_000 }).toBe(1);
  });
});
