import { describe, expect, test } from 'vitest';
import { SecurityEvent } from '../../src/modules/security-log/security-event.ts';
import { User } from '../../src/modules/users/user.ts';
import { createPasswords } from '../../src/security/passwords.ts';
import { openSimulatedBrowser } from '../support/simulated-browser.ts';
import { databaseKinds } from '../support/database.ts';
import { createUser } from '../support/factories.ts';
import { testApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';

const email = 'vera@example.com';
const password = 'a walk by the river';
const own = 'http://localhost:3000';
const wrong = 'The e-mail or password is incorrect.';

describe.each(databaseKinds)('signing in on %s', (kind) => {
  let hash: string;
  const site = useSite({
    on: kind,
    fill: async (site) => {
      hash = await createPasswords().hash(password);
      await createUser(site.database.fork(), { email, role: 'hr', name: 'Vera', password_hash: hash });
    },
  });

  /** Returns a browser with a different address each time, so that tests do not share rate limits. */
  let used = 0;
  const browse = (facts: object = {}) => {
    used += 1;
    return openSimulatedBrowser(site.app, { address: `10.1.${used >> 8}.${used & 255}`, ...facts });
  };
  const trpc = (path: string, input: unknown, headers: Record<string, string> = {}) =>
    browse().send('POST', `/trpc/${path}`, JSON.stringify(input), headers);

  test('the right password opens a session, in any letter case of the address', async () => {
    const answer = await browse().signIn(' VERA@example.com', password);
    expect(answer).toMatchObject({
      status: 200,
      body: { token: expect.any(String), user: { name: 'Vera', email, role: 'hr' } },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    const me = await browse().send('GET', '/api/admin/user', undefined, {
      authorization: `bearer ${answer.body.token}`,
    });
    expect(me.body.user).toEqual(answer.body.user);
  });

  test('AU4 AU5 a wrong password and an unknown address get the same response, and no session', async () => {
    const [known, unknown] = [browse(), browse()];
    const one = await known.signIn(email, 'not the password');
    const other = await unknown.signIn('nobody@example.com', 'not the password');
    expect(one).toMatchObject({ status: 422, body: { message: wrong, errors: { email: [wrong] } } });
    const plain = ({ body, headers }: typeof one) => ({
      body: { ...body, request_id: '' },
      headers: { ...headers, date: '', 'x-request-id': '' },
    });
    expect(plain(other)).toEqual(plain(one));
    expect([known.cookies.size, unknown.cookies.size]).toEqual([0, 0]);
  });

  test('AU5 through tRPC the error contains the same refusal', async () => {
    const answer = await trpc('auth.login', { email, password: 'not the password' });
    expect(answer.status).toBe(422);
    expect(answer.body.error.data).toMatchObject({ message: wrong, errors: { email: [wrong] } });
  });

  test.each([
    ['a lost body', {}],
    ['an object for a password', { email, password: { $ne: '' } }],
    ['a list for an address', { email: [email], password }],
    ['10 kB of password', { email, password: 'x'.repeat(10_000) }],
  ])('%s is a 422', async (_what, body) => {
    const answer = await browse().send('POST', '/api/admin/login', body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toBeTypeOf('object');
  });

  test('AU6 a password counts exactly as it was typed', async () => {
    const long = `${'é'.repeat(40)}x`;
    for (const [i, typed] of [` ${password} `, `${long}a`, '🚲🚲🚲 ⛵️⛵️⛵️ 🛶🛶'].entries()) {
      const address = `typed${i}@example.com`;
      await site
        .rest('admin')
        .post('/api/admin/users', { name: 'T', email: address, role: 'user', password: typed });
      expect((await browse().signIn(address, typed)).status, typed).toBe(200);
      expect((await browse().signIn(address, typed.trim().replace(/a$/, 'b'))).status, typed).toBe(
        typed === typed.trim().replace(/a$/, 'b') ? 200 : 422,
      );
    }
  });

  test('AU8 what is stored of a password is argon2id, and of a session only hashes', async () => {
    const { body } = await browse().signIn(email, password);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const rows = await site.database.read
      .withTables<{ sessions: object }>()
      .selectFrom('sessions')
      .selectAll()
      .execute();
    expect(JSON.stringify(rows)).not.toContain(body.token);
  });

  test('AU9 a sign-in ends the sessions that its request came with', async () => {
    const planted = browse();
    const bearer = (await planted.signIn(email, password)).body.token;
    const cookies = new Map(planted.cookies);
    const other = (await browse().signIn(email, password)).body.token;
    const answer = await planted.send(
      'POST',
      '/api/admin/login',
      { email, password },
      { authorization: `Bearer ${other}` },
    );
    expect(answer.status).toBe(200);
    expect(planted.cookies.get('atrium_session')).not.toBe(cookies.get('atrium_session'));
    for (const token of [bearer, other]) {
      const dead = await browse().send('GET', '/api/admin/user', undefined, {
        authorization: `Bearer ${token}`,
      });
      expect(dead.status).toBe(401);
    }
    const replay = browse();
    replay.cookies.set('atrium_session', cookies.get('atrium_session')!);
    expect((await replay.send('GET', '/api/admin/user')).status).toBe(401);
  });

  test('AU10 signing out ends the session on the server, for bearer and cookie, and clears the cookies', async () => {
    const browser = browse();
    const { token } = (await browser.signIn(email, password)).body;
    const cookie = browser.cookies.get('atrium_session')!;
    const answer = await browser.send('POST', '/api/admin/logout', undefined, {
      authorization: `Bearer ${token}`,
    });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect([...browser.cookies.keys()]).toEqual(['atrium_device']);
    const replay = browse();
    replay.cookies.set('atrium_session', cookie);
    expect((await replay.send('GET', '/api/admin/user')).status).toBe(401);
    const bearer = { authorization: `Bearer ${token}` };
    expect((await replay.send('GET', '/trpc/auth.user', undefined, bearer)).status).toBe(401);
  });

  test('AU13 with a bearer token the cookie is ignored, and malformed credentials count as anonymous', async () => {
    const browser = browse();
    await browser.signIn(email, password);
    const get = (headers: Record<string, string>, url = '/api/admin/user') =>
      browser.send('GET', url, undefined, headers);
    expect((await get({})).body.user.email).toBe(email);
    const admin = `Bearer ${await site.openSession('admin')}`;
    expect((await get({ authorization: admin })).body.user.role).toBe('admin');
    for (const authorization of [
      'Bearer nonsense',
      'Bearer',
      'Basic dmVyYTpw',
      `${admin}, ${admin}`,
      `${admin} x`,
    ]) {
      expect((await get({ authorization })).status, authorization).toBe(401);
      expect((await get({ authorization }, '/trpc/auth.user')).status, authorization).toBe(401);
    }
    const secret = admin.slice(7);
    expect(
      (await browse().send('GET', `/api/admin/user?token=${secret}&access_token=${secret}`)).status,
    ).toBe(401);
  });

  test('AU12 a change by the cookie alone needs the anti-forgery token, with any type of body', async () => {
    const browser = browse();
    await browser.signIn(email, password);
    const bodies = [
      ['application/json', '{}'],
      ['text/plain', '{}'],
      ['application/x-www-form-urlencoded', 'a=b'],
      ['multipart/form-data; boundary=x', '--x--\r\n'],
    ] as const;
    for (const url of ['/api/admin/logout', '/trpc/auth.logout']) {
      for (const [type, body] of bodies) {
        const answer = await browser.send('POST', url, body, { 'content-type': type });
        expect(answer.status, `${url} ${type}`).toBe(403);
      }
      const guessed = await browser.send('POST', url, '{}', { 'x-xsrf-token': 'x'.repeat(43) });
      expect(guessed.status).toBe(403);
    }
    const shown = { 'x-xsrf-token': browser.cookies.get('XSRF-TOKEN')!, origin: own };
    expect((await browser.send('POST', '/api/admin/logout', '{}', shown)).status).toBe(200);
  });

  test.each([
    'http://evil.example.com',
    'null',
    'http://localhost:3000.evil.example.com',
    'http://localhost',
  ])('a call from a page of %s is a 403 on both faces', async (origin) => {
    const authorization = `Bearer ${await site.openSession('admin')}`;
    for (const url of ['/api/admin/login', '/trpc/auth.login', '/api/admin/users', '/trpc/users.create']) {
      for (const type of [
        'application/json',
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
      ]) {
        const headers = { origin, authorization, host: 'localhost:3000', 'content-type': type };
        const answer = await browse().send('POST', url, JSON.stringify({ email, password }), headers);
        expect(answer.status, `${url} ${type}`).toBe(403);
      }
    }
  });

  test('AU12 a page of our own and a program without a page may sign in', async () => {
    expect((await browse({ origin: own }).signIn(email, password)).status).toBe(200);
    expect((await browse().signIn(email, password)).status).toBe(200);
    const sameHost = await browse().send(
      'POST',
      '/api/admin/login',
      { email, password },
      { origin: 'https://staff.localhost', host: 'staff.localhost' },
    );
    expect(sameHost.status).toBe(200);
  });

  test('AU3 a batch of sign-ins is refused and none is checked; a single call wrapped as a batch is accepted', async () => {
    const input = { email, password };
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [i, input]));
    const batch = async (count: number) =>
      browse().send('POST', `/trpc/${Array(count).fill('auth.login').join(',')}?batch=1`, many(count));
    expect((await batch(300)).status).toBe(429);
    const ten = await batch(10);
    expect(ten.status).toBe(429);
    expect(ten.body.map((answer: { error?: object }) => Boolean(answer.error))).toEqual(Array(10).fill(true));
    const one = await batch(1);
    expect(one.status).toBe(200);
    expect(one.body[0].result.data.user.email).toBe(email);
  });

  test('AU14 under https the cookies are bound to the host; script reads the anti-forgery token only', async () => {
    const secure = await testApp(kind, { publicUrl: 'https://atrium.example.com' });
    await createUser(secure.database.fork(), { email, password_hash: hash });
    const browser = openSimulatedBrowser(secure.app, { origin: 'https://atrium.example.com' });
    const { headers, body } = await browser.signIn(email, password, { remember: true });
    const sent = [headers['set-cookie']].flat().map(String);
    expect(sent.map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-atrium_session',
      '__Host-XSRF-TOKEN',
      '__Host-atrium_device',
    ]);
    for (const cookie of sent) {
      expect(cookie).toMatch(/; Path=\/; /);
      expect(cookie).toMatch(/; Secure; SameSite=Lax$/);
      expect(cookie.includes('HttpOnly')).toBe(!cookie.includes('XSRF'));
    }
    expect(browser.cookies.get('__Host-atrium_session')).not.toBe(body.token);
    await secure.close();
  });

  test('AZ11 while sessions cannot be looked up, the response is a 503 and never data', async () => {
    const failing = await testApp(kind, {
      findViewer: async () => {
        throw new Error('no');
      },
    });
    const headers = { authorization: `Bearer ${'x'.repeat(43)}` };
    for (const url of [
      '/api/admin/user',
      '/trpc/auth.user',
      '/api/admin/users',
      '/trpc/users.list?input=%7B%7D',
    ]) {
      const answer = await openSimulatedBrowser(failing.app).send('GET', url, undefined, headers);
      expect(answer.status, url).toBe(503);
      expect(answer.headers['retry-after']).toBe('5');
    }
    await failing.close();
  });

  test('AD7 the security log records each sign-in, accepted or refused, and each denied call', async () => {
    const em = site.database.fork();
    await em.nativeDelete(SecurityEvent, {});
    const browser = browse();
    await browser.signIn(email, 'not the password');
    const { token } = (await browser.signIn(email, password)).body;
    const headers = { authorization: `Bearer ${token}` };
    for (const url of ['/api/admin/users', '/api/admin/users', '/trpc/users.list?input=%7B%7D']) {
      expect((await browser.send('GET', url, undefined, headers)).status).toBe(403);
    }
    await browser.send('POST', '/api/admin/logout', undefined, headers);
    await site.settled();
    const events = await em.fork().find(SecurityEvent, {}, { orderBy: { id: 'asc' } });
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      'denied',
      'sign_in',
      'sign_in_refused',
      'sign_out',
    ]);
    for (const event of events) expect(event).toMatchObject({ user_name: 'Vera', email });
    expect(events.find(({ type }) => type === 'denied')?.details).toEqual({ call: 'users.list' });
    const vera = await em.fork().findOneOrFail(User, { email });
    expect(JSON.stringify(events)).not.toContain(vera.password_hash!.slice(0, 20));
  });
});
