// On both databases: values in JSON columns that are renamed with their list, and the lock on the lists.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { listUsesOf } from '../../src/settings/choices.ts';
import { createSiteSettings } from '../../src/settings/site-settings.ts';
import { Member } from '../../src/modules/team/team.module.ts';
import { TrashItem } from '../../src/content/trash/trash.ts';
import { contentModules } from '../../src/content-modules.ts';
import { listNames } from '../../src/shared/enumerations.ts';
import { motifOfCategory } from '../../src/shared/settings/choices.ts';
import { defaultLists, choiceListsOf } from '../support/choice-lists.ts';
import { databaseKinds } from '../support/database.ts';
import { createMember, createPost, createProject, createTestimonial } from '../support/factories.ts';
import { loadBuiltPages } from '../support/built-pages.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { isShortForm } from '../support/test-form.ts';

const words = { title: 'T', excerpt: 'E', content: '<p>C</p>', is_published: true };
const posts = '/api/admin/blog-posts';

test('every list is used by a column, and every column names its table', () => {
  const uses = listUsesOf(contentModules);
  expect(listNames.filter((list) => uses[list].length === 0)).toEqual([]);
  expect(uses.portfolio_categories.map(({ table, column }) => [table, column])).toEqual([
    ['projects', 'category'],
    ['testimonials', 'service'],
  ]);
});

// In this order, because each describe tells one change of the lists from its beginning.
describe('each change', { shuffle: false }, () => {
  describe.each(databaseKinds)('the lists of choices on %s', (kind) => {
    /** What follows from no SQL is run on one database in the gate. */
    const isSecondRun = isShortForm && kind === 'postgresql';
    let site: TestApp;
    let lists: ReturnType<typeof choiceListsOf>;
    const pages = { blog: '', old: '' };
    const setUp = async () => {
      site = await testApp(kind, await loadBuiltPages());
      lists = choiceListsOf(site);
    };
    const read = async (address: string) => (await site.rest('admin').get(address)).body;
    const create = (category: string, more = {}) =>
      site.rest('admin').post(posts, { ...words, ...more, category });
    const page = (url: string) => site.rest('anonymous').get(url);

    if (!isSecondRun)
      describe('when an entry is added', () => {
        beforeAll(setUp);
        afterAll(() => site.close());

        test('posts can have it, lists are filtered and counted by it, and the site shows it', async () => {
          expect((await create('Forging')).body.errors).toEqual({
            category: [
              `Category must be one of: ${defaultLists.blog_categories.map(({ name }) => name).join(', ')}`,
            ],
          });
          const before = await page('/blog');
          expect(before.body).not.toContain('Forging');
          const saved = await lists.save(({ blog_categories }) => ({
            blog_categories: [...blog_categories, { name: 'Forging' }],
          }));
          expect(saved.body.value.blog_categories.at(-1)).toEqual({
            key: 'forging',
            name: 'Forging',
            motif: '',
            former: [],
          });
          const { id } = (await create('Forging')).body;
          expect((await read(`${posts}?category=Forging&page=1`)).stats.by).toMatchObject({ Forging: 1 });
          const shown = await page('/blog?category=Forging');
          expect(shown.body).toContain('1 post in “Forging”');
          expect((await page('/blog')).body).toContain('href="/blog?category=Forging"');
          expect((await page(`/blog/${id}`)).body).toContain('href="/blog?category=Forging"');
          expect((await page('/feed.xml')).body).toContain('Forging');
          expect((await page('/api/site')).body.choices.blog_categories.at(-1)).toEqual({
            value: 'Forging',
            label: 'Forging',
          });
        });

        test('it has a drawing by its name, or the one that was chosen', async () => {
          const settings = createSiteSettings(site.database);
          const { choices } = await settings.current();
          const drawn = motifOfCategory(choices, 'blog_categories', 'Forging');
          expect(drawn).not.toBe('hero');
          expect(motifOfCategory(choices, 'blog_categories', 'Technology')).toBe('Technology');
          expect(motifOfCategory(choices, 'blog_categories', 'Left the list')).toBe('hero');
          await lists.save(({ blog_categories }) => ({
            blog_categories: blog_categories.map((entry) =>
              entry.name === 'Forging' ? { ...entry, motif: 'bridge' } : entry,
            ),
          }));
          const chosen = (await settings.current()).choices;
          expect(motifOfCategory(chosen, 'blog_categories', 'Forging')).toBe('System Migration');
        });

        test('a list takes 200 entries and no more, with long names and names from right to left', async () => {
          const long = 'Forty letters, which is very long for us';
          const hebrew = 'חדשות החברה';
          const names = [long, hebrew, ...Array.from({ length: 192 }, (_, at) => `Category ${at}`)];
          const add = (more: string[]) =>
            lists.save(({ blog_categories }) => ({
              blog_categories: [...blog_categories.slice(0, 6), ...more.map((name) => ({ name }))],
            }));
          expect(long).toHaveLength(40);
          expect((await add([...names, 'One more'])).body.errors).toEqual({
            blog_categories: ['Blog categories may have at most 200 entries'],
          });
          expect((await add(names)).status).toBe(200);
          for (const name of [long, hebrew, 'Category 191']) expect((await create(name)).status).toBe(201);
          const shown = await page(`/blog?category=${encodeURIComponent(hebrew)}`);
          expect(shown.body).toContain(`1 post in “\u2068${hebrew}\u2069”`);
          expect((await create('Category 200')).body.errors.category[0]).toContain('Category 191');
        });
      });

    describe('when an entry is renamed', () => {
      beforeAll(async () => {
        await setUp();
        const em = site.database.fork();
        await createPost(em, { title: 'One' });
        await createPost(em, { title: 'Two' });
        const { id } = await createPost(em, { title: 'Deleted' });
        await site.rest('admin').delete(`${posts}/${id}`);
        await createPost(em, { title: 'Other', category: 'Innovation' });
        pages.blog = (await page('/blog')).body;
        await lists.rename('blog_categories', 'Technology', 'Tech & tools');
      });
      afterAll(() => site.close());

      test('its rows and those in the trash are renamed, with their versions and times as before', async () => {
        const em = site.database.fork();
        const rows = await em.find(Post, {}, { orderBy: { id: 'asc' } });
        expect(rows.map(({ category, version }) => [category, version])).toEqual([
          ...[
            ['Tech & tools', 1],
            ['Tech & tools', 1],
            ['Innovation', 1],
          ],
        ]);
        expect((await em.find(TrashItem, {}))[0]!.fields).toMatchObject({
          category: 'Tech & tools',
          title: 'Deleted',
          tags: [],
        });
      });

      test('lists, counts, pages and feeds show the new name at once', async () => {
        const { stats } = await read(`${posts}?page=1`);
        expect(stats).toMatchObject({ total: 3, by: { 'Tech & tools': 2, Innovation: 1 } });
        expect(Object.keys(stats.by)[0]).toBe('Tech & tools');
        expect(pages.blog).toContain('>Technology<');
        const now = (await page('/blog')).body;
        expect(now).not.toContain('>Technology<');
        expect(now).toContain('Tech &amp; tools');
        expect((await page('/feed.json')).body.items[0].tags).toBeDefined();
        expect(JSON.stringify((await page('/feed.json')).body)).not.toContain('Technology');
      });

      test.skipIf(isSecondRun)(
        'the old name leads to the new one: in addresses, in queries and in what callers send',
        async () => {
          const moved = await page('/blog?category=Technology&search=one');
          expect([moved.status, moved.headers.location]).toEqual([
            ...[301, '/blog?category=Tech+%26+tools&search=one'],
          ]);
          expect((await page(String(moved.headers.location))).body).toContain('1 post in “Tech &amp; tools”');
          expect((await page('/api/blog-posts?category=Technology')).body.meta.total).toBe(2);
          expect((await create('Technology')).body.post.category).toBe('Tech & tools');
          expect((await page('/blog?category=Nonsense')).status).toBe(404);
        },
      );

      test.skipIf(isSecondRun)('a form that was opened before it is saved without a conflict', async () => {
        const { id } = await createPost(site.database.fork(), { category: 'Tech & tools' });
        const sent = { ...words, title: 'Kept', category: 'Technology', version: 1 };
        const saved = await site.rest('admin').put(`${posts}/${id}`, sent);
        expect(saved.body.post).toMatchObject({ title: 'Kept', category: 'Tech & tools', version: 2 });
      });

      test.skipIf(isSecondRun)('two entries can swap their names', async () => {
        const count = async () => (await read(`${posts}?page=1`)).stats.by;
        const before = await count();
        await lists.save(({ blog_categories: [one, two, ...others] }) => ({
          blog_categories: [{ ...one!, name: two!.name }, { ...two!, name: one!.name }, ...others],
        }));
        expect(await count()).toMatchObject({
          Development: before['Tech & tools'],
          'Tech & tools': before.Development,
        });
      });

      test.skipIf(isSecondRun)(
        'two entries cannot have the same name, and a list cannot be empty',
        async () => {
          const same = await lists.rename('blog_categories', 'Innovation', 'industry trends');
          expect(same.body.errors).toEqual({
            'blog_categories.4.name': ['Another category has this name already'],
          });
          expect((await lists.save(() => ({ blog_categories: [] }))).body.errors).toEqual({
            blog_categories: ['Blog categories need at least one category'],
          });
        },
      );
    });

    describe('when a job title is renamed', () => {
      beforeAll(setUp);
      afterAll(() => site.close());

      test('people are found by the new title and not by the old one', async () => {
        const em = site.database.fork();
        await createMember(em, { name: 'Ada', role: 'HR Officer' });
        await createMember(em, { name: 'Bob', role: 'HR Manager' });
        await lists.rename('team_roles', 'HR Officer', 'Straßenmeister');
        const namesOf = async (search: string) =>
          (await read(`/api/admin/team?search=${encodeURIComponent(search)}`)).team.map(
            ({ name }: { name: string }) => name,
          );
        expect(await namesOf('strassenmeister')).toEqual(['Ada']);
        expect(await namesOf('HR Officer')).toEqual([]);
        expect(await namesOf('ada')).toEqual(['Ada']);
        expect(await site.database.fork().count(Member, { role: 'Straßenmeister', version: 1 })).toBe(1);
      });

      test('projects and testimonials follow the categories of the portfolio', async () => {
        const em = site.database.fork();
        await createProject(em, { category: 'IT Support' });
        await createTestimonial(em, { service: 'IT Support', is_published: false });
        await lists.rename('portfolio_categories', 'IT Support', 'Help desk');
        expect((await read('/api/admin/portfolios?category=Help desk')).meta.total).toBe(1);
        expect((await read('/api/admin/testimonials?service=IT Support')).testimonials[0].service).toBe(
          'Help desk',
        );
        const moved = await page('/portfolio?category=IT+Support');
        expect([moved.status, moved.headers.location]).toEqual([301, '/portfolio?category=Help+desk']);
      });
    });

    if (!isSecondRun)
      describe('the sections of the team', () => {
        beforeAll(setUp);
        afterAll(() => site.close());

        test('have a value that stays when the label changes, and give the team its order', async () => {
          const em = site.database.fork();
          await createMember(em, { name: 'Ada', section: 'development', image: 'uploads/ada.webp' });
          await createMember(em, { name: 'Bob', section: 'leadership', image: 'uploads/bob.webp' });
          const namesOf = async () =>
            (await page('/api/team')).body.team.map(({ name }: { name: string }) => name);
          expect(await namesOf()).toEqual(['Bob', 'Ada']);
          await lists.save(({ team_sections: [first, second, ...others] }) => ({
            team_sections: [{ ...second!, name: 'Builders', is_first_large: true }, first!, ...others],
          }));
          expect(await namesOf()).toEqual(['Ada', 'Bob']);
          const { stats, team } = await read('/api/admin/team?page=1');
          expect(Object.keys(stats.by).slice(0, 2)).toEqual(['development', 'leadership']);
          expect(team[0]).toMatchObject({ name: 'Ada', section: 'development' });
          for (const name of ['Cleo', 'Dan', 'Eve'])
            await createMember(em, { name, section: 'development', image: 'uploads/ada.webp' });
          const shown = (await page('/team')).body;
          expect(shown).toContain('>Builders</h2>');
          // Four would be two pairs, if the first had no row of her own.
          expect(shown.match(/data-share="third"/g)).toHaveLength(3);
        });

        test('give their people to another one when they are removed', async () => {
          expect((await lists.remove('team_sections', 'leadership')).body).toMatchObject({
            in_use: { members: 1 },
          });
          expect((await lists.remove('team_sections', 'leadership', 'tech-support')).status).toBe(200);
          const { team } = await read('/api/admin/team?section=leadership');
          expect(team).toMatchObject([{ name: 'Bob', section: 'tech-support' }]);
        });
      });

    describe('when an entry is removed', () => {
      beforeAll(async () => {
        await setUp();
        const em = site.database.fork();
        for (let count = 0; count < 7; count += 1) await createPost(em);
        const { id } = await createPost(em);
        await site.rest('admin').delete(`${posts}/${id}`);
      });
      afterAll(() => site.close());

      test.skipIf(isSecondRun)('the rows that use it are named, and nothing changes', async () => {
        const { version } = await lists.read();
        const refused = await lists.remove('blog_categories', 'technology');
        expect(refused.status).toBe(409);
        expect(refused.body).toMatchObject({
          in_use: { posts: 7, trash: 1 },
          message:
            '“Technology” is used by 7 posts and 1 deleted entry. Say where they go before you remove it.',
        });
        expect((await lists.read()).version).toBe(version);
        expect((await lists.usage('blog_categories'))[0]).toEqual({
          value: 'Technology',
          key: 'technology',
          name: 'Technology',
          in_use: { posts: 7, trash: 1 },
        });
      });

      test.skipIf(isSecondRun)('they cannot go to an entry that is not there', async () => {
        const refused = await lists.remove('blog_categories', 'technology', 'nowhere');
        expect([refused.status, refused.body.errors]).toEqual([
          ...[422, { 'reassign_to.blog_categories.technology': ['The list has no such entry.'] }],
        ]);
      });

      test('an earlier version of the lists is restored only if no row loses its entry', async () => {
        const { version } = (
          await lists.save(({ blog_categories }) => ({
            blog_categories: [...blog_categories, { name: 'New' }],
          }))
        ).body;
        await lists.save(({ blog_categories: [, ...others] }) => ({ blog_categories: others }), {
          reassign_to: { 'blog_categories.technology': 'New' },
        });
        const restore = (more = {}) => site.rest('admin').post(`${lists.path}/restore`, { version, ...more });
        expect((await restore()).status).toBe(200);
        expect((await read(`${posts}?page=1`)).stats.by).toMatchObject({ Technology: 0, New: 7 });
        const { stats } = await read(`${posts}?page=1`);
        expect(stats.total).toBe(7);
        await site.rest('admin').post(`${posts}/delete`, { ids: [1] });
        expect((await lists.remove('blog_categories', 'new')).body.in_use).toEqual({ posts: 6, trash: 2 });
      });

      test('they get the other entry, the removed one stays understood, and one in the trash is restored into it', async () => {
        const saved = await lists.remove('blog_categories', 'new', 'development');
        expect(saved.status).toBe(200);
        expect(
          saved.body.value.blog_categories.find(({ key }: { key: string }) => key === 'development'),
        ).toEqual({
          key: 'development',
          name: 'Development',
          motif: 'stairs',
          former: ['New'],
        });
        await site.rest('admin').post(`${posts}/restore`, { ids: [1] });
        const { stats } = await read(`${posts}?page=1`);
        expect(stats.by).toMatchObject({ Development: 7 });
        expect(stats.by).not.toHaveProperty('New');
        expect((await page('/blog?category=New')).headers.location).toBe('/blog?category=Development');
        expect((await create('New')).body.post.category).toBe('Development');
      });
    });

    if (!isSecondRun)
      describe('values that no list has', () => {
        beforeAll(setUp);
        afterAll(() => site.close());

        test('are shown, counted and filtered by, and cannot be given to another row', async () => {
          const { id } = await createPost(site.database.fork(), { title: 'Old', category: 'Heritage' });
          const { stats, posts: found } = await read(`${posts}?page=1&category=Heritage`);
          expect(stats).toMatchObject({ total: 1, by: { Technology: 0, Heritage: 1 } });
          expect(found).toMatchObject([{ id, category: 'Heritage' }]);
          expect((await page(`/blog/${id}`)).body).toContain('href="/blog?category=Heritage"');
          expect((await page('/blog?category=Heritage')).body).toContain('1 post in “Heritage”');
          expect((await create('Heritage')).status).toBe(422);
          expect((await lists.usage('blog_categories')).at(-1)).toEqual({
            value: 'Heritage',
            key: null,
            name: 'Heritage',
            in_use: { posts: 1 },
          });
          const changed = await site
            .rest('admin')
            .post(`${posts}/publication`, { ids: [id], is_published: false });
          expect(changed.body.results).toEqual([{ id, outcome: 'changed', version: 2 }]);
        });

        test('become part of the list when an entry with that name is added', async () => {
          await lists.save(({ blog_categories }) => ({
            blog_categories: [...blog_categories, { name: 'Heritage' }],
          }));
          expect((await lists.usage('blog_categories')).at(-1)).toMatchObject({
            key: 'heritage',
            in_use: { posts: 1 },
          });
        });
      });

    describe('two admins', () => {
      beforeAll(setUp);
      afterAll(() => site.close());

      test('change different entries of one list, and both changes reach the rows', async () => {
        const em = site.database.fork();
        await createPost(em, { category: 'Technology' });
        await createPost(em, { category: 'Innovation' });
        const opened = await lists.read();
        const renamed = (old: string, name: string) =>
          opened.value.blog_categories.map((entry) => (entry.name === old ? { ...entry, name } : entry));
        const save = (blog_categories: object[]) =>
          site.rest('admin').put(lists.path, {
            value: { ...opened.value, blog_categories },
            version: opened.version,
          });
        expect((await save(renamed('Technology', 'Tools'))).status).toBe(200);
        const second = await save([...renamed('Innovation', 'Ideas'), { name: 'Forging' }]);
        expect(second.body.value.blog_categories.map(({ name }: { name: string }) => name)).toEqual([
          ...['Tools', 'Development', 'Ideas', 'Company News', 'Industry Trends', 'Forging'],
        ]);
        expect((await read(`${posts}?page=1`)).stats.by).toMatchObject({ Tools: 1, Ideas: 1 });
        const third = await save(renamed('Technology', 'Gear'));
        expect([third.status, third.body.current.conflicts]).toEqual([
          ...[409, ['blog_categories.technology.name']],
        ]);
        expect((await read(`${posts}?page=1`)).stats.by).toMatchObject({ Tools: 1 });
      });

      test('rename at the same moment, while others write posts, and no post keeps an old name', async () => {
        const names = ['Iron', 'Steel', 'Brass', 'Copper'];
        const rename = async (name: string) => {
          const { value } = await lists.read();
          const [first, ...others] = value.blog_categories;
          const answer = await site.rest('admin').put(lists.path, {
            value: { ...value, blog_categories: [{ ...first!, name }, ...others] },
          });
          expect(answer.status).toBe(200);
        };
        const written = Array.from({ length: 12 }, () => create('Tools'));
        const answers = (await Promise.all([...names.map(rename), ...written])).flatMap(
          (answer) => answer ?? [],
        );
        expect(answers.map(({ status }) => status)).toEqual(written.map(() => 201));
        const [{ name }] = (await lists.read()).value.blog_categories as [{ name: string }];
        const { by } = (await read(`${posts}?page=1`)).stats;
        expect(by[name]).toBe(13);
      });
    });

    if (!isSecondRun)
      describe('who may change the lists', () => {
        beforeAll(setUp);
        afterAll(() => site.close());

        test.each([
          ['admin', 200],
          ['content_moderator', 200],
          ['hr', 403],
          ['user', 403],
          ['anonymous', 401],
        ] as const)('%s gets %i', async (role, status) => {
          const { value } = await lists.read();
          const rest = site.rest(role);
          expect((await rest.put(lists.path, { value })).status).toBe(status);
          expect((await rest.get(`${lists.path}/team_roles/usage`)).status).toBe(status);
        });

        test('the types of jobs get other labels and keep their values', async () => {
          await lists.save(() => ({
            job_types: {
              full_time: 'Vollzeit',
              part_time: 'Teilzeit',
              contract: 'Vertrag',
              internship: 'Praktikum',
            },
          }));
          const job = {
            title: 'Smith',
            description: 'D',
            type: 'Full-time',
            location: 'L',
            department: 'D',
            requirements: ['R'],
            responsibilities: ['B'],
            is_active: true,
          };
          const { id } = (await site.rest('admin').post('/api/admin/jobs', job)).body;
          await site
            .rest('admin')
            .post('/api/admin/jobs', { ...job, is_internship: true, duration: '3 months' });
          expect((await page('/api/jobs?type=Full-time')).body.jobs).toMatchObject([
            { id, type: 'Full-time' },
          ]);
          const listed = (await page('/career')).body;
          expect(listed).toContain('<a class="chip" href="/career?type=Full-time">Vollzeit</a>');
          expect(listed).toContain('Praktikum, 3 months');
          expect((await page(`/career/${id}`)).body).toContain('"employmentType":"FULL_TIME"');
        });
      });
  });
});
