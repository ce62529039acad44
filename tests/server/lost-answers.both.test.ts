// On both databases: rows that another transaction has locked.
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteExpiredTrash } from '../../src/content/trash/trash.ts';
import { Post } from '../../src/modules/blog/blog.module.ts';
import type { Tables } from '../../src/database/table-types.ts';
import { dropUnshownItem } from '../../src/pictures/change-pictures.ts';
import { attachPictureToRow } from '../../src/pictures/media-uses.ts';
import { MediaItem } from '../../src/pictures/media-item.entity.ts';
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

  const removeLast = async ({ id, featured_image }: { id: number; featured_image: string }) => {
    const em = site.database.fork();
    await em.begin();
    await em.nativeDelete(Post, { id });
    return { em, dropped: dropUnshownItem({ em }, featured_image) };
  };
  const waits = async () => {
    const waiting = sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return (await waiting.execute(site.database.read)).rows;
  };
  /** Ends too when nothing has to wait. */
  const waitForLock = async (work: Promise<void>) => {
    let isDone = false;
    void work.then(() => {
      isDone = true;
    });
    await expect.poll(async () => isDone || (await waits()).length > 0).toBe(true);
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

  test.runIf(kind === 'postgresql')(
    'an item that came with a form goes with its last row, also when its last two rows go at once',
    async () => {
      const featured_image = await picture({ width: 300, height: 200 });
      const { post: one } = await act('blog.create', { ...post, featured_image });
      const { post: other } = await act('blog.create', { ...post, featured_image: one.featured_image });
      const first = await removeLast(one);
      await first.dropped;
      const second = await removeLast({ ...one, id: other.id });
      await waitForLock(second.dropped);
      await first.em.commit();
      await second.dropped;
      await second.em.commit();
      expect(await site.database.fork().count(MediaItem, {})).toBe(0);
    },
  );

  test.runIf(kind === 'postgresql')(
    'an item that came with a form stays for a row that begins to show it while its last one goes',
    async () => {
      const featured_image = await picture({ width: 300, height: 200 });
      const { post: one } = await act('blog.create', { ...post, featured_image });
      const { post: other } = await act('blog.create', post);
      const saving = site.database.fork();
      await saving.begin();
      await saving.nativeUpdate(Post, { id: other.id }, { featured_image: one.featured_image });
      await attachPictureToRow({ ...site.work(), em: saving }, one.featured_image, 'T');
      const removal = await removeLast(one);
      await waitForLock(removal.dropped);
      await saving.commit();
      await removal.dropped;
      await removal.em.commit();
      expect(await site.database.fork().count(MediaItem, {})).toBe(1);
    },
  );

  test.runIf(kind === 'postgresql')(
    'two people who exchange the pictures of their rows at the same moment do both',
    async () => {
      const create = async (width: number) => {
        const featured_image = await picture({ width, height: 200 });
        return (await act('blog.create', { ...post, featured_image })).post;
      };
      const [one, other] = [await create(300), await create(301)];
      const before = site.database.fork();
      await before.begin();
      // Each save may begin to show the other's picture, and waits with its own.
      await before.getKysely<Tables>().selectFrom('media').select('id').forKeyShare().execute();
      const exchange = [
        act('blog.update', { ...post, id: one.id, featured_image: other.featured_image }),
        act('blog.update', { ...post, id: other.id, featured_image: one.featured_image }),
      ];
      await expect.poll(async () => (await waits()).length).toBe(2);
      await before.commit();
      const shown = (await Promise.all(exchange)).map((answer) => answer.post.featured_image);
      expect(shown).toEqual([other.featured_image, one.featured_image]);
      expect(await site.database.fork().count(MediaItem, {})).toBe(2);
    },
  );

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
