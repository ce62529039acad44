import { describe, expect, test } from 'vitest';
import { buildFormData } from '../support/callers.ts';
import { minute, stoppedClock } from '../support/clock.ts';
import { createJob, createMessage, createPost, createProject, createUser } from '../support/factories.ts';
import { picture } from '../support/pictures.ts';
import { useSite } from '../support/use-site.ts';

const clock = stoppedClock();
const site = useSite({ clock });
const em = () => site.database.fork();
const get = (url: string) => site.rest('admin').get(`/api/admin/${url}`);
const titles = async (query: string) =>
  (await get(`jobs?${query}`)).body.jobs.map((job: { title: string }) => job.title);

test('a list is sorted by a name, by a name after a minus, and by a name with its direction', async () => {
  for (const title of ['Architect', 'Engineer', 'Designer']) await createJob(site.database.fork(), { title });
  const ascending = ['Architect', 'Designer', 'Engineer'];
  for (const sort of ['title', 'title:asc']) expect(await titles(`sort=${sort}`), sort).toEqual(ascending);
  for (const sort of ['-title', 'title:desc'])
    expect(await titles(`sort=${sort}`), sort).toEqual(ascending.toReversed());
  const changed = (await get('jobs?sort=-updated_at')).body.jobs;
  expect(changed).toHaveLength(3);
  expect((await get('jobs?sort=colour')).body.errors.sort).toEqual([expect.stringContaining('updated_at')]);
});

test('fields leaves the named members in each row, and an unknown one is a 422 that names the nearest', async () => {
  await createJob(site.database.fork(), { title: 'Engineer' });
  const { jobs, meta, stats } = (await get('jobs?fields=id,%20title')).body;
  expect(jobs).toEqual([{ id: expect.any(Number), title: 'Engineer' }]);
  expect(meta.total).toBe(1);
  expect(stats.total).toBe(1);
  const unknown = (await get('jobs?fields=id,titel')).body.errors;
  expect(unknown).toEqual({ fields: ['A row has no member titel. The nearest one is title.'] });
  const [{ id: user }, { id: message }] = [await createUser(em()), await createMessage(em())];
  expect((await get(`users/${user}?fields=id,role`)).body).toEqual({ user: { id: user, role: 'user' } });
  const read = (await get(`messages/${message}?fields=id,kind`)).body;
  expect(read).toMatchObject({ message: { id: message, kind: 'contact' }, events: [] });
  expect(Object.keys(read.message)).toEqual(['id', 'kind']);
  const item = await picture({ width: 60 });
  const { id } = (await site.rest('admin').post('/api/admin/media', buildFormData({ file: item }))).body;
  expect((await get(`media/${id}?fields=id`)).body).toMatchObject({ item: { id }, uses: [] });
});

test('updated_since lists what was saved since then, and as_of is a minute before the call', async () => {
  const early = await createPost(site.database.fork(), { title: 'Early' });
  await site.database
    .fork()
    .nativeUpdate(
      'Post' as never,
      { id: early.id } as never,
      { updated_at: new Date('2026-01-01') } as never,
    );
  await createPost(site.database.fork(), { title: 'Late' });
  const { posts, meta } = (await get('blog-posts?updated_since=2026-02-01T00:00:00Z')).body;
  expect(posts.map((post: { title: string }) => post.title)).toEqual(['Late']);
  expect(Date.parse(meta.as_of)).toBe(clock.now().getTime() - minute);
  expect((await get('blog-posts')).body.meta.as_of).toBeUndefined();
  expect((await get('blog-posts?updated_since=yesterday')).body.errors.updated_since).toHaveLength(1);
});

test('a program that asks since when sees what was deleted, and a row that came back as changed', async () => {
  const { id } = await createPost(site.database.fork(), { title: 'Gone' });
  const long_ago = new Date('2026-01-01');
  await site.database
    .fork()
    .nativeUpdate('Post' as never, { id } as never, { updated_at: long_ago } as never);
  const { version } = (await get(`blog-posts/${id}`)).body.post;
  await site.rest('admin').delete(`/api/admin/blog-posts/${id}`);
  const since = '2026-02-01T00:00:00Z';
  const deleted = (await get(`blog-posts/trash?deleted_since=${since}`)).body;
  expect([deleted.items.map((item: { id: number }) => item.id), deleted.meta.total]).toEqual([[id], 1]);
  const { as_of } = deleted.meta;
  expect(Date.parse(as_of)).toBe(clock.now().getTime() - minute);
  const later = new Date(clock.now().getTime() + minute).toISOString();
  expect((await get(`blog-posts/trash?deleted_since=${later}`)).body.items).toEqual([]);
  expect((await get('blog-posts/trash?deleted_since=today')).body.errors.deleted_since).toHaveLength(1);

  await site.rest('admin').post(`/api/admin/blog-posts/${id}/restore`);
  const { posts } = (await get(`blog-posts?updated_since=${since}`)).body;
  expect(posts).toMatchObject([{ id, version }]);
});

describe('an unknown query parameter', () => {
  test('below /api/admin is a 422 that names the nearest one, after the caller was identified', async () => {
    const refused: [method: 'get' | 'post' | 'delete', path: string, name: string, nearest: string][] = [
      ['get', '/api/admin/blog-posts?per-page=5', 'per-page', 'per_page'],
      ['get', '/api/admin/users?serach=a', 'serach', 'search'],
      ['get', '/api/admin/messages?is_unread=1', 'is_unread', 'is_read'],
      ['get', '/api/admin/jobs/4711?id=7', 'id', 'It takes fields'],
      ['delete', '/api/admin/jobs/4711?force=1', 'force', 'no query parameters'],
      ['get', '/api/admin/user?fields=id', 'fields', 'no query parameters'],
    ];
    for (const [method, url, name, nearest] of refused) {
      const answer = await site.rest('admin')[method](url);
      expect(answer, url).toMatchObject({ status: 422, body: { errors: { [name]: [expect.any(String)] } } });
      expect(answer.body.errors[name][0], url).toContain(nearest);
      expect((await site.rest('anonymous')[method](url)).status, url).toBe(401);
    }
  });

  test('of a public read is ignored', async () => {
    expect((await site.rest('anonymous').get('/api/blog-posts?utm_source=mail')).status).toBe(200);
  });
});

test('HEAD answers as GET does without the body, and OPTIONS names the methods of a path', async () => {
  const post = await createPost(site.database.fork());
  const headers = { authorization: `Bearer ${await site.openSession('admin')}` };
  for (const url of ['/api/admin/blog-posts?per_page=1', `/api/admin/blog-posts/${post.id}`, '/api/team']) {
    const read = await site.app.inject({ url, headers });
    const head = await site.app.inject({ method: 'HEAD', url, headers });
    expect([head.statusCode, head.body, head.headers.etag], url).toEqual([200, '', read.headers.etag]);
  }
  const csv = await site.app.inject({ method: 'HEAD', url: '/api/admin/activities.csv', headers });
  expect([csv.statusCode, csv.body, csv.headers['content-type']]).toEqual([
    200,
    '',
    'text/csv; charset=utf-8',
  ]);

  const allowed = [
    ['/api/admin/blog-posts/7', 'GET, HEAD, PUT, POST, PATCH, DELETE'],
    ['/api/admin/jobs', 'GET, HEAD, POST'],
    ['/api/contact', 'POST'],
  ] as const;
  for (const [url, allow] of allowed) {
    const answer = await site.app.inject({ method: 'OPTIONS', url });
    expect([answer.statusCode, answer.headers.allow, answer.body], url).toEqual([204, allow, '']);
  }
  expect((await site.app.inject({ method: 'OPTIONS', url: '/api/nothing' })).statusCode).toBe(404);
});

test('a list finds a draft by its slug, posts by a tag, and says what it takes when nothing is near', async () => {
  const admin = site.rest('admin');
  await createPost(site.database.fork(), {
    title: 'Draft',
    slug: 'the-draft',
    is_published: false,
    tags: ['oak'],
  });
  await createPost(site.database.fork(), { title: 'Other', slug: 'another', tags: ['oak', 'ash'] });
  await createJob(site.database.fork(), { title: 'Turner', slug: 'turner', is_active: false });
  const found = async (url: string) => {
    const { posts, jobs } = (await admin.get(`/api/admin/${url}`)).body;
    return (posts ?? jobs).map(({ title }: { title: string }) => title).toSorted();
  };
  expect(await found('blog-posts?slug=the-draft')).toEqual(['Draft']);
  expect(await found('blog-posts?slug=nowhere')).toEqual([]);
  expect(await found('blog-posts?tag=oak')).toEqual(['Draft', 'Other']);
  expect(await found('blog-posts?tag=ash&slug=the-draft')).toEqual([]);
  expect(await found('jobs?slug=turner')).toEqual(['Turner']);
  const { errors } = (await admin.get('/api/admin/jobs?tag=oak')).body;
  expect(errors.tag[0]).toMatch(/^This call has no such query parameter\. It takes .*page.*type/);
});

test('a public list has texts without the marks of the style sheet, whole addresses, and what is new to visitors', async () => {
  const content =
    '<p>See <a href="/services">services</a>.</p><table><tbody><tr><td>1</td></tr></tbody></table>';
  const old = await createPost(em(), { title: 'Old', content, is_published: true });
  const long_ago = { updated_at: new Date('2026-01-01'), published_at: new Date('2026-01-01') };
  await em().nativeUpdate('Post' as never, { id: old.id } as never, long_ago as never);
  const planned = await createPost(em(), { title: 'Planned', content, is_published: true });
  const saved = { updated_at: new Date('2026-01-01'), published_at: new Date('2026-03-01') };
  await em().nativeUpdate('Post' as never, { id: planned.id } as never, saved as never);
  const list = async (query: string) => (await site.rest('anonymous').get(`/api/blog-posts?${query}`)).body;
  const { posts } = await list('include=content');
  expect(posts[0].content).toBe(content.replace('href="/', 'href="http://localhost:3000/'));
  expect((await list('')).posts[0]).not.toHaveProperty('content');
  const { posts: since, meta } = await list('updated_since=2026-02-01T00:00:00Z');
  expect(since.map(({ title }: { title: string }) => title)).toEqual(['Planned']);
  expect(Date.parse(meta.as_of)).toBe(clock.now().getTime() - minute);
  expect((await list('include=content&per_page=21')).errors.per_page).toHaveLength(1);
  expect((await list('include=texts')).errors.include).toHaveLength(1);
});

test('a filter takes several values, and a row has one of them', async () => {
  const post = { is_published: true, published_at: new Date('2026-01-01'), tags: ['oak'] };
  await createPost(em(), { title: 'A', category: 'Technology', slug: 'a', ...post });
  await createPost(em(), {
    title: 'B',
    category: 'Innovation',
    slug: 'b',
    is_published: false,
    tags: ['ash'],
  });
  await createPost(em(), { title: 'C', category: 'Company News', slug: 'c', ...post, tags: ['elm'] });
  for (const type of ['Full-time', 'Contract', 'Part-time'] as const)
    await createJob(em(), { title: type, type, is_internship: false });
  await createJob(em(), { title: 'Trainee', type: 'Full-time', is_internship: true });
  for (const kind of ['contact', 'quotation', 'application'] as const) await createMessage(em(), { kind });
  const found: [path: string, query: string, member: string, expected: string[]][] = [
    ['admin/blog-posts', 'category=Technology&category=Innovation', 'title', ['A', 'B']],
    ['admin/blog-posts', 'tag=ash&tag=elm', 'title', ['B', 'C']],
    ['admin/blog-posts', 'slug=a&slug=c&category=Technology&category=Innovation', 'title', ['A']],
    ['admin/blog-posts', 'state=draft&state=published&search=B', 'title', ['B']],
    ['admin/blog-posts', 'state=draft&state=ended', 'title', ['B']],
    ['blog-posts', 'category=Technology&category=Company+News&per_page=9', 'title', ['A', 'C']],
    ['admin/jobs', 'type=Contract&type=Internship', 'title', ['Contract', 'Trainee']],
    ['admin/jobs', 'type=Full-time&type=Part-time', 'title', ['Full-time', 'Part-time']],
    ['admin/messages', 'kind=contact&kind=quotation', 'kind', ['contact', 'quotation']],
  ];
  for (const [path, query, member, expected] of found) {
    const { body } = await site.rest('admin').get(`/api/${path}?${query}`);
    const rows: Record<string, string>[] = body.posts ?? body.jobs ?? body.messages;
    expect(rows?.map((row) => row[member]).toSorted(), `${query} ${JSON.stringify(body.errors)}`).toEqual(
      expected,
    );
  }
  const many = Array.from({ length: 21 }, () => 'category=Technology').join('&');
  const refused: [query: string, field: string, message: string][] = [
    ['blog-posts?category=Technology&category=Nothing', 'category', 'Category must be one of'],
    [`blog-posts?${many}`, 'category', 'at most 20 values'],
    ['blog-posts?state=draft&state=gone', 'state', 'State must be one of'],
    ['blog-posts?is_published=1&is_published=0', 'is_published', 'true or false'],
  ];
  for (const [query, field, message] of refused)
    expect((await get(query)).body.errors?.[field]?.[0], query).toContain(message);
});

test('a list is sorted by several members', async () => {
  for (const [title, type] of [
    ['B', 'Full-time'],
    ['A', 'Contract'],
    ['C', 'Contract'],
    ['A', 'Full-time'],
  ] as const)
    await createJob(site.database.fork(), { title, type });
  const cases: [sort: string, expected: string][] = [
    ['type,title', 'ACAB'],
    ['type,-title', 'CABA'],
    ['-type,title:asc', 'ABAC'],
    ['title&sort=-type', 'AABC'],
  ];
  for (const [sort, expected] of cases) expect((await titles(`sort=${sort}`)).join(''), sort).toBe(expected);
  for (const sort of ['title,colour', 'title,type,created_at,updated_at', ','])
    expect((await get(`jobs?sort=${sort}`)).body.errors.sort, sort).toHaveLength(1);
});

test('the public portfolio has its texts and what is new when a program asks for them, and else is as it was', async () => {
  const problem = '<p>See <a href="/services">services</a>.</p>';
  for (const title of ['First', 'Second', 'Third'])
    await createProject(site.database.fork(), { title, problem, quote: 'Fine' });
  const list = async (query = '') => (await site.rest('anonymous').get(`/api/portfolios${query}`)).body;
  const whole = await list();
  expect(Object.keys(whole)).toEqual(['portfolios']);
  expect(whole.portfolios).toHaveLength(3);
  expect(whole.portfolios[0]).not.toHaveProperty('problem');
  const { portfolios, meta } = await list('?include=content&per_page=2');
  expect(meta).toMatchObject({ total: 3, page: 1, per_page: 2 });
  expect(portfolios.map((one: { title: string }) => one.title)).toEqual(['Third', 'Second']);
  expect(portfolios[0]).toMatchObject({
    problem: problem.replace('href="/', 'href="http://localhost:3000/'),
    quote: 'Fine',
    gallery: [],
  });
  const later = new Date(Date.now() + 60_000).toISOString();
  expect((await list(`?updated_since=${later}`)).portfolios).toEqual([]);
  expect((await list('?include=content&per_page=21')).errors.per_page).toHaveLength(1);
});
