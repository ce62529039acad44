import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Session } from '../../src/modules/auth/session.entity.ts';
import { SecurityEvent } from '../../src/modules/security-log/security-event.ts';
import type { User } from '../../src/modules/users/user.ts';
import { createPasswords } from '../../src/security/passwords.ts';
import { openSimulatedBrowser } from '../support/simulated-browser.ts';
import { databaseKinds } from '../support/database.ts';
import { createUser } from '../support/factories.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { totpCodeOf } from '../support/totp.ts';

const password = 'a walk by the river';

describe.each(databaseKinds)('a sensitive act on %s', (kind) => {
  let site: TestApp;
  let hash: string;
  let now: Date;
  beforeAll(async () => {
    now = new Date();
    site = await testApp(kind, { clock: () => now });
    hash = await createPasswords().hash(password);
  });
  afterAll(() => site.close());

  let count = 0;
  let user: User;
  let token: string;
  beforeEach(async () => {
    count += 1;
    const email = `admin${count}@example.com`;
    user = await createUser(site.database.fork(), { email, role: 'admin', password_hash: hash });
    token = (await openSimulatedBrowser(site.app, { address: `10.3.0.${count}` }).signIn(email, password))
      .body.token;
  });
  const later = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  const post = (url: string, body: object = {}) =>
    openSimulatedBrowser(site.app).send('POST', url, body, { authorization: `Bearer ${token}` });
  const get = (url: string) =>
    openSimulatedBrowser(site.app).send('GET', url, undefined, { authorization: `Bearer ${token}` });
  const act = (name = 'new') =>
    post('/api/admin/users', {
      name: 'N',
      email: `${name}${count}@example.com`,
      role: 'user',
      password: 'another walk by a lake',
    });

  test('is free for ten minutes after the sign-in, then a program is told what to do, and repeats it', async () => {
    later(10);
    expect((await act('first')).status).toBe(201);
    later(1);
    const refused = await act();
    expect(refused).toMatchObject({
      status: 403,
      body: { message: 'Please confirm that it is you.', code: 'step_up_required', methods: ['password'] },
    });
    expect((await get('/api/admin/users')).status).toBe(200);
    const wrong = await post('/api/admin/step-up', { password: 'not mine' });
    expect(wrong).toMatchObject({
      status: 422,
      body: { errors: { password: ['This is not your password.'] } },
    });
    expect((await act()).status).toBe(403);
    const done = await post('/api/admin/step-up', { password });
    expect(done).toMatchObject({
      status: 200,
      body: { success: true, until: new Date(now.getTime() + 600_000).toISOString() },
    });
    expect((await act()).status).toBe(201);
    later(11);
    expect((await act('third')).status).toBe(403);
    const em = site.database.fork();
    const types = (await em.find(SecurityEvent, { user_id: user.id }, { orderBy: { id: 'asc' } })).map(
      ({ type }) => type,
    );
    expect(types).toContain('confirmed');
    expect(types).toContain('confirmation_refused');
    expect(types).not.toContain('denied');
  });

  test('the confirmation is of one session, and each call of a batch is judged', async () => {
    const other = await site.openSessionOf(user);
    later(11);
    await post('/api/admin/step-up', { password });
    const headers = { authorization: `Bearer ${other}` };
    const batch = await openSimulatedBrowser(site.app).send(
      ...(['POST', '/trpc/account.rename,users.remove?batch=1'] as const),
      JSON.stringify({ 0: { name: 'Renamed' }, 1: { id: 999_999 } }),
      headers,
    );
    expect(batch.status).toBe(207);
    expect(batch.body[0].result.data.user.name).toBe('Renamed');
    expect(batch.body[1].error.data).toMatchObject({ httpStatus: 403, code: 'step_up_required' });
  });

  test('whoever has a second factor must use it, and a code counts once', async () => {
    const setup = (await post('/trpc/account.beginTotp')).body.result.data;
    await post('/trpc/account.addTotp', { setup: setup.setup, one_time_code: totpCodeOf(setup.secret, now) });
    later(11);
    const refused = await act();
    expect(refused.body).toMatchObject({ code: 'step_up_required', methods: ['totp', 'recovery'] });
    expect((await post('/api/admin/step-up', { password })).status).toBe(422);
    const one_time_code = totpCodeOf(setup.secret, now);
    expect((await post('/api/admin/step-up', { one_time_code })).status).toBe(200);
    expect((await post('/api/admin/step-up', { one_time_code })).status).toBe(422);
    expect((await act()).status).toBe(201);
  });

  test('five wrong passwords in a minute are taken', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1)
      statuses.push((await post('/api/admin/step-up', { password: 'no' })).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  test('a session of an earlier version goes on, and is asked at its first sensitive act', async () => {
    await site.database.fork().nativeUpdate(Session, { user: user.id }, { proved_at: null });
    expect((await get('/api/admin/user')).status).toBe(200);
    expect((await act()).status).toBe(403);
    await post('/api/admin/step-up', { password });
    expect((await act()).status).toBe(201);
  });

  test('a spreadsheet is guarded, a list is not', async () => {
    later(11);
    for (const name of ['messages', 'activities']) {
      expect((await get(`/api/admin/${name}.csv`)).body.code).toBe('step_up_required');
      expect((await get(`/api/admin/${name}`)).status).toBe(200);
    }
  });

  test('ending sessions is guarded, so a stolen session cannot sign its owner out elsewhere', async () => {
    const other = await site.openSessionOf(user);
    later(11);
    for (const call of ['endOtherSessions', 'endSession']) {
      const refused = await post(`/trpc/account.${call}`, { id: 1 });
      expect(refused.body.error.data.code).toBe('step_up_required');
    }
    expect((await post('/api/admin/logout')).status).toBe(200);
    token = other;
    expect((await get('/api/admin/user')).status).toBe(200);
  });

  test('somebody whom only the provider can ask is told so', async () => {
    const came = await createUser(site.database.fork(), { email: `came${count}@example.com`, role: 'admin' });
    token = await site.openSessionOf(came);
    later(11);
    expect((await act()).body.methods).toEqual(['sso']);
    expect((await post('/api/admin/step-up', { password })).status).toBe(409);
  });
});

test('with 0 minutes nobody is asked', async () => {
  const site = await testApp('sqlite', { stepUpMinutes: 0 });
  const token = await site.openSession('admin');
  await site.database.fork().nativeUpdate(Session, {}, { proved_at: null });
  const url = '/api/admin/activities.csv';
  const answer = await site.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode).toBe(200);
  await site.close();
});
