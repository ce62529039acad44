import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { User } from '../../src/modules/users/user.ts';
import { roles } from '../../src/shared/roles.ts';
import { databaseKinds } from '../support/database.ts';
import { callProcedure, apiKinds } from '../support/api-calls.ts';
import { createActivity, createMessage, createPost, createUser } from '../support/factories.ts';
import { type Caller, type TestApp, testApp } from '../support/test-app.ts';

const others: Caller[] = ['anonymous', 'user', 'hr', 'content_moderator'];
const whole = { name: 'Rae', email: 'rae@example.com', password: 'a-quiet-Harbour-7' };

describe.each(databaseKinds)('rights on %s', (kind) => {
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp(kind);
  });
  afterAll(() => site.close());

  const users = () => site.database.fork().find(User, {}, { orderBy: { id: 'asc' } });

  describe.each(apiKinds)('through %s', (face) => {
    test.each(others)(
      'AZ3 %s can neither create a user, nor change one, nor raise their own role',
      async (caller) => {
        const other = await createUser(site.database.fork(), {
          email: `other-${face}-${caller}@example.com`,
        });
        if (caller !== 'anonymous') await site.openSession(caller);
        const before = await users();
        const self = before.find(({ email }) => email === `${caller}@example.com`);
        const verdicts = [
          await callProcedure(site, face, caller, 'users.create', { ...whole, role: 'admin' }),
          await callProcedure(site, face, caller, 'users.update', { ...whole, id: other.id, role: 'admin' }),
          await callProcedure(site, face, caller, 'users.remove', { id: other.id }),
          ...(self
            ? [
                await callProcedure(site, face, caller, 'users.update', {
                  ...whole,
                  id: self.id,
                  role: 'admin',
                }),
              ]
            : []),
        ];
        expect(new Set(verdicts.map(({ status }) => status))).toEqual(
          new Set([caller === 'anonymous' ? 401 : 403]),
        );
        expect(await users()).toEqual(before);
      },
    );

    test('AZ12 the role user sees log and counts, and no message, no user and no draft', async () => {
      const em = site.database.fork();
      await createMessage(em, { message: 'Between us' });
      await createActivity(em, {});
      await createPost(em, { title: 'Not yet', is_published: false });
      const status = async (name: string) => (await callProcedure(site, face, 'user', name)).status;
      expect(await status('activities.list')).toBe(200);
      expect(await status('dashboard.stats')).toBe(200);
      for (const name of ['inbox.list', 'inbox.unread', 'users.list', 'blog.list', 'security.list']) {
        expect(await status(name), name).toBe(403);
      }
      const { body } = await callProcedure(site, face, 'user', 'blog.published');
      expect(JSON.stringify(body)).not.toContain('Not yet');
    });
  });

  test('AZ9 a search looks into nothing hidden, and no list is sorted or filtered by what it does not show', async () => {
    const count = async (query: string) =>
      (await site.rest('admin').get(`/api/admin/users?${query}`)).body.meta.total;
    expect(await count('search=argon2')).toBe(0);
    expect(await count(`search=${encodeURIComponent('$')}`)).toBe(0);
    const hidden = ['password_hash=x', 'orderBy=token', 'filter[email]=a'];
    const sorts = ['password_hash:asc', 'password_hash', 'token:desc', 'email:asc'];
    for (const query of [...hidden, ...sorts.map((sort) => `sort=${sort}`)]) {
      const { status, body } = await site.rest('admin').get(`/api/admin/users?${query}`);
      expect(status, query).toBe(422);
      expect(body.users, query).toBeUndefined();
    }
    expect((await site.rest('anonymous').get('/api/blog-posts?is_published=0')).body.posts).toEqual(
      (await site.rest('anonymous').get('/api/blog-posts')).body.posts,
    );
  });
});

describe('an address in another spelling', () => {
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp('sqlite', {
      renderPage: async () => ({ status: 404, head: '', html: '', data: null }),
    });
    await createPost(site.database.fork(), { title: 'Kept' });
  });
  afterAll(() => site.close());

  const spellings = [
    ...[
      '/api/admin/users/',
      '//api/admin/users',
      '/api//admin/users',
      '/API/admin/users',
      '/api/admin/USERS',
    ],
    ...['/api/admin%2Fusers', '/api/admin/users;x', '/api/admin/users%00', '/api/./admin/users'],
    ...['/api/public/../admin/users', '/trpc/users.list/', '/trpc//users.list', '/trpc/USERS.list'],
    ...['/trpc/users%2Elist', '/trpc/users.list;x'],
  ];

  test.each(spellings)('AZ2 %s shows users only to permitted callers', async (url) => {
    for (const caller of ['anonymous', ...roles.filter((role) => role !== 'admin')] as const) {
      const headers =
        caller === 'anonymous' ? {} : { authorization: `Bearer ${await site.openSession(caller)}` };
      const { statusCode, body } = await site.app.inject({ method: 'GET', url, headers });
      expect([401, 403, 404], `${caller} ${statusCode}`).toContain(statusCode);
      expect(body).not.toContain('@example.com');
    }
  });

  test('AZ2 HEAD, OPTIONS and headers that override the method change nothing', async () => {
    const authorization = `Bearer ${await site.openSession('hr')}`;
    for (const method of ['HEAD', 'OPTIONS'] as const) {
      const { statusCode, body } = await site.app.inject({
        method,
        url: '/api/admin/users',
        headers: { authorization },
      });
      // OPTIONS only names the methods of the path.
      expect([403, 204], method).toContain(statusCode);
      expect(body).toBe('');
    }
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      await site.app.inject({
        method: 'POST',
        url: '/api/blog-posts/1',
        headers: { [name]: 'DELETE', authorization },
      });
      await site.app.inject({
        method: 'GET',
        url: '/api/blog-posts/1',
        headers: { [name]: 'DELETE', authorization },
      });
    }
    expect((await site.rest('anonymous').get('/api/blog-posts/1')).status).toBe(200);
  });
});
