import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { acquireLease } from '../../src/locks/lease.ts';
import { deleteExpiredTrash } from '../../src/content/trash/trash.service.ts';
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
    vi.useRealTimers();
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
    const featured_image = await picture({ width: 90, height: 60 });
    const { id: first } = (await act('blog.create', { ...post, featured_image, image_alt: 'A door' })).post;
    const content = `<figure><img data-media="${item.id}"></figure><p>C</p>`;
    const { id } = (await act('blog.create', { ...post, content, slug: 'kept' })).post;
    await act('blog.removeMany', { ids: [first, id] });
    let restoring: Promise<unknown> | undefined;
    const work = site.work();
    const pictures = {
      ...work.pictures,
      // The emptying has read the trash, and has come to the first row's picture.
      remove: async (...files: string[]) => {
        restoring ??= act('trash.blog.restore', { id });
        await restoring;
        await work.pictures.remove(...files);
      },
    };
    await deleteExpiredTrash({ ...work, pictures, now: new Date(work.now.getTime() + 31 * dayMs) });
    expect(restoring).toBeDefined();
    expect((await site.as('admin').versions.blog.list.query({ id })).versions).toHaveLength(1);
    expect((await site.rest('anonymous').get('/api/blog-posts/by-slug/kept')).status).toBe(200);
    const removal = await callProcedure(site, 'rest', 'admin', 'media.remove', { id: item.id });
    expect(removal.status).toBe(409);
  });

  test('a holder keeps its lease when the answer to a renewal is lost, and gives it up at the end', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    let isHeld = false;
    let renewals = 0;
    const losing: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (!isHeld) return result;
        renewals += 1;
        // Stored, but the holder never hears of it.
        if (renewals === 1) throw new Error('the connection was lost');
        return result;
      },
    };
    const em = site.database.fork();
    const fork = em.fork.bind(em);
    vi.spyOn(em, 'fork').mockImplementation(() => {
      const one = fork();
      const db = one.getKysely();
      // The method is generic, so its mock has no type of its own.
      vi.spyOn(one, 'getKysely').mockReturnValue(db.withPlugin(losing) as never);
      return one;
    });
    const stored = async () => {
      const keys = site.database.read.withTables<{ used_keys: { key: string } }>();
      return keys.selectFrom('used_keys').select('key').where('key', '=', 'lease:a picture').execute();
    };
    const lease = await acquireLease({ em, now: new Date() }, 'a picture');
    isHeld = true;
    for (let count = 1; count <= 6; count += 1) {
      vi.advanceTimersByTime(2500);
      await expect.poll(() => renewals, { timeout: 60_000 }).toBe(count);
    }
    expect(() => lease.expectHeld()).not.toThrow();
    expect(await stored()).toHaveLength(1);
    await lease[Symbol.asyncDispose]();
    expect(await stored()).toEqual([]);
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
