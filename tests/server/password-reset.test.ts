import { describe, expect, test } from 'vitest';
import { PasswordReset } from '../../src/modules/auth/password-reset.entity.ts';
import { SecurityEvent } from '../../src/modules/security-log/security-event.ts';
import { openSimulatedBrowser } from '../support/simulated-browser.ts';
import { minute, stoppedClock } from '../support/clock.ts';
import { databaseKinds } from '../support/database.ts';
import { createUser } from '../support/factories.ts';
import { fakeMailer } from '../support/mail-server.ts';
import { cheapPasswords } from '../support/passwords.ts';
import { testApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';

const password = 'a walk by the river';
const chosen = 'three small boats';

describe.each(databaseKinds)('a forgotten password on %s', (kind) => {
  const clock = stoppedClock();
  const site = useSite({ on: kind, clock, parts: { passwords: cheapPasswords() } });

  let people = 0;
  async function person() {
    people += 1;
    const email = `lost${people}@example.com`;
    return createUser(site.database.fork(), { email, name: 'Lou', password_hash: `cheap:${password}` });
  }
  let used = 0;
  const browse = () => {
    used += 1;
    return openSimulatedBrowser(site.app, { address: `10.4.${used >> 8}.${used & 255}` });
  };
  const ask = (email: string, headers = {}) =>
    browse().send('POST', '/api/admin/forgot-password', { email }, headers);
  const reset = (body: object) => browse().send('POST', '/api/admin/reset-password', body);
  const signIn = async (email: string, typed: string) => (await browse().signIn(email, typed)).status;
  const linkIn = (mail: string | undefined) => /\n(http\S+)\r?\n/.exec(mail ?? '')?.[1] ?? 'no link';
  const tokenIn = (link: string) => link.split('#token=')[1] ?? 'no token';
  /** Requests a reset and returns the secret of the link in the mail. */
  async function receiveToken(email: string): Promise<string> {
    await ask(email);
    return tokenIn(linkIn((await site.mails()).findLast((mail) => mail.includes(email))));
  }

  test('AU16 the response is the same whether or not the address exists, and only its owner gets a mail', async () => {
    const { email } = await person();
    const before = (await site.mails()).length;
    const [known, unknown] = [await ask(email), await ask('nobody@example.com')];
    expect(known).toMatchObject({
      status: 200,
      body: { success: true, message: expect.stringContaining('If there is an account') },
    });
    expect(unknown.body).toEqual(known.body);
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers));
    const mails = (await site.mails()).slice(before);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain(`To: Lou <${email}>`);
    expect(mails[0]).toContain('Subject: Set a new password for Atrium');
  });

  test('AU16 the response does not wait for the mail, and does not change when the mail fails', async () => {
    let send = () => {};
    const slow = await testApp(kind, {
      random: () => 0,
      mailer: fakeMailer(
        () =>
          new Promise<string>((_done, fail) => {
            send = () => fail(new Error('no mail today'));
          }),
      ),
    });
    const { email } = await createUser(slow.database.fork(), { email: 'slow@example.com' });
    const answer = await openSimulatedBrowser(slow.app).send('POST', '/api/admin/forgot-password', { email });
    expect(answer.status).toBe(200);
    await expect.poll(() => slow.database.fork().count(SecurityEvent, { type: 'reset_asked' })).toBe(1);
    await expect.poll(() => send.toString()).toContain('fail');
    send();
    await slow.close();
  });

  test('AU16 the link contains the configured address, with any Host header', async () => {
    const { email } = await person();
    await ask(email, { host: '203.0.113.7', 'x-forwarded-host': 'evil.example.com' });
    const mail = (await site.mails()).at(-1);
    expect(linkIn(mail)).toMatch(/^http:\/\/localhost:3000\/admin\/reset-password#token=[\w-]{22}$/);
    expect(mail).not.toMatch(/evil|203\.0/);
  });

  test('AU17 the link sets a password, signs in, and ends every session of that person', async () => {
    const { id, email } = await person();
    const { token: old } = (await browse().signIn(email, password)).body;
    const token = await receiveToken(email);
    const browser = browse();
    const answer = await browser.send('POST', '/api/admin/reset-password', { token, password: chosen });
    expect(answer).toMatchObject({ status: 200, body: { token: expect.any(String), user: { id, email } } });
    expect([...browser.cookies.keys()]).toEqual(['atrium_session', 'XSRF-TOKEN', 'atrium_device']);
    expect((await browser.send('GET', '/api/admin/user')).body.user.email).toBe(email);
    const dead = await browse().send('GET', '/api/admin/user', undefined, { authorization: `Bearer ${old}` });
    expect(dead.status).toBe(401);
    expect([await signIn(email, password), await signIn(email, chosen)]).toEqual([422, 200]);
  });

  test('AU17 it works once, also when it is used twice at the same time', async () => {
    const { email } = await person();
    const token = await receiveToken(email);
    const answers = await Promise.all(
      ['first choice', 'second choice'].map((typed) => reset({ token, password: typed })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(await reset({ token, password: chosen })).toMatchObject({
      status: 422,
      body: { errors: { token: ['This link is no longer valid. Please ask for a new one.'] } },
    });
  });

  test('AU17 it is valid for 60 minutes', async () => {
    const { email } = await person();
    let token = await receiveToken(email);
    clock.forward(60 * minute);
    expect((await reset({ token, password: chosen })).status).toBe(422);
    token = await receiveToken(email);
    clock.forward(59 * minute);
    expect((await reset({ token, password: chosen })).status).toBe(200);
  });

  test('AU17 links live side by side until one is used, and then none of them counts', async () => {
    const { id, email } = await person();
    const trpc = { authorization: `Bearer ${await site.openSession('admin')}` };
    const made = await browse().send('POST', '/trpc/users.createResetLink', { id }, trpc);
    const tokens = [await receiveToken(email), await receiveToken(email), await receiveToken(email)];
    expect((await reset({ token: tokens[0], password: chosen })).status).toBe(200);
    const others = [tokens[1], tokens[2], tokenIn(made.body.result.data.link)];
    for (const token of others) expect((await reset({ token, password: chosen })).status).toBe(422);
  });

  test("AU2 AU16 repeated requests of a stranger neither end the owner's link nor lock the owner out", async () => {
    const { id, email } = await person();
    const known = browse();
    const { token: bearer } = (await known.signIn(email, password)).body;
    const token = await receiveToken(email);
    const before = (await site.mails()).length;
    for (let i = 0; i < 40; i += 1) expect((await ask(email)).status).toBe(200);
    expect((await site.mails()).length - before).toBe(4);
    const again = await ask(email);
    expect(again).toMatchObject({ status: 200, body: { success: true } });
    const me = await browse().send('GET', '/api/admin/user', undefined, {
      authorization: `Bearer ${bearer}`,
    });
    expect(me.body.user.id).toBe(id);
    expect((await reset({ token, password: chosen })).status).toBe(200);
    expect(await signIn(email, chosen)).toBe(200);
  });

  test('many concurrent requests create five links', async () => {
    const { id, email } = await person();
    const before = (await site.mails()).length;
    await Promise.all(Array.from({ length: 12 }, () => ask(email)));
    expect((await site.mails()).length - before).toBe(5);
    expect(await site.database.fork().count(PasswordReset, { user: id })).toBe(5);
    clock.forward(60 * minute);
    await ask(email);
    expect((await site.mails()).length - before).toBe(6);
    expect(await site.database.fork().count(PasswordReset, { user: id })).toBe(1);
  });

  test('a browser that has signed in before gets a new link, which replaces the oldest of five', async () => {
    const { id, email } = await person();
    const known = browse();
    await known.signIn(email, password);
    const first = await receiveToken(email);
    for (let i = 0; i < 10; i += 1) await ask(email);
    const before = (await site.mails()).length;
    const asked = [];
    for (let i = 0; i < 6; i += 1) {
      asked.push((await known.send('POST', '/api/admin/forgot-password', { email })).status);
    }
    expect(asked).toEqual([200, 200, 200, 200, 200, 429]);
    const mails = (await site.mails()).slice(before);
    expect(mails).toHaveLength(5);
    expect(await site.database.fork().count(PasswordReset, { user: id })).toBe(5);
    expect((await reset({ token: first, password: chosen })).status).toBe(422);
    expect((await reset({ token: tokenIn(linkIn(mails[0])), password: chosen })).status).toBe(200);
  });

  test('a mail that could not be sent leaves no link behind', async () => {
    let isUnavailable = true;
    const sent: string[] = [];
    const mailer = fakeMailer(({ text }) => {
      if (isUnavailable) throw new Error('no mail today');
      sent.push(text);
      return '250 OK';
    });
    const away = await testApp(kind, { mailer });
    const { email } = await createUser(away.database.fork(), { email: 'away@example.com' });
    const askThere = () =>
      openSimulatedBrowser(away.app).send('POST', '/api/admin/forgot-password', { email });
    for (let i = 0; i < 6; i += 1) await askThere();
    await away.settled();
    expect(await away.database.fork().count(PasswordReset)).toBe(0);
    isUnavailable = false;
    await askThere();
    await away.settled();
    expect(sent).toHaveLength(1);
    await away.close();
  });

  test('AU16 the work for known and unknown addresses begins at a random moment after the response', async () => {
    const delays: (number | undefined)[] = [];
    const numbers = [0.25, 0.75];
    const spread = await testApp(kind, {
      random: () => numbers.shift() ?? 0,
      background: { run: (_job, _onError, delayMs) => void delays.push(delayMs), settled: async () => {} },
    });
    const { email } = await createUser(spread.database.fork(), { email: 'spread@example.com' });
    for (const address of [email, 'nobody@example.com']) {
      await openSimulatedBrowser(spread.app).send('POST', '/api/admin/forgot-password', { email: address });
    }
    expect(delays).toEqual([1250, 3750]);
    await spread.close();
  });

  test('AU17 it belongs to its person: nothing else in the body counts', async () => {
    const [mine, theirs] = [await person(), await person()];
    const token = await receiveToken(mine.email);
    const more = { user_id: theirs.id, id: theirs.id, email: theirs.email, role: 'admin', is_admin: true };
    const answer = await reset({ token, password: chosen, ...more });
    expect(answer.body.user).toMatchObject({ id: mine.id, role: 'user' });
    expect([await signIn(theirs.email, password), await signIn(theirs.email, chosen)]).toEqual([200, 422]);
  });

  test('a weak password is refused without using up the link', async () => {
    const { email } = await person();
    const token = await receiveToken(email);
    for (const typed of ['short', 'password1', 'x'.repeat(129), 'Atrium2024!']) {
      expect(await reset({ token, password: typed }), typed).toMatchObject({
        status: 422,
        body: { errors: { password: [expect.any(String)] } },
      });
    }
    expect((await reset({ token, password: chosen })).status).toBe(200);
  });

  test('a change of password or address kills the links that are out', async () => {
    const { id, email, name } = await person();
    const token = await receiveToken(email);
    const authorization = `Bearer ${await site.openSession('admin')}`;
    const words = { name, email: `new-${email}`, role: 'user' };
    expect((await browse().send('PUT', `/api/admin/users/${id}`, words, { authorization })).status).toBe(200);
    expect((await reset({ token, password: chosen })).status).toBe(422);
  });

  test('AU16 requests are limited by client address for any account, and so is guessing links', async () => {
    const { email } = await person();
    for (const address of [email, 'unknown@example.com']) {
      const asker = browse();
      const statuses = [];
      for (let i = 0; i < 20; i += 1) {
        statuses.push((await asker.send('POST', '/api/admin/forgot-password', { email: address })).status);
      }
      expect(statuses).toEqual([...Array(10).fill(200), ...Array(10).fill(429)]);
    }
    const guesser = browse();
    const guess = async () =>
      (await guesser.send('POST', '/api/admin/reset-password', { token: 'guess', password: chosen })).status;
    const guesses = [];
    for (let i = 0; i < 21; i += 1) guesses.push(await guess());
    expect(guesses).toEqual([...Array(20).fill(422), 429]);
  });

  test('AU17 only hashes of links are stored, and the security log holds no secret', async () => {
    const { email } = await person();
    const token = await receiveToken(email);
    const read = site.database.read.withTables<{ password_resets: object; security_events: object }>();
    const rows = [
      ...(await read.selectFrom('password_resets').selectAll().execute()),
      ...(await read.selectFrom('security_events').selectAll().execute()),
    ];
    expect(JSON.stringify(rows)).not.toContain(token);
    await reset({ token, password: chosen });
    const events = await site.database.fork().find(SecurityEvent, { email }, { orderBy: { id: 'asc' } });
    expect(events.map(({ type }) => type)).toEqual(['reset_asked', 'reset_used']);
  });
});
