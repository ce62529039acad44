import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Factor, RecoveryCode } from '../../src/modules/auth/factor.entity.ts';
import { Session } from '../../src/modules/auth/session.entity.ts';
import { SecurityEvent } from '../../src/modules/security-log/security-event.ts';
import type { User } from '../../src/modules/users/user.ts';
import { createPasswords } from '../../src/security/passwords.ts';
import { findTotpStep, toBase32, totpCodeAt, totpStep } from '../../src/modules/auth/second-factor.ts';
import { type SimulatedBrowser, openSimulatedBrowser } from '../support/simulated-browser.ts';
import { databaseKinds } from '../support/database.ts';
import { createUser } from '../support/factories.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { totpCodeOf as shownCode } from '../support/totp.ts';

const password = 'a walk by the river';
const wrongCode = 'This code is wrong, has expired or was used before.';

describe('a code of an authenticator app', () => {
  // Appendix B of RFC 6238, cut to six digits.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i seconds is %s', (seconds, code) => {
    expect(totpCodeAt(Buffer.from('12345678901234567890'), totpStep(new Date(seconds * 1000)))).toBe(code);
  });

  test('counts in its own step and in the ones beside it', () => {
    const secret = Buffer.from('12345678901234567890');
    const now = new Date(1_234_567_890_000);
    const step = totpStep(now);
    const found = [-2, -1, 0, 1, 2].map((by) => findTotpStep(secret, totpCodeAt(secret, step + by), now));
    expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
    expect(toBase32(Buffer.from('12345678901234567890'))).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  });
});

describe.each(databaseKinds)('a second factor on %s', (kind) => {
  let site: TestApp;
  let hash: string;
  let now: Date;
  beforeAll(async () => {
    now = new Date();
    site = await testApp(kind, { clock: () => now });
    hash = await createPasswords().hash(password);
  });
  afterAll(() => site.close());

  let used = 0;
  let user: User;
  let email: string;
  beforeEach(async () => {
    used += 1;
    // A session of an earlier test may be too old for a step-up.
    site.forget();
    email = `vera${used}@example.com`;
    user = await createUser(site.database.fork(), { email, role: 'hr', name: 'Vera', password_hash: hash });
  });
  const browse = () => {
    used += 1;
    return openSimulatedBrowser(site.app, { address: `10.2.${used >> 8}.${used & 255}` });
  };
  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  const own = async (path: string, input: object = {}, owner: User = user) => {
    const headers = { authorization: `Bearer ${await site.openSessionOf(owner)}` };
    return browse().send('POST', `/trpc/account.${path}`, JSON.stringify(input), headers);
  };
  const codeOf = (secret: string, by = 0) => shownCode(secret, now, by);
  const enrol = async () => {
    const { secret, setup } = (await own('beginTotp')).body.result.data;
    const added = await own('addTotp', { setup, one_time_code: codeOf(secret) });
    expect(added.status).toBe(200);
    later(60);
    return { secret, recovery: added.body.result.data.recovery_codes as string[] };
  };
  const second = (browser: SimulatedBrowser, body: object) =>
    browser.send('POST', '/api/admin/login/second-factor', body);
  const events = async (type: string) =>
    (await site.database.fork().find(SecurityEvent, { type: type as 'sign_in' })).length;

  test('without one, the sign-in is as it was, whatever code it names', async () => {
    const plain = await browse().signIn(email, password);
    expect(Object.keys(plain.body).sort()).toEqual(['expires_at', 'token', 'user']);
    expect((await browse().signIn(email, password, { one_time_code: '123456' })).status).toBe(200);
  });

  test('is asked for after the right password only, and a wrong password is refused as before', async () => {
    await enrol();
    const answer = await browse().signIn(email, password);
    expect(answer).toMatchObject({
      status: 422,
      body: {
        message: 'Enter the code from your authenticator app.',
        errors: { one_time_code: ['Enter the code from your authenticator app.'] },
        code: 'second_factor_required',
        methods: ['totp', 'recovery'],
        challenge: expect.any(String),
      },
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    const wrong = await browse().signIn(email, 'not the password', { one_time_code: '123456' });
    expect(wrong).toMatchObject({ status: 422, body: { message: 'The e-mail or password is incorrect.' } });
    expect(wrong.body).not.toHaveProperty('code');
  });

  test('through tRPC, the refusal has the same members', async () => {
    await enrol();
    const answer = await browse().send('POST', '/trpc/auth.login', JSON.stringify({ email, password }));
    expect(answer.body.error.data).toMatchObject({
      httpStatus: 422,
      code: 'second_factor_required',
      methods: ['totp', 'recovery'],
      challenge: expect.any(String),
    });
  });

  test('a code with the password signs in once, in its own step and never in an older one', async () => {
    const { secret } = await enrol();
    const code = codeOf(secret);
    expect(
      (await browse().signIn(email, password, { one_time_code: ` ${code.slice(0, 3)} ${code.slice(3)}` }))
        .status,
    ).toBe(200);
    for (const old of [code, codeOf(secret, -1)]) {
      const again = await browse().signIn(email, password, { one_time_code: old });
      expect(again).toMatchObject({
        status: 422,
        body: { message: wrongCode, errors: { one_time_code: [wrongCode] } },
      });
    }
    later(30);
    expect((await browse().signIn(email, password, { one_time_code: codeOf(secret) })).status).toBe(200);
  });

  test('of two requests with one code, one signs in', async () => {
    const { secret } = await enrol();
    const one_time_code = codeOf(secret);
    const answers = await Promise.all(
      [1, 2, 3].map(() => browse().signIn(email, password, { one_time_code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  test('the second step needs no password, once, within five minutes, until the password changes', async () => {
    const { secret } = await enrol();
    const ask = async (more = {}) => (await browse().signIn(email, password, more)).body.challenge as string;
    const challenge = await ask({ remember: true });
    expect((await second(browse(), { challenge, one_time_code: '000000' })).body.message).toBe(wrongCode);
    const browser = browse();
    const done = await second(browser, { challenge, one_time_code: codeOf(secret) });
    expect(done).toMatchObject({ status: 200, body: { token: expect.any(String), user: { email } } });
    expect([...browser.cookies.keys()]).toContain('atrium_session');
    const [session] = await site.database
      .fork()
      .find(Session, { user: user.id }, { orderBy: { id: 'desc' } });
    expect(session?.is_remembered).toBe(true);
    later(30);
    const tooLate = { status: 422, body: { errors: { challenge: [expect.stringMatching(/start again/)] } } };
    expect(await second(browse(), { challenge, one_time_code: codeOf(secret) })).toMatchObject(tooLate);
    const old = await ask();
    later(301);
    expect(await second(browse(), { challenge: old, one_time_code: codeOf(secret) })).toMatchObject(tooLate);
    const before = await ask();
    await own('changePassword', { current_password: password, password: 'another walk by a lake' });
    expect(await second(browse(), { challenge: before, one_time_code: codeOf(secret) })).toMatchObject(
      tooLate,
    );
  });

  test.each(['', 'x', '1.2.3.4.5', `a.${10 ** 14}.1.0.xyz`, '.'.repeat(300)])(
    'a challenge like %j is refused in words',
    async (challenge) => {
      const answer = await second(browse(), { challenge, one_time_code: '123456' });
      expect(answer).toMatchObject({ status: 422, body: { errors: { challenge: [expect.any(String)] } } });
    },
  );

  test('a changed challenge opens no other account', async () => {
    const { secret } = await enrol();
    const other = await createUser(site.database.fork(), {
      email: `other${used}@example.com`,
      password_hash: hash,
    });
    const challenge = (await browse().signIn(email, password)).body.challenge as string;
    const parts = challenge.split('.');
    parts[2] = String(other.id);
    const answer = await second(browse(), { challenge: parts.join('.'), one_time_code: codeOf(secret) });
    expect(answer.status).toBe(422);
  });

  test('five wrong codes in five minutes and twenty a day are taken, and an own browser has its own five', async () => {
    const { secret } = await enrol();
    const known = browse();
    expect((await known.signIn(email, password, { one_time_code: codeOf(secret) })).status).toBe(200);
    later(60);
    const wrong = async (browser = browse()) =>
      (await browser.signIn(email, password, { one_time_code: '000000' })).status;
    let refused = 0;
    for (let window = 0; window < 5; window += 1) {
      for (let i = 0; i < 5; i += 1) if ((await wrong()) === 422) refused += 1;
      expect(await wrong()).toBe(429);
      later(301);
    }
    expect(refused).toBe(20);
    const limited = await browse().signIn(email, password, { one_time_code: codeOf(secret) });
    expect(limited).toMatchObject({ status: 429, body: { message: expect.stringMatching(/try again/i) } });
    expect((await known.signIn(email, password, { one_time_code: codeOf(secret) })).status).toBe(200);
    expect(await events('sign_in_limited')).toBeGreaterThan(0);
  });

  test('a recovery code signs in once, however it is typed, and new codes replace the others', async () => {
    const { recovery } = await enrol();
    expect(recovery).toHaveLength(10);
    for (const code of recovery) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){6}$/);
    const stored = await site.database.fork().find(RecoveryCode, { user: user.id });
    expect(JSON.stringify(stored)).not.toContain(recovery[0]!.replaceAll('-', ''));
    const [one, two, three] = recovery as [string, string, string];
    const signIn = async (one_time_code: string) =>
      (await browse().signIn(email, password, { one_time_code })).status;
    expect(await signIn(one)).toBe(200);
    expect(await signIn(one)).toBe(422);
    expect(await signIn(two.toUpperCase().replaceAll('-', ' '))).toBe(200);
    const headers = { authorization: `Bearer ${await site.openSessionOf(user)}` };
    const left = await browse().send('GET', '/trpc/account.factors', undefined, headers);
    expect(left.body.result.data.recovery_codes_left).toBe(8);
    const fresh = (await own('makeRecoveryCodes')).body.result.data.recovery_codes as string[];
    expect(await signIn(three)).toBe(422);
    expect(await signIn(fresh[0]!)).toBe(200);
    expect(await events('recovery_code_used')).toBeGreaterThan(2);
  });

  test('a reset link sets the password and then asks for the factor', async () => {
    const { secret } = await enrol();
    const { link: address } = await site.as('admin').users.createResetLink.mutate({ id: user.id });
    const token = address.split('token=')[1];
    const fresh = 'a swim in the winter sea';
    const answer = await browse().send('POST', '/api/admin/reset-password', { token, password: fresh });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'second_factor_required', message: expect.stringMatching(/^Your new password is set/) },
    });
    const { challenge } = answer.body;
    expect((await second(browse(), { challenge, one_time_code: codeOf(secret) })).status).toBe(200);
    expect((await browse().signIn(email, password)).body.message).toMatch(/incorrect/);
    expect((await browse().signIn(email, fresh)).body.code).toBe('second_factor_required');
  });

  test('nothing is stored before the app has shown a right code, and a set-up counts once', async () => {
    const { secret, setup } = (await own('beginTotp')).body.result.data;
    const wrong = await own('addTotp', { setup, one_time_code: '000000' });
    expect(wrong.body.error.data.errors.one_time_code[0]).toMatch(/This code is wrong/);
    expect(await site.database.fork().count(Factor, { user: user.id })).toBe(0);
    const stranger = await createUser(site.database.fork(), { email: `s${used}@example.com` });
    const stolen = await own('addTotp', { setup, one_time_code: codeOf(secret) }, stranger);
    expect(stolen.status).toBe(422);
    const right = { setup, one_time_code: codeOf(secret) };
    const both = await Promise.all([own('addTotp', right), own('addTotp', right)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [factor] = await site.database.fork().find(Factor, { user: user.id });
    expect(factor?.secret).toMatch(/^sealed\./);
  });

  test('a secret that was moved to another account opens nothing', async () => {
    const { secret } = await enrol();
    const other = await createUser(site.database.fork(), {
      email: `thief${used}@example.com`,
      password_hash: hash,
    });
    await site.database.fork().nativeUpdate(Factor, { user: user.id }, { user: other.id });
    const answer = await browse().signIn(other.email, password, { one_time_code: codeOf(secret) });
    expect(answer.status).toBe(500);
  });

  test('is renamed and removed by its owner alone, and with the last one the codes go', async () => {
    await enrol();
    const [factor] = await site.database.fork().find(Factor, { user: user.id });
    const stranger = await createUser(site.database.fork(), { email: `x${used}@example.com` });
    expect((await own('renameFactor', { id: factor!.id, name: 'Mine' }, stranger)).status).toBe(404);
    expect((await own('removeFactor', { id: factor!.id }, stranger)).status).toBe(404);
    expect((await own('renameFactor', { id: factor!.id, name: 'Old phone' })).status).toBe(200);
    expect((await own('removeFactor', { id: factor!.id })).status).toBe(200);
    expect(await site.database.fork().count(RecoveryCode, { user: user.id })).toBe(0);
    expect((await browse().signIn(email, password)).status).toBe(200);
    expect((await own('makeRecoveryCodes')).status).toBe(409);
  });

  test('of somebody who has lost it is removed by an admin, who ends the sessions with it', async () => {
    await enrol();
    const path = `/api/admin/users/${user.id}/factors`;
    expect((await site.rest('hr').delete(path)).status).toBe(403);
    expect((await site.rest('admin').delete(path)).status).toBe(200);
    expect(await site.database.fork().count(Session, { user: user.id })).toBe(0);
    expect((await browse().signIn(email, password)).status).toBe(200);
    expect((await site.rest('admin').delete(path)).status).toBe(409);
  });
});
