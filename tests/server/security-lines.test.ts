import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../src/database/transaction.ts';
import { Message } from '../../src/modules/inbox/message.entity.ts';
import { recordSecurityEvent, SecurityEvent } from '../../src/modules/security-log/security-event.ts';
import type { SecurityLine } from '../../src/shared/security-events.ts';
import { createPasswords } from '../../src/security/passwords.ts';
import { openSimulatedBrowser } from '../support/simulated-browser.ts';
import { databaseKinds } from '../support/database.ts';
import { createMessage, createUser } from '../support/factories.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { totpCodeOf } from '../support/totp.ts';

const path = '/api/admin/security-events';
const pdf = '%PDF-1.4\n%%EOF\n';

type Line = SecurityLine & { level: number; reqId: string };

describe.each(databaseKinds)('the security log and standard output on %s', (kind) => {
  let site: TestApp;
  let output = '';
  beforeAll(async () => {
    const write = (line: string) => {
      output += line;
    };
    site = await testApp(kind, { logger: { level: 'info', stream: { write } } });
  });
  afterAll(() => site.close());
  beforeEach(() => {
    output = '';
  });

  const lines = () =>
    output
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line)
      .filter(({ event }) => event === 'security');
  const find = async (type: string) => (await site.rest('admin').get(`${path}?type=${type}`)).body.events;

  test('the deletion of a message is logged with the user, and without anything that the visitor wrote', async () => {
    const em = site.database.fork();
    const { id } = await createMessage(em, {
      subject: 'Private matter',
      message: 'Nobody else',
      name: 'Visitor',
    });
    expect((await site.rest('hr').delete(`/api/admin/messages/${id}`)).status).toBe(200);
    const facts = { type: 'message_deleted', user_name: 'The hr', email: 'hr@example.com' };
    const details = { message: id, kind: 'contact', received: expect.any(String) };
    expect(await find('message_deleted')).toMatchObject([{ ...facts, details }]);
    expect(lines()).toMatchObject([{ ...facts, level: 30, details, user_id: expect.any(Number) }]);
    expect(output).not.toMatch(/Private matter|Nobody else|Visitor/);
    expect((await site.rest('hr').delete(`/api/admin/messages/${id}`)).status).toBe(404);
    expect(await find('message_deleted')).toHaveLength(1);
  });

  test("the download of a message's file is logged, once for its parts and repetitions", async () => {
    const form = new FormData();
    const words = { name: 'Ida', email: 'ida@example.com', field: 'Design', message: 'Please' };
    for (const [name, value] of Object.entries(words)) form.set(name, value);
    form.set('cv', new File([pdf], 'ida.pdf', { type: 'application/pdf' }));
    expect((await site.rest('anonymous').post('/api/internships', form)).status).toBe(201);
    const { id } = await site.database.fork().findOneOrFail(Message, { name: 'Ida' });
    const get = () => site.rest('hr').get(`/api/admin/messages/${id}/attachment`);
    expect(await get()).toMatchObject({ status: 200, body: pdf });
    expect((await get()).status).toBe(200);
    expect((await site.rest('admin').get(`/api/admin/messages/${id}/attachment`)).status).toBe(200);
    const details = { message: id, kind: 'internship' };
    expect(await find('attachment_downloaded')).toMatchObject([
      { user_name: 'The admin', details },
      { user_name: 'The hr', details },
    ]);
    expect(lines().map(({ type }) => type)).toEqual(['attachment_downloaded', 'attachment_downloaded']);
  });

  test('a change of name is logged with the previous name, whoever made it', async () => {
    const user = await createUser(site.database.fork(), { name: 'Ada Byron', email: 'ada@example.com' });
    const token = await site.openSessionOf(user);
    const rename = (name: string) =>
      site.app.inject({
        method: 'POST',
        url: '/trpc/account.rename',
        payload: { name },
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await rename('Ada Lovelace')).statusCode).toBe(200);
    expect((await rename('Ada Lovelace')).statusCode).toBe(200);
    const change = { name: 'Ada', email: 'ada.b@example.com', role: 'user', password: '' };
    expect((await site.rest('admin').put(`/api/admin/users/${user.id}`, change)).status).toBe(200);
    const events = await find('name_changed');
    expect(events).toMatchObject([
      { user_name: 'The admin', details: { of: user.id, name: 'Ada', before: 'Ada Lovelace' } },
      {
        user_name: 'Ada Byron',
        email: 'ada@example.com',
        details: { of: user.id, name: 'Ada Lovelace', before: 'Ada Byron' },
      },
    ]);
    expect(await find('email_changed')).toMatchObject([
      { details: { email: 'ada.b@example.com', before: 'ada@example.com' } },
    ]);
    expect(lines().map(({ type }) => type)).toEqual(['name_changed', 'name_changed', 'email_changed']);
  });

  test('a refusal is a warning with the typed address on one line, without the password', async () => {
    const email = 'no\r\n{"event":"security"}\u2028@example.com';
    const wrong = { email, password: 'not-the-Password-7' };
    await site.rest('anonymous').post('/api/admin/login', wrong);
    await site.rest('anonymous').post('/api/admin/login', { ...wrong, email: 'nobody@example.com' });
    await site.settled();
    const told = lines().filter(({ type }) => type === 'sign_in_refused');
    expect(told.at(-1)).toMatchObject({ level: 40, email: 'nobody@example.com', user_id: null });
    expect(told.at(-1)?.reqId).toBeDefined();
    expect(output).not.toContain('not-the-Password-7');
    expect(output.split('\n').filter((line) => line.startsWith('{"event"'))).toEqual([]);
  });

  test('nothing is logged after a rollback, and an inner transaction is logged only after the outer commit', async () => {
    const told: string[] = [];
    const request = { address: '127.0.0.1', logSecurity: ({ type }: SecurityLine) => void told.push(type) };
    const em = site.database.fork();
    const work = { em, read: site.database.read, viewer: null, now: new Date(), request };
    const broken = inTransaction(work, async (inside) => {
      await recordSecurityEvent(inside, 'sign_out');
      throw new Error('undone');
    });
    await expect(broken).rejects.toThrow('undone');
    expect(told).toEqual([]);
    await inTransaction({ ...work, em: site.database.fork() }, async (outer) => {
      await inTransaction(outer, (inner) => recordSecurityEvent(inner, 'exported'));
      expect(told).toEqual([]);
    });
    expect(told).toEqual(['exported']);
    expect(await find('sign_out')).toEqual([]);
  });

  test('second factors, confirmations, sessions and the state of accounts have their lines, without secrets', async () => {
    const password = 'a walk by the river';
    const email = 'lines@example.com';
    const password_hash = await createPasswords().hash(password);
    const user = await createUser(site.database.fork(), { email, role: 'admin', password_hash });
    const browser = openSimulatedBrowser(site.app, { address: '10.9.0.1' });
    const { token } = (await browser.signIn(email, password)).body;
    const authorization = `Bearer ${token}`;
    const own = async (url: string, input: object = {}) =>
      (await browser.send('POST', url, JSON.stringify(input), { authorization })).body;
    const { setup, secret } = (await own('/trpc/account.beginTotp')).result.data;
    const added = await own('/trpc/account.addTotp', { setup, one_time_code: totpCodeOf(secret) });
    const { factor, recovery_codes } = added.result.data;
    await own('/api/admin/step-up', { one_time_code: '000000' });
    await own('/api/admin/step-up', { one_time_code: recovery_codes[0] });
    await browser.signIn(email, password, { one_time_code: '000000' });
    await browser.signIn(email, password, { one_time_code: recovery_codes[1] });
    const again = (await browser.signIn(email, password, { one_time_code: recovery_codes[2] })).body.token;
    const headers = { authorization: `Bearer ${again}` };
    for (const [name, input] of [
      ['makeRecoveryCodes', {}],
      ['removeFactor', { id: factor.id }],
      ['endOtherSessions', {}],
    ] as const) {
      await browser.send('POST', `/trpc/account.${name}`, JSON.stringify(input), headers);
    }
    const path = `/api/admin/users/${user.id}`;
    await site.rest('admin').delete(`${path}/sessions`);
    await site.rest('admin').post(`${path}/deactivate`);
    await site.rest('admin').post(`${path}/reactivate`);
    await site.settled();

    const stored = await site.database
      .fork()
      .find(SecurityEvent, { $or: [{ user_id: user.id }, { of_id: user.id }] }, { orderBy: { id: 'asc' } });
    const told = lines();
    expect(told.map(({ event_id, type }) => [event_id, type])).toEqual(
      stored.map(({ id, type }) => [id, type]),
    );
    expect([...new Set(told.map(({ type }) => type))].toSorted()).toEqual([
      ...['confirmation_refused', 'confirmed', 'factor_added', 'factor_removed'],
      ...['recovery_code_used', 'recovery_codes_made', 'second_factor_refused', 'sessions_ended', 'sign_in'],
      ...['user_deactivated', 'user_reactivated'],
    ]);
    for (const { type, level } of told) expect(level, type).toBe(/refused/.test(type) ? 40 : 30);
    expect(told.at(-1)).toMatchObject({ user_name: 'The admin', details: { of: user.id, email } });
    for (const text of [password, secret, token, again, ...recovery_codes]) {
      expect(output).not.toContain(text);
    }
  });

  test('each event that is stored has its line', async () => {
    await site.rest('user').get('/api/admin/users');
    await site.rest('admin').get('/api/admin/activities.csv');
    await site.settled();
    const { events } = (await site.rest('admin').get(path)).body;
    const known = new Set(events.map(({ id }: { id: number }) => id));
    expect(
      lines()
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(['denied', 'exported']);
    for (const { event_id } of lines()) expect(known).toContain(event_id);
  });
});
