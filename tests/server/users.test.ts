import { describe, expect, test } from 'vitest';
import { findPasswordProblem } from '../../src/modules/auth/new-password.ts';
import { SecurityEvent } from '../../src/modules/security-log/security-event.ts';
import { User } from '../../src/modules/users/user.ts';
import { assignableRoles, roles } from '../../src/shared/roles.ts';
import { openSimulatedBrowser } from '../support/simulated-browser.ts';
import { databaseKinds } from '../support/database.ts';
import { createUser } from '../support/factories.ts';
import { cheapPasswords, newPasswordContext } from '../support/passwords.ts';
import { testApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';

const password = 'a walk by the river';

test.each([
  ['admin', roles],
  ['hr', ['user']],
  ['content_moderator', ['user']],
  ['user', ['user']],
] as const)('a person of the role %s may give the roles %s', (actor, given) => {
  expect(assignableRoles(actor)).toEqual(given);
});

test.each([
  '1234567',
  'password1',
  'PassWord1',
  'qwertyuiop',
  'aaaaaaaaaaaa',
  '        ',
  'atrium123',
  'Atrium-2024!',
  'atriumadmin',
  'Atrium-Atrium-1',
  'x'.repeat(129),
  'half \ud800 a sign',
])('AU7 nobody may have the password %j', async (typed) => {
  expect(await findPasswordProblem(await newPasswordContext(), typed, {})).toBeTypeOf('string');
});

test.each([
  'river walk',
  'allsmallletters',
  '7390284615',
  ' lead and trail ',
  '🚲🚲🚲🛶🛶🛶⛵⛵',
  'sunflower7house '.repeat(8),
])('AU7 the password %j is as good as any', async (typed) => {
  expect(await findPasswordProblem(await newPasswordContext(), typed, {})).toBeUndefined();
});

describe.each(databaseKinds)('users on %s', (kind) => {
  const site = useSite({ on: kind, parts: { passwords: cheapPasswords() } });

  const url = (id: number) => `/api/admin/users/${id}`;
  let people = 0;
  const words = (more: object = {}) => {
    people += 1;
    return { name: `Person ${people}`, email: `p${people}@example.com`, role: 'user', password, ...more };
  };
  const create = async (more: object = {}) => {
    const { body } = await site.rest('admin').post('/api/admin/users', words(more));
    return body.user as { id: number; name: string; email: string; role: string; version: number };
  };
  const stored = (id: number) => site.database.fork().findOneOrFail(User, id);

  test('AZ7 a user is created, shown, changed and deleted, and no response contains anything of a password', async () => {
    const rest = site.rest('admin');
    const created = await rest.post(
      '/api/admin/users',
      words({ name: 'Ann', email: 'Ann@Example.com', role: 'hr' }),
    );
    expect(created).toMatchObject({
      status: 201,
      body: { user: { name: 'Ann', email: 'Ann@Example.com', role: 'hr', version: 1 } },
    });
    const { id, user } = created.body;
    expect(Object.keys(user).toSorted()).toEqual([
      'created_at',
      'email',
      'id',
      'name',
      'role',
      'updated_at',
      'version',
    ]);
    const one = await site.as('admin').users.one.query({ id });
    expect(one.user).toEqual(user);
    const changed = await rest.put(url(id), {
      id: 1,
      name: 'Anna',
      email: 'ann@example.com',
      role: 'content_moderator',
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { user: { id, name: 'Anna', role: 'content_moderator', version: 2 } },
    });
    const listed = await rest.get('/api/admin/users');
    expect(listed.body.users.find((row: { id: number }) => row.id === id)).toEqual(changed.body.user);
    expect(await rest.delete(url(id))).toMatchObject({ status: 200, body: { success: true } });
    expect(await rest.delete(url(id))).toMatchObject({
      status: 404,
      body: { message: 'There is no such user.' },
    });
    for (const { body } of [created, changed, listed])
      expect(JSON.stringify(body)).not.toMatch(/password|hash|cheap/);
  });

  test('the list is searched, filtered and paged; its counts are of all users', async () => {
    const own = await testApp(kind);
    const em = own.database.fork();
    // Each role has a number of its own, so that no count can stand for another.
    const people = [
      ...(['user', 'user', 'hr', 'hr', 'hr'] as const),
      ...Array<'content_moderator'>(4).fill('content_moderator'),
    ];
    for (const [i, role] of people.entries()) {
      await createUser(em, { role, name: `Łucja ÉMILE ${i}%`, email: `u${i}@example.com` });
    }
    const list = async (query: string) => (await own.rest('admin').get(`/api/admin/users?${query}`)).body;
    const { stats, users, meta } = await list('');
    expect(stats).toEqual({
      total_users: 10,
      admin_users: 1,
      regular_users: 2,
      hr_users: 3,
      content_moderator_users: 4,
    });
    expect(meta.total).toBe(10);
    const ids = users.map(({ id }: { id: number }) => id);
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a));
    const found = await list(`search=${encodeURIComponent('łucja émile')}&role=USER&page=1&per_page=1`);
    expect(found).toMatchObject({ meta: { total: 2, page: 1, per_page: 1 }, stats: { total_users: 10 } });
    expect(found.users).toHaveLength(1);
    expect((await list('search=u2%40EXAMPLE')).users).toMatchObject([{ email: 'u2@example.com' }]);
    expect((await list('search=3%25')).meta.total).toBe(1);
    expect((await list('search=_')).meta.total).toBe(0);
    expect((await list('role=')).meta.total).toBe(10);
    expect((await own.rest('admin').get('/api/admin/users?role=root')).status).toBe(422);
    await own.close();
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(121) }, 'name'],
    [{ email: 'no address' }, 'email'],
    [{ email: ['a@example.com'] }, 'email'],
    [{ role: 'superuser' }, 'role'],
    [{ role: [] }, 'role'],
    [{ role: null }, 'role'],
    [{ role: 1 }, 'role'],
    [{ password: '' }, 'password'],
    [{ password: 'password1' }, 'password'],
    [{ password: '1234567' }, 'password'],
    [{ password: 'x'.repeat(2000) }, 'password'],
    [{ password: undefined }, 'password'],
  ])('a new user with %j is refused under its field, on both faces', async (bad, field) => {
    const answer = await site.rest('admin').post('/api/admin/users', words(bad));
    expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });
    const input = words(bad) as never;
    await expect(site.as('admin').users.create.mutate(input)).rejects.toMatchObject({
      data: { httpStatus: 422, errors: { [field]: [expect.any(String)] } },
    });
  });

  test('AZ4 a role is taken in any letter case and stored in lower case', async () => {
    const user = await create({ role: ' ADMIN' });
    expect((await stored(user.id)).role).toBe('admin');
    await site.rest('admin').put(url(user.id), { ...user, role: 'Content_Moderator ' });
    expect((await stored(user.id)).role).toBe('content_moderator');
  });

  test('an address belongs to one user, in any letter case and with concurrent requests', async () => {
    const user = await create();
    const taken = {
      status: 422,
      body: { errors: { email: ['This e-mail belongs to another user already.'] } },
    };
    expect(
      await site.rest('admin').post('/api/admin/users', words({ email: user.email.toUpperCase() })),
    ).toMatchObject(taken);
    const other = await create();
    expect(await site.rest('admin').put(url(other.id), { ...other, email: user.email })).toMatchObject(taken);
    expect(
      (await site.rest('admin').put(url(user.id), { ...user, email: user.email.toUpperCase() })).status,
    ).toBe(200);
    const same = words();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => site.rest('admin').post('/api/admin/users', same)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422]);
  });

  test.each([{}, { password: '' }, { password: null }])(
    'AZ7 an update with %j keeps the password',
    async (more) => {
      const user = await create();
      const before = (await stored(user.id)).password_hash;
      expect((await site.rest('admin').put(url(user.id), { ...user, ...more })).status).toBe(200);
      expect((await stored(user.id)).password_hash).toBe(before);
    },
  );

  test('AZ7 an update with a password sets it, and one of blanks or a weak one is refused', async () => {
    const user = await create();
    for (const weak of ['         ', 'short', 'Password1']) {
      const answer = await site.rest('admin').put(url(user.id), { ...user, password: weak });
      expect(answer, weak).toMatchObject({
        status: 422,
        body: { errors: { password: [expect.any(String)] } },
      });
    }
    await site.rest('admin').put(url(user.id), { ...user, password: 'three small boats' });
    expect((await stored(user.id)).password_hash).toBe('cheap:three small boats');
  });

  test('a save that started from an older version gets a conflict with the row as it is', async () => {
    const user = await create();
    await site.rest('admin').put(url(user.id), { ...user, name: 'First' });
    const late = await site.rest('admin').put(url(user.id), { ...user, name: 'Second' });
    expect(late).toMatchObject({
      status: 409,
      body: { current: { name: 'First', version: user.version + 1 } },
    });
    const { version: _version, ...without } = user;
    expect((await site.rest('admin').put(url(user.id), { ...without, name: 'Third' })).status).toBe(200);
  });

  test('AZ6 what a caller adds to the body is ignored', async () => {
    const user = await create({
      id: 7777,
      password_hash: 'mine',
      created_at: '2001-01-01',
      email_key: 'x',
      version: 40,
    });
    expect(user.id).not.toBe(7777);
    const row = await stored(user.id);
    expect([row.password_hash, row.email_key, row.version]).toEqual([`cheap:${password}`, user.email, 1]);
    expect(row.created_at.getFullYear()).not.toBe(2001);
  });

  test('AZ5 users cannot delete their own account, and the last admin stays an admin', async () => {
    const own = await testApp(kind);
    const token = await own.openSession('admin');
    const admin = await own.database.fork().findOneOrFail(User, { role: 'admin' });
    const send = (method: 'PUT' | 'DELETE', body?: object) =>
      openSimulatedBrowser(own.app).send(method, url(admin.id), body, { authorization: `Bearer ${token}` });
    expect(await send('DELETE')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('your own account') },
    });
    const demoted = { name: admin.name, email: admin.email, role: 'user' };
    expect(await send('PUT', demoted)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('last admin') },
    });
    await createUser(own.database.fork(), { role: 'admin', email: 'second@example.com' });
    expect((await send('DELETE')).status).toBe(409);
    expect((await send('PUT', demoted)).status).toBe(200);
    expect((await send('PUT', demoted)).status).toBe(403);
    await own.close();
  });

  test.each([2, 3])(
    'AZ5 of %i admins who take the role from each other at the same moment, one is too late',
    async (count) => {
      const own = await testApp(kind);
      const admins = [];
      for (let i = 0; i < count; i += 1) {
        const email = `admin${i}@example.com`;
        const user = await createUser(own.database.fork(), { role: 'admin', email, password_hash: null });
        const token = await own.openSessionOf(user);
        admins.push({ user, token });
      }
      const [one, other] = admins as [(typeof admins)[0], (typeof admins)[0]];
      const demote = (by: typeof one, { user }: typeof one) => {
        const body = { name: user.name, email: user.email, role: 'user' };
        return openSimulatedBrowser(own.app).send('PUT', url(user.id), body, {
          authorization: `Bearer ${by.token}`,
        });
      };
      const answers = await Promise.all([demote(one, other), demote(other, one)]);
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses[0]).toBe(200);
      expect([401, 403, 409]).toContain(statuses[1]);
      expect(await own.database.fork().count(User, { role: 'admin' })).toBe(count - 1);
      await own.close();
    },
  );

  test('the security log records who created, changed and deleted users', async () => {
    const em = site.database.fork();
    await em.nativeDelete(SecurityEvent, {});
    const user = await create();
    await site
      .rest('admin')
      .put(url(user.id), { ...user, role: 'hr', email: `x-${user.email}`, password: 'three small boats' });
    await site.as('admin').users.createResetLink.mutate({ id: user.id });
    await site.rest('admin').delete(url(user.id));
    const events = await em.fork().find(SecurityEvent, {}, { orderBy: { id: 'asc' } });
    expect(events.map(({ type }) => type)).toEqual([
      'user_created',
      'role_changed',
      'email_changed',
      'password_changed',
      'link_made',
      'user_deleted',
    ]);
    for (const event of events) {
      expect(event).toMatchObject({ user_name: 'The admin', details: { of: user.id } });
      expect(JSON.stringify(event.details)).not.toMatch(/cheap|boats|token/);
    }
  });
});
