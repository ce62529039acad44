// On both databases: locks on the last admin, and the migration of accounts.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PasswordReset } from '../../src/modules/auth/password-reset.entity.ts';
import { makeResetLink } from '../../src/modules/auth/password-links.ts';

import { Session } from '../../src/modules/auth/session.entity.ts';
import { openSession } from '../../src/modules/auth/sessions.ts';
import { SecurityEvent } from '../../src/modules/security-log/security-event.ts';
import { deactivateByEmail, reactivateByEmail } from '../../src/modules/users/account-state.ts';
import { createResetLinkByEmail } from '../../src/modules/users/invitations.ts';
import { User } from '../../src/modules/users/user.ts';
import { openSimulatedBrowser } from '../support/simulated-browser.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { createUser } from '../support/factories.ts';
import { cheapPasswords } from '../support/passwords.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { totpCodeOf } from '../support/totp.ts';
import { useSite } from '../support/use-site.ts';

const password = 'a walk by the river';
const wrong = { message: 'The e-mail or password is incorrect.' };

describe.each(databaseKinds)('a deactivated account on %s', (kind) => {
  const testOnce = onceInGate(kind);
  const passwords = cheapPasswords();
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp(kind, { passwords });
  });
  afterAll(() => site.close());

  let count = 0;
  let user: User;
  let email: string;
  beforeEach(async () => {
    count += 1;
    email = `vera${count}@example.com`;
    const password_hash = `cheap:${password}`;
    user = await createUser(site.database.fork(), { email, role: 'hr', name: 'Vera', password_hash });
  });
  const browse = () => openSimulatedBrowser(site.app, { address: `10.7.0.${count}` });
  const signIn = (typed = password, more = {}) => browse().signIn(email, typed, more);
  const act = (name: string, id = user.id) => site.rest('admin').post(`/api/admin/users/${id}/${name}`);
  const status = async (token: string) => {
    const authorization = `Bearer ${token}`;
    return (await browse().send('GET', '/api/admin/user', undefined, { authorization })).status;
  };
  const typesOf = async () => {
    const events = await site.database.fork().find(SecurityEvent, { of_id: user.id });
    return events.map(({ type }) => type);
  };
  const commandWork = () => ({
    ...site.work(),
    publicUrl: 'https://example.com',
    request: { address: 'command line', logSecurity: () => {} },
  });

  testOnce('ends its sessions and reset links at once, and is noted once', async () => {
    const token = (await signIn()).body.token;
    await site.as('admin').users.createResetLink.mutate({ id: user.id });
    expect(await status(token)).toBe(200);
    expect(await act('deactivate')).toMatchObject({ status: 200, body: { success: true } });
    expect(await status(token)).toBe(401);
    expect((await act('deactivate')).status).toBe(200);
    const em = site.database.fork();
    expect(await em.count(Session, { user })).toBe(0);
    expect(await em.count(PasswordReset, { user })).toBe(0);
    expect(await typesOf()).toEqual(['link_made', 'user_deactivated']);
    const { events } = (await site.rest('admin').get('/api/admin/security-events?type=user_deactivated'))
      .body;
    expect(events[0]).toMatchObject({
      user_name: 'The admin',
      details: { of: user.id, name: 'Vera', email, role: 'hr' },
    });
  });

  testOnce('is answered as a wrong password is, after the same check', async () => {
    const refused = await signIn('not the password');
    await act('deactivate');
    const before = passwords.checked;
    const right = await signIn();
    expect(passwords.checked).toBe(before + 1);
    expect(right).toMatchObject({ status: 422, body: wrong });
    const { request_id: _one, ...body } = right.body;
    const { request_id: _other, ...refusedBody } = refused.body;
    expect(body).toEqual(refusedBody);
    expect(Object.keys(right.headers)).toEqual(Object.keys(refused.headers));
  });

  testOnce('can sign in again after it is reactivated, with the same password and factors', async () => {
    await act('deactivate');
    expect(await act('reactivate')).toMatchObject({ status: 200, body: { success: true } });
    expect((await act('reactivate')).status).toBe(200);
    expect((await signIn()).status).toBe(200);
    expect(await typesOf()).toEqual(['user_deactivated', 'user_reactivated']);
  });

  testOnce('gets no reset link by mail, by an admin or by a command', async () => {
    await act('deactivate');
    await browse().send('POST', '/api/admin/forgot-password', { email });
    await site.settled();
    expect((await site.mails()).filter((mail) => mail.includes(email))).toEqual([]);
    const made = site.as('admin').users.createResetLink.mutate({ id: user.id });
    await expect(made).rejects.toMatchObject({ data: { httpStatus: 409 } });
    await expect(createResetLinkByEmail(commandWork(), email)).rejects.toThrow(/is deactivated/);
    expect(await site.database.fork().count(PasswordReset, { user })).toBe(0);
  });

  testOnce('a sign-in that waits for the second step is over', async () => {
    const authorization = `Bearer ${(await signIn()).body.token}`;
    const own = async (name: string, input: object) =>
      (await browse().send('POST', `/trpc/account.${name}`, input, { authorization })).body.result.data;
    const { setup, secret } = await own('beginTotp', {});
    await own('addTotp', { setup, one_time_code: totpCodeOf(secret) });
    const { challenge } = (await signIn()).body;
    expect(challenge).toBeTypeOf('string');
    await act('deactivate');
    const one_time_code = totpCodeOf(secret, new Date(Date.now() + 30_000));
    const second = { challenge, one_time_code };
    expect((await browse().send('POST', '/api/admin/login/second-factor', second)).status).toBe(422);
    expect(await signIn(password, { one_time_code })).toMatchObject({ status: 422, body: wrong });
    await act('reactivate');
    expect((await signIn(password, { one_time_code })).status).toBe(200);
  });

  testOnce('a session and a link that another way has left open nothing', async () => {
    await act('deactivate');
    const em = site.database.fork();
    const request = { userAgent: 'tests', address: '127.0.0.1' };
    const { token } = await openSession({ ...site.work(), em, request }, user, false);
    expect(await status(token)).toBe(401);
    const work = commandWork();
    const { link } = await makeResetLink(work, await work.em.findOneOrFail(User, user.id));
    await work.em.flush();
    const body = { token: link.split('#token=')[1], password: 'three small boats' };
    expect(await browse().send('POST', '/api/admin/reset-password', body)).toMatchObject({
      status: 422,
      body: { errors: { token: [expect.any(String)] } },
    });
  });

  testOnce('is still changed and deleted, and an open form of it is not out of date', async () => {
    const words = { name: 'Vera B.', email, role: 'hr', version: user.version };
    await act('deactivate');
    const changed = await site.rest('admin').put(`/api/admin/users/${user.id}`, words);
    expect(changed).toMatchObject({ status: 200, body: { user: { name: 'Vera B.' } } });
    expect((await signIn()).status).toBe(422);
    expect((await site.rest('admin').delete(`/api/admin/users/${user.id}`)).status).toBe(200);
    expect((await act('deactivate')).status).toBe(404);
    expect((await act('reactivate')).status).toBe(404);
  });

  test('the list is filtered by it, and tells the last sign-in and the factors to the panel alone', async () => {
    const list = async (query: string) => {
      const { body } = await site.rest('admin').get(`/api/admin/users?per_page=100&${query}`);
      return body.users.map(({ id }: { id: number }) => id);
    };
    const facts = async () =>
      (await site.as('admin').users.accounts.query({ ids: [user.id, 999_999] })).accounts;
    const none = { id: user.id, deactivated_at: null, last_sign_in_at: null, factors: [], invitation: null };
    expect(await facts()).toEqual([none]);
    const authorization = `Bearer ${(await signIn()).body.token}`;
    const own = async (name: string, input: object) =>
      (await browse().send('POST', `/trpc/account.${name}`, input, { authorization })).body.result.data;
    const { setup, secret } = await own('beginTotp', {});
    await own('addTotp', { setup, one_time_code: totpCodeOf(secret) });
    expect(await list('state=active')).toContain(user.id);
    expect(await list('state=deactivated')).not.toContain(user.id);
    await act('deactivate');
    expect(await facts()).toEqual([
      {
        id: user.id,
        factors: ['totp'],
        invitation: null,
        deactivated_at: expect.any(String),
        last_sign_in_at: expect.any(String),
      },
    ]);
    expect(await list('state=active')).not.toContain(user.id);
    expect(await list('state=deactivated')).toContain(user.id);
    expect(await list('state=deactivated&role=hr&search=vera')).toContain(user.id);
    expect(await list('state=deactivated&role=admin')).not.toContain(user.id);
    expect(await list('state=')).toContain(user.id);
    expect((await site.rest('admin').get('/api/admin/users?state=gone')).status).toBe(422);
  });

  testOnce('a command deactivates and reactivates, and says what is wrong in one line', async () => {
    await deactivateByEmail(commandWork(), email.toUpperCase());
    expect((await signIn()).status).toBe(422);
    await reactivateByEmail(commandWork(), email);
    expect((await signIn()).status).toBe(200);
    expect(await typesOf()).toEqual(['user_deactivated', 'user_reactivated']);
    const unknown = deactivateByEmail(commandWork(), 'nobody@example.com');
    await expect(unknown).rejects.toThrow('nobody has the address nobody@example.com');
  });
});

describe.each(databaseKinds)('the last active admin on %s', (kind) => {
  const site = useSite({ on: kind, parts: { passwords: cheapPasswords() } });

  const admins: { user: User; token: string }[] = [];
  const makeAdmins = async (names: string[]) => {
    admins.length = 0;
    for (const name of names) {
      const email = `${name}@example.com`;
      const user = await createUser(site.database.fork(), { role: 'admin', email, name });
      admins.push({ user, token: await site.openSessionOf(user) });
    }
    return admins as [(typeof admins)[0], (typeof admins)[0]];
  };
  const send = (by: { token: string }, method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    openSimulatedBrowser(site.app).send(method, `/api/admin/users/${path}`, body, {
      authorization: `Bearer ${by.token}`,
    });
  const activeAdmins = () => site.database.fork().count(User, { role: 'admin', deactivated_at: null });

  test('cannot be deactivated by anybody, nor deactivate the own account', async () => {
    const [one] = await makeAdmins(['one', 'two']);
    expect(await send(one, 'POST', `${one.user.id}/deactivate`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('your own account') },
    });
    const request = { address: 'command line', logSecurity: () => {} };
    await deactivateByEmail({ ...site.work(), request }, 'two@example.com');
    const last = deactivateByEmail({ ...site.work(), request }, 'one@example.com');
    await expect(last).rejects.toThrow(/last active admin/);
    expect(await activeAdmins()).toBe(1);
  });

  test('keeps the role while the other admins are deactivated', async () => {
    const [one, two] = await makeAdmins(['one', 'two']);
    await send(one, 'POST', `${two.user.id}/deactivate`);
    const demoted = { name: 'one', email: 'one@example.com', role: 'user' };
    expect((await send(one, 'PUT', `${one.user.id}`, demoted)).status).toBe(409);
    await send(one, 'POST', `${two.user.id}/reactivate`);
    expect((await send(one, 'PUT', `${one.user.id}`, demoted)).status).toBe(200);
  });

  test.each(['deactivate', 'delete', 'role'] as const)(
    'is left over when one admin deactivates the other and meets the act %s of the other',
    async (other) => {
      const [one, two] = await makeAdmins(['one', 'two']);
      const acts = {
        deactivate: () => send(two, 'POST', `${one.user.id}/deactivate`),
        delete: () => send(two, 'DELETE', `${one.user.id}`),
        role: () =>
          send(two, 'PUT', `${one.user.id}`, { name: 'one', email: 'one@example.com', role: 'user' }),
      };
      const answers = await Promise.all([send(one, 'POST', `${two.user.id}/deactivate`), acts[other]()]);
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses[0]).toBe(200);
      expect([401, 403, 404, 409]).toContain(statuses[1]);
      expect(await activeAdmins()).toBe(1);
    },
  );
});
