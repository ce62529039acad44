import { describe, expect, test } from 'vitest';
import { readSearch } from '../../client/site/app/search-params.ts';
import { buildFormData } from '../support/callers.ts';
import { databaseKinds } from '../support/database.ts';
import { callProcedure, testedApiKinds } from '../support/api-calls.ts';
import { createJob, createPost, createProject } from '../support/factories.ts';
import { useSite } from '../support/use-site.ts';

const post = {
  title: 'A title',
  excerpt: 'Short',
  content: '<p>Long</p>',
  category: 'Technology',
  tags: [] as unknown,
  is_published: true as unknown,
};
const project = {
  title: 'Tram',
  category: 'Web Development',
  description: 'Rails',
  client: 'City',
  technologies: [] as unknown,
};
const asForm = (fields: Record<string, unknown>) =>
  buildFormData(
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
  );

describe.each(databaseKinds)('hostile input on %s', (kind) => {
  const site = useSite({ on: kind });

  const countPosts = async () => (await site.rest('admin').get('/api/admin/blog-posts')).body.meta.total;

  test.each([
    ...['', '{', 'null', '"x"', '{"a":1}', '[1,"x"]', '[["x"]]', '[null]', '{"__proto__":["x"]}'],
    '['.repeat(10_000),
    JSON.stringify(Array.from({ length: 100_000 }, (_, at) => `t${at}`)),
  ])('IN3 a list written as %.30s is refused under its field, and nothing is stored', async (tags) => {
    const before = await countPosts();
    const { status, body } = await site
      .rest('admin')
      .post('/api/admin/blog-posts', asForm({ ...post, tags }));
    expect([413, 422]).toContain(status);
    expect(Object.keys(body.errors)).toEqual(['tags']);
    expect(await countPosts()).toBe(before);
  });

  test.each(testedApiKinds)('IN3 %s: doubles and blanks leave a list, its order stays', async (face) => {
    const { body } = await callProcedure(site, face, 'admin', 'portfolio.create', {
      ...project,
      technologies: [' Vue ', 'Go', 'Vue', '', 'Go '],
    });
    expect(body.portfolio.technologies).toEqual(['Vue', 'Go']);
  });

  test.each([
    ['1', true],
    ['0', false],
    ['true', true],
    ['false', false],
  ])('IN4 "%s" is %s', async (is_published, wanted) => {
    const { body } = await site
      .rest('admin')
      .post('/api/admin/blog-posts', asForm({ ...post, is_published }));
    expect(body.post.is_published).toBe(wanted);
  });

  test.each(['on', 'yes', '2', '', 'TRUE', '[true]', '1 '])(
    'IN4 "%s" is neither true nor false, and nothing is stored',
    async (is_published) => {
      const before = await countPosts();
      const { status, body } = await site
        .rest('admin')
        .post('/api/admin/blog-posts', asForm({ ...post, is_published }));
      expect(status).toBe(422);
      expect(Object.keys(body.errors)).toEqual(['is_published']);
      expect(await countPosts()).toBe(before);
    },
  );

  describe.each(testedApiKinds)('through %s', (face) => {
    test.each(['%', '_', '\\', "'", '"', "' or 1=1 --", '"; drop table posts; --', '100%_'])(
      'IN7 a search for %s finds what contains it, and nothing else',
      async (term) => {
        const title = `Sign ${term} here`;
        await createPost(site.database.fork(), { title });
        await createPost(site.database.fork(), { title: 'Plain words' });
        const { status, body } = await callProcedure(site, face, 'admin', 'blog.list', { search: term });
        expect(status).toBe(200);
        for (const found of body.posts) expect(`${found.title} ${found.excerpt}`).toContain(term);
        expect(body.posts.map(({ title }: { title: string }) => title)).toContain(title);
      },
    );

    test('IN5 a text one character over its limit is refused, and one at its limit is stored completely', async () => {
      const long = '𝒳'.repeat(200);
      const taken = await callProcedure(site, face, 'admin', 'blog.create', { ...post, title: long });
      expect(taken.body.post.title).toBe(long);
      const refused = await callProcedure(site, face, 'admin', 'blog.create', {
        ...post,
        title: `${long}y`,
      });
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.body.errors)).toEqual(['title']);
    });

    test.each([
      ['a family', '👩‍👩‍👧‍👦'],
      ['right to left', '\u202eabc\u202c'],
      ['combining marks', 'e\u0301'.repeat(20)],
      ['a line break', 'a\r\nb'],
      ['four bytes', '𝒳𐍈'],
    ])('IN6 %s comes back as it was sent', async (_name, excerpt) => {
      const { status, body } = await callProcedure(site, face, 'admin', 'blog.create', { ...post, excerpt });
      expect(status).toBe(face === 'rest' ? 201 : 200);
      expect(body.post.excerpt).toBe(excerpt);
    });

    test.each(['a\u0000b', '\ud800', 'x\udfff'])('IN6 %j is refused under its field', async (title) => {
      const { status, body } = await callProcedure(site, face, 'admin', 'jobs.create', { title });
      expect(status).toBe(422);
      expect(body.errors.title).toEqual(['Title contains characters that cannot be stored']);
    });
  });

  test.each([
    ...[
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      'https://u:p@evil.example',
      'ftp://a.example',
    ],
    ...[
      'https://a.example/\u0001',
      `https://a.example/${'a'.repeat(100_000)}`,
      ' https:evil',
      'mailto:a@b.c',
    ],
  ])('IN2 %.40s is no link for an application', async (application_link) => {
    const job = {
      title: 'Clerk',
      type: 'Full-time',
      location: 'London',
      department: 'Sales',
      description: 'Sell',
      requirements: ['One'],
      responsibilities: ['Two'],
      application_link,
    };
    const { status, body } = await site.rest('admin').post('/api/admin/jobs', job);
    expect([413, 422]).toContain(status);
    if (status === 422) expect(Object.keys(body.errors)).toEqual(['application_link']);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'https://u:p@evil.example'])(
    'IN2 %s is no picture of a project',
    async (image) => {
      const { status, body } = await site
        .rest('admin')
        .post('/api/admin/portfolios', asForm({ ...project, image }));
      expect(status).toBe(422);
      expect(Object.keys(body.errors)).toEqual(['image']);
    },
  );

  test.each([
    ...[
      'blog-posts',
      'blog-posts/trash',
      'team',
      'jobs/trash',
      'portfolios',
      'users',
      'messages',
      'messages.csv',
    ],
    ...['activities', 'activities.csv', 'security-events'],
  ])('IN7 a NUL that is looked for in %s is nowhere found, and no failure', async (list) => {
    const { status, body } = await site.rest('admin').get(`/api/admin/${list}?search=a%00b`);
    expect(status).toBe(200);
    if (list.endsWith('.csv')) expect(body.trim().split('\n')).toHaveLength(1);
    else expect(body.meta.total).toBe(0);
  });

  test('IN9 the names of object internals have no effect in any position', async () => {
    const rest = site.rest('admin');
    const poison = '{"name":"A","__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}';
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${await site.openSession('admin')}`,
    };
    for (const url of ['/api/admin/users', '/api/contact', '/trpc/users.create', '/trpc/visitors.contact']) {
      const { statusCode } = await site.app.inject({ method: 'POST', url, headers, payload: poison });
      expect([400, 422], url).toContain(statusCode);
    }
    for (const name of ['__proto__', 'constructor', 'prototype', '__proto__[isAdmin]']) {
      const fields = buildFormData({ [name]: 'true', title: 'x' });
      expect([400, 422], name).toContain((await rest.post('/api/admin/blog-posts', fields)).status);
      expect((await rest.get(`/api/blog-posts?${name}=1`)).status, name).toBe(200);
      expect((await site.app.inject({ url: '/api/test', headers: { [name]: 'x' } })).statusCode).toBe(200);
    }
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test('IN13 ten thousand fields, a thousand parts and great depth are refused, and the server continues', async () => {
    const rest = site.rest('admin');
    const headers = { 'content-type': 'application/json' };
    const keys = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, 'x']));
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    const big = JSON.stringify({ message: 'x'.repeat(2_000_000) });
    const parts = buildFormData(Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`p${at}`, 'x'])));
    const many = await rest.post('/api/contact', Object.fromEntries(Object.entries(keys).slice(0, 5000)));
    expect(many.status).toBe(422);
    // Not one message for each field.
    expect(Object.keys(many.body.errors).length).toBeLessThan(20);
    expect((await rest.post('/api/contact', keys)).status).toBe(413);
    for (const [payload, wanted] of [
      [deep, [400, 422]],
      [big, [413]],
    ] as const) {
      const { statusCode } = await site.app.inject({
        method: 'POST',
        url: '/api/contact',
        headers,
        payload,
      });
      expect(wanted).toContain(statusCode);
    }
    expect([413, 422]).toContain((await rest.post('/api/admin/blog-posts', parts)).status);
    expect((await rest.get('/api/test')).status).toBe(200);
    expect(await site.files()).toMatchObject({ quarantine: [] });
  });

  test('IN14 other spellings of a list’s entries are field errors', async () => {
    const { body } = await site
      .rest('admin')
      .post('/api/admin/blog-posts', asForm({ ...post, category: 'technology' }));
    expect(Object.keys(body.errors)).toEqual(['category']);
    await createJob(site.database.fork());
    await createProject(site.database.fork());
    for (const url of [
      '/api/jobs?type=FULL-TIME',
      '/api/portfolios?category=web',
      '/api/blog-posts?category=x',
    ]) {
      expect((await site.rest('anonymous').get(url)).status, url).toBe(422);
    }
  });
});

test.each([
  ['%00zeppelin%00', 'zeppelin'],
  [`${'a'.repeat(199)}%F0%9F%98%80`, `${'a'.repeat(199)}\uFFFD`],
  ['%20%20', ''],
])('IN8 a page that repeats a search text stays valid HTML: %s', (text, shown) =>
  expect(readSearch(new URLSearchParams(`search=${text}`))).toBe(shown),
);
