import { describe, expect, test } from 'vitest';
import { Session } from '../../src/modules/auth/session.entity.ts';
import { sweepSessions } from '../../src/modules/auth/sessions.ts';
import { User } from '../../src/modules/users/user.ts';
import { openSimulatedBrowser } from '../support/simulated-browser.ts';
import { day, hour, minute, stoppedClock } from '../support/clock.ts';
import { databaseKinds } from '../support/database.ts';
import { createUser } from '../support/factories.ts';
import { cheapPasswords } from '../support/passwords.ts';
import { useSite } from '../support/use-site.ts';

const password = 'a walk by the river';

describe.each(databaseKinds)('sessions on %s', (kind) => {
  const clock = stoppedClock();
  const site = useSite({ on: kind, clock, parts: { passwords: cheapPasswords() } });

  /** Creates a user for one test, and functions to sign in as that user from new browsers. */
  let people = 0;
  async function person(facts: Partial<User> = {}) {
    people += 1;
    const email = `person${people}@example.com`;
    const user = await createUser(site.database.fork(), {
      email,
      password_hash: `cheap:${password}`,
      ...facts,
    });
    const signIn = async (more: object = {}, userAgent?: string) => {
      const browser = openSimulatedBrowser(site.app, {
        address: `10.2.0.${people}`,
        ...(userAgent && { userAgent }),
      });
      const { token } = (await browser.signIn(email, password, more)).body;
      const authorization = `Bearer ${token}`;
      return {
        browser,
        status: async (headers = {}) =>
          (await browser.send('GET', '/api/admin/user', undefined, { authorization, ...headers })).status,
        call: async (path: string, input: object = {}) => {
          const answer = await browser.send('POST', `/trpc/${path}`, input, { authorization });
          return { status: answer.status, ...answer.body.result, ...answer.body.error };
        },
        read: async (path: string) =>
          (await browser.send('GET', `/trpc/${path}`, undefined, { authorization })).body.result.data,
      };
    };
    return { user, email, signIn };
  }

  /** The clock moves on, so each call uses an admin who has just signed in. */
  const asAdmin = async (method: 'PUT' | 'DELETE', id: number, body?: object) => {
    const authorization = `Bearer ${await site.openSession('admin')}`;
    return openSimulatedBrowser(site.app).send(method, `/api/admin/users/${id}`, body, { authorization });
  };

  test('AU15 without Remember me a session ends 12 hours after its last use', async () => {
    const session = await (await person()).signIn();
    clock.forward(11 * hour);
    expect(await session.status()).toBe(200);
    clock.forward(11 * hour);
    expect(await session.status()).toBe(200);
    clock.forward(12 * hour + minute);
    expect(await session.status()).toBe(401);
  });

  test('AU15 polling does not keep a session alive', async () => {
    const session = await (await person()).signIn();
    clock.forward(11 * hour);
    expect(await session.status({ 'x-activity': 'none' })).toBe(200);
    clock.forward(2 * hour);
    expect(await session.status()).toBe(401);
  });

  test('AU15 without Remember me it ends after 7 days, however much it is used', async () => {
    const session = await (await person()).signIn();
    for (let passed = 0; passed < 7 * day - 10 * hour; passed += 10 * hour) {
      clock.forward(10 * hour);
      expect(await session.status()).toBe(200);
    }
    clock.forward(10 * hour);
    expect(await session.status()).toBe(401);
  });

  test('AU15 with Remember me it lasts 30 days, used or not, and its cookie as long', async () => {
    const session = await (await person()).signIn({ remember: true });
    clock.forward(30 * day - minute);
    expect(await session.status()).toBe(200);
    clock.forward(minute);
    expect(await session.status()).toBe(401);
  });

  test('the sweep removes expired sessions and no others', async () => {
    const { user, signIn } = await person();
    await signIn();
    clock.forward(13 * hour);
    await signIn();
    const { database } = site;
    await sweepSessions({ em: database.fork(), read: database.read, viewer: null, now: clock.now() });
    expect(await site.database.fork().count(Session, { user })).toBe(1);
  });

  test('own sessions are listed, the current one is marked, and they are ended one by one or all others at once', async () => {
    const { signIn } = await person();
    const [here, phone, program] = [
      await signIn({}, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'),
      await signIn(
        { remember: true },
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      ),
      await signIn({}, 'curl/8.5.0'),
    ];
    const { sessions } = await here.read('account.sessions');
    const listed = sessions.map((row: { device: string; is_current: boolean }) => [
      row.device,
      row.is_current,
    ]);
    expect(listed).toEqual([
      ['A program (curl)', false],
      ['Safari on iPhone', false],
      ['Firefox on Windows', true],
    ]);
    expect(JSON.stringify(sessions)).not.toMatch(/hash/);
    expect(await here.call('account.endSession', { id: sessions[0].id })).toMatchObject({
      data: { success: true },
    });
    expect([await program.status(), await phone.status()]).toEqual([401, 200]);
    expect(await here.call('account.endSession', { id: sessions[0].id })).toMatchObject({ status: 404 });
    expect(await here.call('account.endOtherSessions')).toMatchObject({ data: { success: true, ended: 1 } });
    expect([await phone.status(), await here.status()]).toEqual([401, 200]);
    expect(await here.call('account.endSession', { id: sessions[2].id })).toMatchObject({ status: 200 });
    expect(await here.status()).toBe(401);
    expect(here.browser.cookies.has('atrium_session')).toBe(false);
  });

  test('users cannot end the sessions of others', async () => {
    const [mine, theirs] = [await (await person()).signIn(), await (await person()).signIn()];
    const [{ id }] = (await theirs.read('account.sessions')).sessions;
    expect(await mine.call('account.endSession', { id })).toMatchObject({ status: 404 });
    expect(await theirs.status()).toBe(200);
  });

  test('people change their own name and nothing else of themselves', async () => {
    const { user, signIn, email } = await person();
    const session = await signIn();
    const answer = await session.call('account.rename', {
      name: ' Vera B. ',
      role: 'admin',
      email: 'x@example.com',
      id: 1,
    });
    expect(answer.data).toEqual({ user: { id: user.id, name: 'Vera B.', email, role: 'user' } });
    expect((await session.read('account.get')).user.name).toBe('Vera B.');
    expect(await session.call('account.rename', { name: '  ' })).toMatchObject({
      data: { errors: { name: ['Name is required'] } },
    });
  });

  test('AU11 a new password requires the current one, and ends the other sessions at once', async () => {
    const { signIn, email } = await person();
    const [here, there] = [await signIn(), await signIn()];
    const change = (current_password: string, chosen: string) =>
      here.call('account.changePassword', { current_password, password: chosen });
    expect(await change('wrong', 'three small boats')).toMatchObject({
      status: 422,
      data: { errors: { current_password: [expect.any(String)] } },
    });
    expect(await change(password, 'Password1')).toMatchObject({
      status: 422,
      data: { errors: { password: [expect.any(String)] } },
    });
    expect(await there.status()).toBe(200);
    expect(await change(password, 'three small boats')).toMatchObject({ status: 200 });
    expect([await there.status(), await here.status()]).toEqual([401, 200]);
    const elsewhere = openSimulatedBrowser(site.app, { address: '10.2.1.1' });
    expect((await elsewhere.signIn(email, password)).status).toBe(422);
    expect((await elsewhere.signIn(email, 'three small boats')).status).toBe(200);
  });

  test('guessing the current password is held to 5 tries in a minute', async () => {
    const session = await (await person()).signIn();
    const guess = async () =>
      (
        await session.call('account.changePassword', {
          current_password: 'guess',
          password: 'three small boats',
        })
      ).status;
    expect(await Promise.all(Array.from({ length: 8 }, guess))).toEqual(
      expect.arrayContaining([422, 422, 422, 422, 422, 429, 429, 429]),
    );
    clock.forward(minute);
    expect(await guess()).toBe(422);
  });

  test('AU11 a change of role acts at the next call: every session of that person ends', async () => {
    const { user, email, signIn } = await person({ role: 'hr' });
    const session = await signIn();
    const words = { name: user.name, email };
    const put = (role: string) => asAdmin('PUT', user.id, { ...words, role });
    expect((await put('hr')).status).toBe(200);
    expect(await session.status()).toBe(200);
    expect((await put('user')).status).toBe(200);
    expect(await session.status()).toBe(401);
  });

  test('AU11 another password by an admin, and the end of the account, end its sessions', async () => {
    const { user, email, signIn } = await person();
    const words = { name: user.name, email, role: 'user' };
    let session = await signIn();
    await asAdmin('PUT', user.id, { ...words, password });
    expect(await session.status()).toBe(401);
    session = await signIn();
    await asAdmin('DELETE', user.id);
    expect(await session.status()).toBe(401);
  });

  test('AZ11 a stored role that is none of ours is a 503, never data', async () => {
    const { user, signIn } = await person();
    const session = await signIn();
    await site.database.fork().nativeUpdate(User, { id: user.id }, { role: 'root' as 'user' });
    expect(await session.status()).toBe(503);
  });
});
