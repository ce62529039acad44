// On both databases: values in the columns of many rows, which change in one transaction.
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../src/database/transaction.ts';
import { Post } from '../../../src/modules/blog/blog.module.ts';
import { lockChoices } from '../../../src/settings/choices.ts';
import { createSiteSettings } from '../../../src/settings/site-settings.ts';
import { Member } from '../../../src/modules/team/team.module.ts';
import { defaultSiteSettings } from '../../../src/shared/settings/site-settings.ts';
import { choiceListsOf } from '../../support/choice-lists.ts';
import { createPostgresql, databaseKinds, openTestDatabase } from '../../support/database.ts';
import { createPost } from '../../support/factories.ts';
import { chooseByForm } from '../../support/test-form.ts';
import { type TestApp, testApp } from '../../support/test-app.ts';
import { useSite } from '../../support/use-site.ts';

const many = chooseByForm(10_000, 1000);
const batch = 1000;
const posts = '/api/admin/blog-posts';

/** Stores rows at once, without the entity manager's bookkeeping. */
async function enter<T extends object>(site: TestApp, entity: new () => T, make: (at: number) => T) {
  for (let first = 0; first < many; first += batch) {
    const rows = Array.from({ length: batch }, (_, at) => ({ ...make(first + at), version: 1 }));
    await site.database.fork().insertMany(entity as never, rows as never);
  }
}

describe.each(databaseKinds)('lists with thousands of rows, on %s', (kind) => {
  const site = useSite({ on: kind, fill });
  let lists: ReturnType<typeof choiceListsOf>;
  beforeEach(() => {
    lists = choiceListsOf(site);
  });

  async function fill(): Promise<void> {
    const words = { excerpt: 'E', content: '<p>C</p>', tags: [], is_published: true, featured_image: null };
    await enter(site, Post, (at) =>
      Post.write({ ...words, title: `Post ${at}`, category: 'Technology' }, new Date()),
    );
    const person = { description: 'D', expertise: ['E'], section: 'development', image: null };
    await enter(site, Member, (at) =>
      Member.write({ ...person, name: `Person ${at}`, role: 'HR Officer' }, new Date()),
    );
    await site.rest('admin').post(`${posts}/delete`, { ids: [1, 2, 3] });
  }
  const statsOf = async () => (await site.rest('admin').get(`${posts}?page=1`)).body.stats;
  const versions = async () =>
    (await site.rest('admin').get(`${lists.path}/versions`)).body.versions.length as number;

  test('an entry that all of them have is renamed in one transaction', async () => {
    const saved = await lists.rename('blog_categories', 'Technology', 'Forging');
    expect(saved.status).toBe(200);
    expect(await statsOf()).toMatchObject({ total: many - 3, by: { Forging: many - 3 } });
    expect((await lists.usage('blog_categories'))[0].in_use).toEqual({ posts: many - 3, trash: 3 });
  });

  test('nothing is renamed when the save fails after the rows were changed', async () => {
    const before = await versions();
    const { value } = await lists.read();
    const [first, ...others] = value.blog_categories;
    // The rows of the first entry are changed before the list of titles is refused.
    const refused = await site.rest('admin').put(lists.path, {
      value: {
        ...value,
        blog_categories: [{ ...first!, name: 'Elsewhere' }, ...others],
        team_roles: value.team_roles.filter(({ name }) => name !== 'HR Officer'),
      },
    });
    expect(refused.body.in_use).toEqual({ members: many });
    expect((await statsOf()).by).toMatchObject({ Technology: many - 3 });
    expect(await site.database.fork().count(Post, { category: 'Elsewhere' })).toBe(0);
    expect(await versions()).toBe(before);
  });

  test('an entry that all of them have is removed, and they get another one', async () => {
    expect((await lists.remove('blog_categories', 'technology')).body.in_use).toEqual({
      posts: many - 3,
      trash: 3,
    });
    const saved = await lists.remove('blog_categories', 'technology', 'innovation');
    expect(saved.status).toBe(200);
    expect((await statsOf()).by).toMatchObject({ Innovation: many - 3 });
    await site.rest('admin').post(`${posts}/restore`, { ids: [1, 2, 3] });
    expect((await statsOf()).by).toMatchObject({ Innovation: many });
  });

  test('a job title that all of them have is renamed, and the search follows', async () => {
    const saved = await lists.rename('team_roles', 'HR Officer', 'Quartermaster');
    expect(saved.status).toBe(200);
    const found = async (word: string) =>
      (await site.rest('admin').get(`/api/admin/team?page=1&search=${word}`)).body.meta;
    expect((await found('quartermaster')).total).toBe(many);
    expect((await found('officer')).total).toBe(0);
  });
});

describe.each(databaseKinds)('an instance that still has the old lists, on %s', (kind) => {
  test('stores the new name, refuses what was removed, and shows what is stored', async () => {
    const site = await testApp(kind);
    const stale = await testApp(kind, {
      database: site.database,
      siteSettings: { ...createSiteSettings(site.database), current: async () => defaultSiteSettings },
    });
    const lists = choiceListsOf(site);
    await lists.rename('blog_categories', 'Technology', 'Forging');
    await lists.remove('blog_categories', 'innovation');
    const words = { title: 'T', excerpt: 'E', content: '<p>C</p>' };
    const create = (category: string) => stale.rest('admin').post(posts, { ...words, category });
    expect((await create('Technology')).body.post.category).toBe('Forging');
    expect(await create('Innovation')).toMatchObject({
      status: 422,
      body: { errors: { category: [expect.stringContaining('Forging, Development')] } },
    });
    const { id } = await createPost(site.database.fork(), { category: 'Development' });
    const changed = await stale.rest('admin').put(`${posts}/${id}`, { ...words, category: 'Technology' });
    expect(changed.body.post.category).toBe('Forging');
    await stale.close();
    await site.close();
  });
});

test('a list waits for the rows that are being stored, and then changes them too', async () => {
  const site = await testApp('postgresql');
  const work = { ...site.work(), now: new Date() };
  const isWaiting = async () => {
    const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(
      site.database.read,
    );
    return rows.length > 0;
  };
  let renamed: Promise<unknown> = Promise.resolve();
  const { id } = await inTransaction(work, async (inside) => {
    await lockChoices(inside);
    let isOver = false;
    renamed = choiceListsOf(site)
      .rename('blog_categories', 'Technology', 'Forging')
      .then(() => {
        isOver = true;
      });
    await expect.poll(async () => isOver || (await isWaiting())).toBe(true);
    return createPost(inside.em, { category: 'Technology' });
  });
  await renamed;
  expect(
    (await site.rest('admin').get(`/trpc/blog.one?input={"id":${id}}`)).body.result.data.post.category,
  ).toBe('Forging');
  await site.close();
});

test('a change by one instance is on the pages and in the checks of another', async () => {
  const url = await createPostgresql('atrium_base');
  const open = () => openTestDatabase({ url });
  const databases = await Promise.all([open(), open()]);
  const [one, other] = await Promise.all(databases.map((database) => testApp('postgresql', { database })));
  const categories = async () =>
    (await other!.rest('anonymous').get('/api/site')).body.choices.blog_categories;
  expect((await categories())[0]).toEqual({ value: 'Technology', label: 'Technology' });
  await choiceListsOf(one!).rename('blog_categories', 'Technology', 'Forging');
  await expect.poll(async () => (await categories())[0].value).toBe('Forging');
  const words = { title: 'T', excerpt: 'E', content: '<p>C</p>' };
  const created = await other!.rest('admin').post(posts, { ...words, category: 'Forging' });
  expect(created.status).toBe(201);
  await Promise.all([one!.close(), other!.close()]);
  await Promise.all(databases.map((database) => database.close()));
});
