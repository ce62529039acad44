import { describe, expect, test } from 'vitest';
import { Activity } from '../../src/log/activity.entity.ts';
import { OutboxMail } from '../../src/modules/outbox/queue.ts';
import { accountMail } from '../../src/modules/security-log/account-mails.ts';
import { defaultSiteSettings } from '../../src/shared/settings/site-settings.ts';
import { SecurityEvent } from '../../src/modules/security-log/security-event.ts';
import { ApiToken } from '../../src/modules/tokens/api-token.ts';
import { sweepTokens, queueExpiryMails } from '../../src/modules/tokens/tokens.ts';
import { User } from '../../src/modules/users/user.ts';
import { createApiToken } from '../../src/security/random-secrets.ts';
import { createSiteSettings } from '../../src/settings/site-settings.ts';
import type { Role } from '../../src/shared/roles.ts';
import { day, minute, second, stoppedClock } from '../support/clock.ts';
import { createUser } from '../support/factories.ts';
import { useSite } from '../support/use-site.ts';

const clock = stoppedClock();
const site = useSite({ clock });

/** Makes a token as a program would, with a fresh session of the role. */
async function make(role: Role, body: object) {
  return site.rest(role).post('/api/admin/tokens', { name: 'Import', ...body });
}

async function tokenOf(role: Role, ...scopes: string[]): Promise<string> {
  const { status, body } = await make(role, { scopes });
  expect(body.errors).toBeUndefined();
  expect(status).toBe(201);
  return body.secret;
}

async function call(method: string, url: string, headers: Record<string, string>, payload?: object) {
  const answer = await site.app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.body && answer.json(), headers: answer.headers };
}

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
const stats = '/api/admin/dashboard/stats';
const job = {
  title: 'Successor',
  description: 'Work',
  type: 'Full-time',
  location: 'Here',
  department: 'Board',
  requirements: ['One'],
  responsibilities: ['Two'],
  is_internship: false,
  application_link: '',
};

test('is shown once, stored as a hash, and listed by its last four characters', async () => {
  const { body } = await make('hr', { scopes: ['jobs:write', 'jobs:write'], expires_in_days: 3 });
  expect(body.secret).toMatch(/^atr_[\w-]{43}[0-9a-f]{8}$/);
  const { body: list } = await site.rest('hr').get('/api/admin/tokens');
  expect(list.tokens).toEqual([body.token]);
  expect(list.tokens[0]).toMatchObject({
    name: 'Import',
    hint: body.secret.slice(-4),
    scopes: ['jobs:write'],
    per_minute: 600,
    expires_at: new Date(clock.now().getTime() + 3 * day).toISOString(),
    last_used_at: null,
  });
  const stored = await site.database.fork().findOneOrFail(ApiToken, body.token.id);
  expect(JSON.stringify(stored)).not.toContain(body.secret.slice(4, 40));
});

test('is refused at its making in words, when it would have too much or no end', async () => {
  const other = (await createUser(site.database.fork(), { role: 'hr', email: 'other@example.com' })).id;
  const cases: [why: string, role: Role, body: object, status: number, field?: string][] = [
    ['no scope', 'hr', { scopes: [] }, 422, 'scopes'],
    ['an unknown scope', 'hr', { scopes: ['moon:read'] }, 422, 'scopes'],
    ['a scope of another role', 'hr', { scopes: ['blog:read'] }, 422, 'scopes'],
    ['a spreadsheet without an admin', 'hr', { scopes: ['csv:read'] }, 422, 'scopes'],
    ['accounts without an admin', 'hr', { scopes: ['users:write'] }, 422, 'scopes'],
    ['more than a year', 'admin', { scopes: ['blog:read'], expires_in_days: 367 }, 422, 'expires_in_days'],
    ['no name', 'admin', { scopes: ['blog:read'], name: ' ' }, 422, 'name'],
    ['for somebody else', 'content_moderator', { scopes: ['blog:read'], user_id: other }, 403],
    ['for nobody', 'admin', { scopes: ['blog:read'], user_id: 2 ** 31 - 1 }, 422],
    ['an admin gives a spreadsheet to another', 'admin', { scopes: ['csv:read'], user_id: other }, 201],
    [
      'an admin gives what the owner may not',
      'admin',
      { scopes: ['blog:read'], user_id: other },
      422,
      'scopes',
    ],
  ];
  for (const [why, role, body, status, field] of cases) {
    const answer = await make(role, body);
    expect([why, answer.status]).toEqual([why, status]);
    if (field) expect(Object.keys(answer.body.errors), why).toEqual([field]);
  }
});

test('opens nothing unless it is a whole, living token in the header', async () => {
  const secret = await tokenOf('admin', 'dashboard:read', 'jobs:write');
  const expired = await tokenOf('admin', 'dashboard:read');
  await site.database.fork().nativeUpdate(ApiToken, { hint: expired.slice(-4) }, { expires_at: clock.now() });
  const revoked = await make('admin', { scopes: ['dashboard:read'] });
  expect((await call('GET', stats, bearer(revoked.body.secret))).status).toBe(200);
  expect((await site.rest('admin').delete(`/api/admin/tokens/${revoked.body.token.id}`)).status).toBe(200);
  const cases: [why: string, url: string, headers: Record<string, string>, words: RegExp | undefined][] = [
    ['in the header', stats, bearer(secret), undefined],
    ['in the query', `${stats}?access_token=${secret}`, {}, /only in the header/],
    ['in a cookie', stats, { cookie: `atrium_session=${secret}` }, /only in the header/],
    ['mistyped', stats, bearer(`${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`), /not valid/],
    ['cut', stats, bearer(secret.slice(0, 20)), /not valid/],
    ['unknown', stats, bearer(createApiToken()), /not valid/],
    ['expired', stats, bearer(expired), /not valid/],
    ['revoked', stats, bearer(revoked.body.secret), /not valid/],
  ];
  for (const [why, url, headers, words] of cases) {
    const { status, body } = await call('GET', url, headers);
    expect([why, status]).toEqual([why, words ? 401 : 200]);
    if (words) expect(body.message, why).toMatch(words);
  }
  const inBody = await call('POST', '/api/admin/jobs', {}, { ...job, access_token: secret });
  expect(inBody.status).toBe(401);
});

test('has the rights of its owner at this moment, and ends with the account', async () => {
  const secret = await tokenOf('hr', 'jobs:write', 'dashboard:read');
  const owner = await site.database.fork().findOneOrFail(User, { email: 'hr@example.com' });
  const create = () => call('POST', '/api/admin/jobs', bearer(secret), job);
  expect((await create()).status).toBe(201);
  const { name, email } = owner;
  await site.rest('admin').put(`/api/admin/users/${owner.id}`, { name, email, role: 'user' });
  expect([(await create()).status, (await call('GET', stats, bearer(secret))).status]).toEqual([403, 200]);
  const em = site.database.fork();
  await em.nativeUpdate(User, { id: owner.id }, { deactivated_at: clock.now() });
  expect((await call('GET', stats, bearer(secret))).status).toBe(401);
  await em.nativeUpdate(User, { id: owner.id }, { deactivated_at: null });
  expect((await call('GET', stats, bearer(secret))).status).toBe(200);
  await site.rest('admin').post(`/api/admin/users/${owner.id}/deactivate`);
  expect((await call('GET', stats, bearer(secret))).status).toBe(401);
  await site.rest('admin').post(`/api/admin/users/${owner.id}/reactivate`);
  expect((await call('GET', stats, bearer(secret))).status).toBe(401);
});

test('changes accounts, but never an admin, an e-mail address, a password or a factor', async () => {
  const secret = await tokenOf('admin', 'users:write');
  const em = site.database.fork();
  const { id: user } = await createUser(em, { role: 'hr', email: 'one@example.com' });
  const { id: boss } = await createUser(em, { role: 'admin', email: 'boss@example.com' });
  const words = { name: 'One', email: 'one@example.com', role: 'hr' };
  const fresh = { name: 'Two', email: 'two@example.com', role: 'user', invite: true };
  const path = '/api/admin/users';
  const cases: [why: string, method: string, url: string, body: object | undefined, status: number][] = [
    ['create', 'POST', path, fresh, 201],
    ['create an admin', 'POST', path, { ...fresh, email: 'three@example.com', role: 'admin' }, 403],
    ['change', 'PUT', `${path}/${user}`, words, 200],
    ['promote', 'PUT', `${path}/${user}`, { ...words, role: 'admin' }, 403],
    ['change an address', 'PATCH', `${path}/${user}`, { email: 'mine@example.com' }, 403],
    ['change a password', 'PUT', `${path}/${user}`, { ...words, password: 'a walk by the lake' }, 403],
    ['change an admin', 'PUT', `${path}/${boss}`, { ...words, email: 'boss@example.com' }, 403],
    ['demote an admin', 'PUT', `${path}/${boss}`, { ...words, email: 'boss@example.com', role: 'user' }, 403],
    ['deactivate', 'POST', `${path}/${user}/deactivate`, {}, 200],
    ['reactivate', 'POST', `${path}/${user}/reactivate`, {}, 200],
    ['deactivate an admin', 'POST', `${path}/${boss}/deactivate`, {}, 403],
    ['reactivate an admin', 'POST', `${path}/${boss}/reactivate`, {}, 403],
    ['delete an admin', 'DELETE', `${path}/${boss}`, undefined, 403],
    ['remove factors', 'DELETE', `${path}/${user}/factors`, undefined, 403],
    ['end sessions', 'DELETE', `${path}/${user}/sessions`, undefined, 403],
    ['make a token', 'POST', '/api/admin/tokens', { name: 'More', scopes: ['blog:read'] }, 403],
    ['delete', 'DELETE', `${path}/${user}`, undefined, 200],
  ];
  for (const [why, method, url, body, status] of cases) {
    const answer = await call(method, url, bearer(secret), body);
    expect([why, answer.status, answer.body.code]).toEqual([
      ...[why, status, status === 403 ? 'token_not_permitted' : undefined],
    ]);
  }
});

test('makes no account that reaches further or lasts longer than itself', async () => {
  const path = '/api/admin/users';
  const narrow = await tokenOf('admin', 'users:write', 'blog:write');
  const wide = await tokenOf(
    'admin',
    'users:write',
    'jobs:write',
    'inbox:write',
    'settings:write',
    'media:write',
    'visits:read',
  );
  const person = { name: 'New', email: 'new@example.com' };
  const password = 'a walk by the river';
  const { id } = await createUser(site.database.fork(), { role: 'user', email: 'there@example.com' });
  const there = { name: 'The user', email: 'there@example.com' };
  const cases: [
    why: string,
    secret: string,
    method: string,
    url: string,
    body: object,
    status: number,
    field?: string,
  ][] = [
    ['a password', wide, 'POST', path, { ...person, role: 'user', password }, 422, 'password'],
    [
      'a password beside an invitation',
      wide,
      'POST',
      path,
      { ...person, role: 'user', password, invite: true },
      422,
      'password',
    ],
    ['a role beyond its scopes', narrow, 'POST', path, { ...person, role: 'hr', invite: true }, 422, 'role'],
    ['both', narrow, 'POST', path, { ...person, role: 'hr', password }, 422, 'password'],
    [
      'a role of which it has a part',
      narrow,
      'POST',
      path,
      { ...person, role: 'content_moderator', invite: true },
      422,
      'role',
    ],
    ['a role beyond its scopes later', narrow, 'PUT', `${path}/${id}`, { ...there, role: 'hr' }, 422, 'role'],
    ['the same by a patch', narrow, 'PATCH', `${path}/${id}`, { role: 'hr' }, 422, 'role'],
    ['a role without scopes', narrow, 'POST', path, { ...person, role: 'user', invite: true }, 201],
    [
      'a role whose scopes it has',
      wide,
      'POST',
      path,
      { ...person, email: 'hr2@example.com', role: 'hr', invite: true },
      201,
    ],
    ['the same later', wide, 'PATCH', `${path}/${id}`, { role: 'hr' }, 200],
    ['a lower role', narrow, 'PATCH', `${path}/${id}`, { role: 'user' }, 200],
  ];
  for (const [why, secret, method, url, body, status, field] of cases) {
    const answer = await call(method, url, bearer(secret), body);
    expect([why, answer.status, field && Object.keys(answer.body.errors ?? {}).includes(field)]).toEqual([
      ...[why, status, field && true],
    ]);
  }
  const session = await site
    .rest('admin')
    .post(path, { ...person, email: 'hr3@example.com', role: 'hr', password });
  expect(session.status).toBe(201);
});

test('makes no account at an address whose account was deleted within 30 days, unless it was erased', async () => {
  const path = '/api/admin/users';
  const secret = await tokenOf('admin', 'users:write');
  const em = site.database.fork();
  const person = { name: 'Rita', email: 'Rita@Example.com', role: 'user', invite: true };
  const create = () => call('POST', path, bearer(secret), person);
  const { id } = await createUser(em, { ...person, role: 'hr' });
  expect((await call('DELETE', `${path}/${id}`, bearer(secret))).status).toBe(200);
  const refused = await create();
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('deleted')]);
  expect((await site.rest('admin').post(path, { ...person, email: 'rita@example.com' })).status).toBe(201);

  const again = await em.findOneOrFail(User, { email: 'rita@example.com' });
  await site.rest('admin').delete(`${path}/${again.id}`);
  clock.forward(30 * day);
  expect((await create()).status).toBe(201);
  const { id: third } = await site.database.fork().findOneOrFail(User, { email: person.email });
  await call('DELETE', `${path}/${third}`, bearer(secret));
  expect((await create()).status).toBe(409);
  const session = bearer(await site.openSession('admin'));
  await call('POST', '/api/admin/privacy/erase', session, { email: person.email });
  expect((await create()).status).toBe(201);
});

test('needs no step-up for what it was given, however old it is', async () => {
  const secret = await tokenOf('admin', 'csv:read', 'inbox:read', 'users:write');
  const session = await site.openSession('admin');
  clock.forward(11 * minute);
  expect(
    (await site.app.inject({ url: '/api/admin/messages.csv', headers: bearer(secret) })).statusCode,
  ).toBe(200);
  const input = { name: 'Import', scopes: ['blog:read'] };
  const stale = await call('POST', '/api/admin/tokens', bearer(session), input);
  expect(stale.body.code).toBe('step_up_required');
});

test('may make its calls in a minute, is told what is left, and waits for the next one', async () => {
  const { body } = await make('hr', { scopes: ['dashboard:read'], per_minute: 2 });
  const ask = () => call('GET', stats, bearer(body.secret));
  const first = await ask();
  expect(first.headers).toMatchObject({
    ratelimit: '"token";r=1;t=30',
    'ratelimit-policy': '"token";q=2;w=60',
  });
  expect((await ask()).status).toBe(200);
  const refused = await ask();
  expect([refused.status, refused.headers['retry-after'], refused.headers.ratelimit]).toEqual([
    ...[429, '30', '"token";r=0;t=60'],
  ]);
  clock.forward(29 * second);
  expect((await ask()).status).toBe(429);
  clock.forward(second);
  expect((await ask()).status).toBe(200);
  // A clock that goes back takes nothing away.
  clock.forward(-minute);
  expect((await ask()).status).toBe(429);
});

test('without one, a caller is told what is left of the limit of its address, and nothing about an account', async () => {
  const told = ({ headers }: { headers: Record<string, unknown> }) => [
    headers['ratelimit-policy'],
    headers.ratelimit,
  ];
  const words = { name: 'Ada', email: 'ada@example.com', subject: 'Hello' };
  const contact = (message: string) => call('POST', '/api/contact', {}, { ...words, message });
  for (const left of [4, 3, 2, 1, 0]) {
    const answer = await contact(`Message ${left}`);
    expect([answer.status, ...told(answer)]).toEqual([
      ...[201, '"address";q=5;w=600', `"address";r=${left};t=600`],
    ]);
  }
  clock.forward(minute);
  const refused = await contact('One more');
  expect([refused.status, refused.headers['retry-after'], ...told(refused)]).toEqual([
    ...[429, '540', '"address";q=5;w=600', '"address";r=0;t=540'],
  ]);

  const wrong = { email: 'hr@example.com', password: 'wrong password' };
  for (const left of [19, 18]) {
    const answer = await call('POST', '/api/admin/login', {}, wrong);
    expect(told(answer)).toEqual(['"address";q=20;w=60', `"address";r=${left};t=60`]);
  }
});

test('counts each call of a batch', async () => {
  const { body } = await make('hr', { scopes: ['dashboard:read'], per_minute: 2 });
  const url = '/trpc/dashboard.stats,dashboard.stats,dashboard.stats?batch=1&input={}';
  const answer = await site.app.inject({ url, headers: bearer(body.secret) });
  expect(answer.json().map((one: { error?: object }) => 'error' in one)).toEqual([false, false, true]);
});

test('is named in both logs, and stores its last use at most once a minute', async () => {
  const { body } = await make('admin', { scopes: ['jobs:write', 'users:write', 'activities:read'] });
  const headers = bearer(body.secret);
  const via = `token:${body.token.id}`;
  const { body: made } = await call('POST', '/api/admin/jobs', headers, job);
  const [entry] = (await call('GET', '/api/admin/activities', headers)).body.activities;
  expect(entry).toMatchObject({ user_email: 'admin@example.com', via });
  expect(await site.database.fork().count(Activity, { item_id: made.job.id, via })).toBe(1);
  const fresh = { name: 'Two', email: 'two@example.com', role: 'user', invite: true };
  await call('POST', '/api/admin/users', headers, fresh);
  const event = await site.database.fork().findOneOrFail(SecurityEvent, { type: 'user_created' });
  expect(event.details).toMatchObject({ via });

  const lastUse = async () =>
    (await site.database.fork().findOneOrFail(ApiToken, body.token.id)).last_used_at;
  const used = await lastUse();
  expect(used).toEqual(clock.now());
  clock.forward(minute);
  await call('GET', stats, headers);
  expect(await lastUse()).toEqual(used);
  clock.forward(1);
  await call('GET', stats, headers);
  expect(await lastUse()).toEqual(clock.now());
});

test('people see and revoke their own, and admins those of everybody', async () => {
  const hr = (await make('hr', { scopes: ['jobs:read'] })).body.token;
  const own = (await make('content_moderator', { scopes: ['blog:read'] })).body.token;
  const seen = async (role: Role, query = '') =>
    (await site.rest(role).get(`/api/admin/tokens${query}`)).body.tokens?.map(({ id }: { id: number }) => id);
  expect([await seen('content_moderator'), await seen('hr'), await seen('admin')]).toEqual([
    ...[[own.id], [hr.id], []],
  ]);
  expect(await seen('admin', `?user_id=${hr.user_id}`)).toEqual([hr.id]);
  expect(await seen('content_moderator', `?user_id=${hr.user_id}`)).toBeUndefined();
  expect(await seen('admin', '?all=true')).toEqual([own.id, hr.id]);
  expect((await site.rest('hr').get('/api/admin/tokens?all=true')).status).toBe(403);
  expect((await site.rest('content_moderator').delete(`/api/admin/tokens/${hr.id}`)).status).toBe(404);
  expect((await site.rest('admin').delete(`/api/admin/tokens/${hr.id}`)).status).toBe(200);
  expect((await site.rest('hr').delete(`/api/admin/tokens/${hr.id}`)).status).toBe(404);
});

describe('its owner', () => {
  test('gets a mail when it is made, and one a week before its end', async () => {
    await make('hr', { scopes: ['jobs:read'], name: 'Job board', expires_in_days: 8 });
    await make('hr', { scopes: ['jobs:read'], expires_in_days: 7 });
    const event = await site.database
      .fork()
      .findOneOrFail(
        SecurityEvent,
        { type: 'token_made', notice_at: { $ne: null } },
        { orderBy: { id: 'asc' } },
      );
    const reader = { name: 'Vera', site: defaultSiteSettings, publicUrl: 'https://example.com' };
    expect(accountMail(event, reader)?.text).toMatch(/“Job board”.+jobs:read/);

    const { database } = site;
    const parts = { database, siteSettings: createSiteSettings(database), publicUrl: 'https://example.com' };
    const subjects = async () => {
      for (let instance = 0; instance < 2; instance += 1) await queueExpiryMails(parts, clock.now());
      return (await database.fork().find(OutboxMail, {})).map(({ address, subject }) => [
        address,
        subject.split(':')[0],
      ]);
    };
    expect(await subjects()).toEqual([]);
    clock.forward(day);
    expect(await subjects()).toEqual([['hr@example.com', 'API token expires soon']]);
  });

  test('sees for a month that it has expired', async () => {
    await make('hr', { scopes: ['jobs:read'], expires_in_days: 1 });
    const left = async () => {
      await sweepTokens({ em: site.database.fork(), now: clock.now() });
      return site.database.fork().count(ApiToken, {});
    };
    clock.forward(31 * day);
    expect(await left()).toBe(1);
    clock.forward(1);
    expect(await left()).toBe(0);
  });
});

test('ends when its maker says, and an end that cannot be is refused', async () => {
  const end = new Date(clock.now().getTime() + 2 * day).toISOString();
  const { body } = await make('hr', { scopes: ['jobs:read'], expires_at: end });
  expect(body.token.expires_at).toBe(end);
  for (const days of [0, -1, 367]) {
    const expires_at = new Date(clock.now().getTime() + days * day).toISOString();
    const refused = await make('hr', { scopes: ['jobs:read'], expires_at });
    expect([days, refused.status, refused.body.errors?.expires_at]).toEqual([
      days,
      422,
      ['Expires at must be within 366 days from now'],
    ]);
  }
  expect((await make('hr', { scopes: ['jobs:read'], expires_at: 'tomorrow' })).status).toBe(422);
});

test('exports the site with its own scope, which only an admin gives and no older scope includes', async () => {
  const url = '/api/admin/export';
  const all = await tokenOf('admin', 'settings:write', 'users:write', 'csv:read');
  const { status, body } = await call('GET', url, bearer(all));
  expect([status, body.code]).toEqual([403, 'scope_missing']);
  const own = await tokenOf('admin', 'export:read');
  const answer = await site.app.inject({ url, headers: bearer(own) });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/x-tar']);
  expect((await make('hr', { scopes: ['export:read'] })).body.errors.scopes).toHaveLength(1);
});

test('a 401 says by its code what a program can do', async () => {
  const unknown = createApiToken();
  const cases: [headers: Record<string, string>, url: string, code: string][] = [
    [{}, stats, 'sign_in_required'],
    [bearer('x'.repeat(43)), stats, 'sign_in_required'],
    [bearer(unknown), stats, 'token_not_valid'],
    [{}, `${stats}?token=${unknown}`, 'token_misplaced'],
  ];
  for (const [headers, url, code] of cases) {
    const { status, body } = await call('GET', url, headers);
    expect([code, status, body.code]).toEqual([code, 401, code]);
  }
});
