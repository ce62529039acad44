// On both databases: moments, which SQLite stores as numbers, and rows that another instance has locked.
import { beforeEach, describe, expect, test } from 'vitest';
import { Activity } from '../../src/log/activity.entity.ts';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { logAllDueMoments } from '../../src/content/schedule-log.ts';
import { contentModuleList } from '../../src/content-modules.ts';
import { buildFormData } from '../support/callers.ts';
import { hour, minute, second, stoppedClock } from '../support/clock.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { loadBuiltPages } from '../support/built-pages.ts';
import { isShortForm } from '../support/test-form.ts';
import { testApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';

const words = { title: 'The foundry opens', excerpt: 'E', content: '<p>C</p>', category: 'Technology' };
const job = {
  title: 'Founder',
  description: 'Casts',
  type: 'Full-time',
  location: 'London',
  department: 'Foundry',
  requirements: ['Patience'],
  responsibilities: ['Cast'],
};
const project = { title: 'A bell', description: 'Cast', category: 'IT Support', client: 'A church' };
const list = encodeURIComponent(JSON.stringify({ 0: { page: 1 } }));

describe.each(databaseKinds)('the schedule on %s', (kind) => {
  /** Rules that no SQL decides run once in the short form. */
  const testOnce = onceInGate(kind);
  const clock = stoppedClock();
  const parts = async () => ({ ...(await loadBuiltPages()), cdnSeconds: 300 });
  const site = useSite({ on: kind, clock, parts });
  beforeEach(() => setTo('2026-11-24T08:58:00Z'));
  const setTo = (moment: string) => clock.forward(new Date(moment).getTime() - clock.now().getTime());
  const admin = () => site.rest('admin');
  const get = (url: string, app = site) => app.app.inject({ url });
  const settle = () => logAllDueMoments(site.database, contentModuleList, clock.now());
  const entries = async (log: string) => {
    const found = await site.database.fork().find(Activity, { module: log, user_name: 'Schedule' });
    return found.map(({ description }) => description);
  };
  const places = (id: number) => ({
    page: `/blog/${id}`,
    list: '/blog',
    home: '/',
    category: '/blog?category=Technology',
    search: '/api/blog-posts?search=foundry',
    json: `/api/blog-posts/${id}`,
    all: '/api/blog-posts?page=1',
    trpc: `/trpc/blog.published?batch=1&input=${list}`,
    rss: '/feed.xml',
    jsonFeed: '/feed.json',
    sitemap: '/sitemap.xml',
  });
  /** Returns the places where a stranger finds the post, asked twice so that the second answer is a cached one. */
  const shownAt = async (id: number, app = site) => {
    const shown = new Set<string>();
    for (const _ of [1, 2]) {
      for (const [name, url] of Object.entries(places(id))) {
        const { body, statusCode } = await get(url, app);
        const needle = name === 'sitemap' ? `/blog/${id}<` : 'The foundry opens';
        if (statusCode === 200 && body.includes(needle)) shown.add(name);
      }
    }
    return [...shown];
  };
  const everywhere = (id: number) => Object.keys(places(id));
  const create = async (more: object) =>
    (await admin().post('/api/admin/blog-posts', { ...words, is_published: true, ...more })).body.post;

  testOnce(
    'a part without entries answers without filters, and pages link to it while it has one',
    async () => {
      const parts = ['blog', 'portfolio', 'team', 'gallery', 'career'];
      const linked = async () => {
        const { body } = await get('/about');
        return parts.filter((part) => new RegExp(`href="/${part}["/?]`).test(body));
      };
      expect(await linked()).toEqual([]);
      for (const part of parts) {
        const { statusCode, body } = await get(`/${part}`);
        expect([statusCode, body.includes('class="choices"')], part).toEqual([200, false]);
      }
      const published_at = '2026-11-24T09:00:00Z';
      const unpublish_at = '2026-11-24T17:00:00Z';
      const { body: post } = await admin().post(
        '/api/admin/blog-posts',
        buildFormData({ ...words, is_published: '1', published_at, unpublish_at }),
      );
      expect(await linked(), `${post.id} is scheduled`).toEqual([]);
      setTo(published_at);
      expect(await linked()).toEqual(['blog']);
      await admin().post('/api/admin/jobs', { ...job, is_active: true });
      await admin().post('/api/admin/portfolios', buildFormData(project));
      expect(await linked()).toEqual(['blog', 'portfolio', 'career']);
      setTo(unpublish_at);
      expect(await linked()).toEqual(['portfolio', 'career']);
    },
  );

  test.skipIf(isShortForm && kind === 'sqlite')(
    'a post is everywhere at its moment and not before, on two instances, and leaves at its end',
    async () => {
      const other = await testApp(kind, { ...(await parts()), clock: clock.now, database: site.database });
      const dates = { published_at: '2026-11-24T10:00:00+01:00', unpublish_at: '2026-11-24T17:00:00Z' };
      const post = await create(dates);
      expect(post).toMatchObject({
        is_published: true,
        state: 'scheduled',
        published_at: '2026-11-24T09:00:00.000Z',
        unpublish_at: '2026-11-24T17:00:00.000Z',
      });
      setTo('2026-11-24T08:59:59.999Z');
      for (const app of [site, other]) expect(await shownAt(post.id, app)).toEqual([]);
      setTo('2026-11-24T09:00:00.000Z');
      for (const app of [site, other]) expect(await shownAt(post.id, app)).toEqual(everywhere(post.id));
      const read = (await admin().get('/api/admin/blog-posts?page=1')).body.posts[0];
      expect(read).toMatchObject({ state: 'published', is_published: true, version: 1 });
      setTo('2026-11-24T16:59:59.999Z');
      for (const app of [site, other]) expect(await shownAt(post.id, app)).toEqual(everywhere(post.id));
      setTo('2026-11-24T17:00:00.000Z');
      for (const app of [site, other]) expect(await shownAt(post.id, app)).toEqual([]);
      expect((await admin().get('/api/admin/blog-posts?page=1')).body.posts[0].state).toBe('ended');
      await other.close();
    },
  );

  testOnce('a clock that is set back hides the post again', async () => {
    const { id } = await create({ published_at: '2026-11-24T09:00:00Z' });
    setTo('2026-11-24T09:00:00Z');
    expect(await shownAt(id)).toEqual(everywhere(id));
    clock.forward(-second);
    expect(await shownAt(id)).toEqual([]);
    clock.forward(second);
    expect(await shownAt(id)).toEqual(everywhere(id));
  });

  test('tells the log once, after a downtime too, and keeps the version of open forms', async () => {
    const { id } = await create({
      published_at: '2026-11-24T09:00:00Z',
      unpublish_at: '2026-11-24T17:00:00Z',
    });
    expect(await settle()).toEqual(new Date('2026-11-24T09:00:00Z'));
    expect(await entries('blog')).toEqual([]);
    setTo('2026-11-24T09:00:10Z');
    await Promise.all([settle(), settle(), settle()]);
    await settle();
    expect(await entries('blog')).toEqual(['Published blog post "The foundry opens"']);
    expect(await site.database.fork().findOneOrFail(Post, id)).toMatchObject({ version: 1 });
    setTo('2026-11-24T19:00:00Z');
    expect(await settle()).toBeUndefined();
    await settle();
    expect(await entries('blog')).toEqual([
      'Published blog post "The foundry opens"',
      'Unpublished blog post "The foundry opens"',
    ]);
    const [read] = (await admin().get('/api/admin/blog-posts?page=1')).body.posts;
    expect(read).toMatchObject({ is_published: false, state: 'ended', version: 2 });
    // Published again, the end that has passed does not hide it.
    await admin().put(`/api/admin/blog-posts/${id}`, { ...words, is_published: true });
    expect(await shownAt(id)).toEqual(everywhere(id));
    await settle();
    expect(await entries('blog')).toHaveLength(2);
  });

  testOnce('both moments passed while nothing ran are both in the log', async () => {
    const dates = { published_at: '2026-11-24T09:00:00Z', unpublish_at: '2026-11-24T17:00:00Z' };
    await create(dates);
    await admin().post('/api/admin/portfolios', buildFormData({ ...project, ...dates }));
    setTo('2026-11-25T09:00:00Z');
    for (const _ of [1, 2]) await settle();
    expect(await entries('blog')).toHaveLength(2);
    expect(await entries('portfolio')).toEqual([
      'Published portfolio project "A bell"',
      'Unpublished portfolio project "A bell"',
    ]);
  });

  testOnce('a date is set once, kept as a draft, editable and cleared', async () => {
    const { id, published_at } = await create({});
    expect(published_at).toBe(clock.now().toISOString());
    clock.forward(hour);
    const save = async (more: object) => {
      const { status, body } = await admin().put(`/api/admin/blog-posts/${id}`, { ...words, ...more });
      expect(status, JSON.stringify(body)).toBe(200);
      return body.post;
    };
    expect(await save({ is_published: false })).toMatchObject({ published_at, state: 'draft' });
    expect(await save({ is_published: true })).toMatchObject({ published_at, state: 'published' });
    const past = '2001-02-03T04:05:06.000Z';
    expect(await save({ published_at: past })).toMatchObject({ published_at: past });
    expect((await get('/feed.json')).json().items[0].date_published).toBe(past);
    expect((await get(`/blog/${id}`)).body).toContain(`"datePublished":"${past}"`);
    expect(await save({ published_at: '' })).toMatchObject({ published_at: clock.now().toISOString() });
    await save({ is_published: false });
    expect(await save({ published_at: null })).toMatchObject({ published_at: null, state: 'draft' });
  });

  test('lists are in the order of publication', async () => {
    const titles = ['One', 'Two', 'Three'];
    const dates = ['2026-03-01T00:00:00Z', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'];
    const ids: number[] = [];
    for (const [at, title] of titles.entries()) {
      ids.push((await create({ title, published_at: dates[at] })).id);
      clock.forward(minute);
    }
    const read = async (query: string) =>
      (await get(`/api/blog-posts?${query}`)).json().posts.map(({ title }: { title: string }) => title);
    expect(await read('page=1')).toEqual(['One', 'Three', 'Two']);
    expect(await read(`per_page=5&before=${ids[2]}`)).toEqual(['Two']);
    expect(await read('')).toEqual(['One', 'Three', 'Two']);
    const items = (await get('/feed.json')).json().items;
    expect(items.map(({ title }: { title: string }) => title)).toEqual(['One', 'Three', 'Two']);
    const staff = (await admin().get('/api/admin/blog-posts?page=1')).body.posts;
    expect(staff.map(({ title }: { title: string }) => title)).toEqual(['Three', 'Two', 'One']);
  });

  testOnce('wrong dates are refused in words', async () => {
    const refused = async (more: object) => {
      const { status, body } = await admin().post('/api/admin/blog-posts', { ...words, ...more });
      expect(status).toBe(422);
      return body.errors;
    };
    const clear = 'Publication date must be a date with time and offset, such as 2026-11-24T09:00:00Z';
    for (const published_at of ['tomorrow', '2026-11-24', '2026-02-30T10:00:00Z', 12, '2026-11-24T09:00'])
      expect(await refused({ published_at })).toEqual({ published_at: [clear] });
    expect(await refused({ published_at: '1969-12-31T10:00:00Z' })).toEqual({
      published_at: ['Publication date must not be before 1970'],
    });
    expect(await refused({ published_at: '9999-12-31T23:59:59-12:00' })).toEqual({
      published_at: ['Publication date must not be after 9999'],
    });
    const late = await admin().get('/api/admin/blog-posts?updated_since=9999-12-31T23:59:59-12:00');
    expect(late.body.errors).toEqual({ updated_since: ['Updated since must not be after 9999'] });
    const last = { ...words, unpublish_at: '9999-12-31T23:59:59Z' };
    const { body: stored } = await admin().post('/api/admin/blog-posts', last);
    const again = await admin().put(`/api/admin/blog-posts/${stored.id}`, stored.post);
    expect(again.status, 'what the API answers can be sent back').toBe(200);
    const at = '2026-11-24T09:00:00Z';
    expect(await refused({ published_at: at, unpublish_at: at, is_published: true })).toEqual({
      unpublish_at: ['End of publication must be later than the publication date'],
    });
  });

  testOnce('staff change the dates alone, with the version they have read', async () => {
    const { id, version } = await create({});
    const publishing = (more: object) => admin().put(`/api/admin/blog-posts/${id}/publishing`, more);
    const changed = await publishing({ version, published_at: '2026-12-01T00:00:00Z' });
    expect(changed).toMatchObject({ status: 200, body: { post: { state: 'scheduled', version: 2 } } });
    expect(await publishing({ version, published_at: null })).toMatchObject({
      status: 409,
      body: { current: { id, version: 2, state: 'scheduled' } },
    });
    expect((await publishing({ is_published: false })).body.post).toMatchObject({ state: 'draft', ...words });
    expect((await site.rest('hr').put(`/api/admin/blog-posts/${id}/publishing`, {})).status).toBe(403);
  });

  testOnce(
    'a scheduled title is not in what others read of the log, and no public answer has its end',
    async () => {
      const { id } = await create({
        published_at: '2026-11-24T09:00:00Z',
        unpublish_at: '2027-01-01T00:00:00Z',
      });
      const read = async () => JSON.stringify((await site.rest('user').get('/api/admin/activities')).body);
      expect(await read()).not.toContain('foundry');
      setTo('2026-11-24T09:00:00Z');
      await settle();
      expect(await read()).toContain('Published blog post \\"The foundry opens\\"');
      for (const url of [`/api/blog-posts/${id}`, '/api/blog-posts?page=1']) {
        const { body } = await get(url);
        expect(body).toContain('published_at');
        expect(body).not.toMatch(/unpublish_at|announced_at|"state"/);
      }
    },
  );

  testOnce('a job closes at the end of its day in the time zone of the site', async () => {
    setTo('2026-11-24T20:00:00Z');
    const region = (await admin().get('/api/admin/settings/region')).body;
    await admin().put('/api/admin/settings/region', {
      version: region.version,
      value: { ...region.value, time_zone: 'America/New_York' },
    });
    const { body } = await admin().post('/api/admin/jobs', { ...job, closes_at: '2026-11-24' });
    expect(body.job).toMatchObject({ closes_at: '2026-11-25T04:59:59.999Z', state: 'published' });
    const { id } = body;
    const apply = () =>
      site
        .rest('anonymous')
        .post(
          `/api/jobs/${id}/applications`,
          buildFormData({ name: 'Ada', email: 'ada@example.com', message: 'Please.' }),
        );
    const page = async () => (await get(`/career/${id}`)).body;
    setTo('2026-11-25T04:59:59Z');
    expect(await page()).toContain('Apply by');
    expect(await page()).toContain('24 November 2026');
    expect(await page()).toContain('"validThrough":"2026-11-25T04:59:59.999Z"');
    expect((await apply()).status).toBe(201);
    setTo('2026-11-25T05:00:00Z');
    expect((await get(`/career/${id}`)).statusCode).toBe(404);
    expect((await get(`/api/jobs/${id}`)).statusCode).toBe(404);
    expect((await apply()).status).toBe(404);
    for (const url of ['/career', '/api/jobs']) expect((await get(url)).body).not.toContain('Founder');
    expect((await get('/sitemap.xml')).body).not.toContain(`/career/${id}<`);
    await settle();
    expect(await entries('job')).toEqual(['Closed job posting "Founder"']);
    expect((await admin().get('/api/admin/jobs')).body.jobs[0]).toMatchObject({
      is_active: false,
      state: 'ended',
    });
    const refused = await admin().post('/api/admin/jobs', { ...job, closes_at: '2026-02-29' });
    expect(refused.body.errors).toEqual({
      closes_at: ['Closing date must be a day that exists, such as 2026-11-24'],
    });
  });

  testOnce('a project appears and disappears at its moments', async () => {
    const dates = { published_at: '2026-11-24T09:00:00Z', unpublish_at: '2026-11-24T17:00:00Z' };
    const { body } = await admin().post('/api/admin/portfolios', buildFormData({ ...project, ...dates }));
    expect(body.portfolio).toMatchObject({ state: 'scheduled' });
    const places = ['/portfolio', '/api/portfolios', `/portfolio/${body.id}`, '/sitemap.xml'];
    const needles = ['A bell', 'A bell', 'A bell', `/portfolio/${body.id}<`];
    const shown = async () => {
      const bodies = await Promise.all(places.map(async (url) => (await get(url)).body));
      return bodies.map((text, at) => text.includes(needles[at]!));
    };
    expect(await shown()).toEqual([false, false, false, false]);
    setTo('2026-11-24T09:00:00Z');
    expect(await shown()).toEqual([true, true, true, true]);
    setTo('2026-11-24T17:00:00Z');
    expect(await shown()).toEqual([false, false, false, false]);
  });

  testOnce('a CDN gets no more seconds than are left', async () => {
    const policy = async () => String((await get('/api/blog-posts?page=1')).headers['cdn-cache-control']);
    expect(await policy()).toBe('public, max-age=300, stale-while-revalidate=300, stale-if-error=86400');
    await create({ published_at: '2026-11-24T09:00:00Z' });
    expect(await policy()).toBe('public, max-age=120, stale-if-error=86400');
    setTo('2026-11-24T08:59:59.500Z');
    expect(await policy()).toBe('public, max-age=0, stale-if-error=86400');
    setTo('2026-11-24T09:00:00Z');
    expect(await policy()).toBe('public, max-age=300, stale-while-revalidate=300, stale-if-error=86400');
  });
});
