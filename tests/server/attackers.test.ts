import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { User } from '../../src/modules/users/user.ts';
import { createPasswords } from '../../src/security/passwords.ts';
import { openSimulatedBrowser } from '../support/simulated-browser.ts';
import { databaseKinds } from '../support/database.ts';
import { createUser } from '../support/factories.ts';
import { type SsoProvider, startSsoProvider } from '../support/sso-provider.ts';
import { addProviderUser, createPanelProvider, redirectUri, signInWithToken } from '../support/sso-site.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { totpCodeOf } from '../support/totp.ts';

const password = 'a walk by the river';

describe.each(databaseKinds)('an attacker on %s', (kind) => {
  let provider: SsoProvider;
  let site: TestApp;
  let hash: string;
  let now: Date;
  beforeAll(async () => {
    now = new Date();
    provider = await startSsoProvider(redirectUri);
    site = await testApp(kind, { clock: () => now, sso: createPanelProvider(provider) });
    hash = await createPasswords().hash(password);
  });
  afterAll(async () => {
    await site.close();
    await provider.close();
  });

  let people = 0;
  let owner: User;
  beforeEach(async () => {
    now = new Date();
    people += 1;
    const email = `owner${people}@example.com`;
    owner = await createUser(site.database.fork(), {
      email,
      role: 'admin',
      name: 'Owner',
      password_hash: hash,
    });
  });
  let used = 0;
  const browse = () => {
    used += 1;
    return openSimulatedBrowser(site.app, { address: `10.7.${used >> 8}.${used & 255}` });
  };
  const later = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const asOwner = async (path: string, input: object) => {
    const headers = bearer(await site.openSessionOf(owner));
    return (await browse().send('POST', `/trpc/account.${path}`, JSON.stringify(input), headers)).body.result
      .data;
  };
  /** The owner protects the account by an authenticator app. Returns its secret and the recovery codes. */
  const enrol = async () => {
    const { secret, setup } = await asOwner('beginTotp', {});
    const { recovery_codes } = await asOwner('addTotp', { setup, one_time_code: totpCodeOf(secret, now) });
    later(1);
    return { secret, recovery_codes } as { secret: string; recovery_codes: string[] };
  };
  const linkFrom = async () => {
    await browse().send('POST', '/api/admin/forgot-password', { email: owner.email });
    const mail = (await site.mails()).findLast((one) => one.includes(owner.email)) ?? '';
    return /#token=(\S+)/.exec(mail)?.[1] ?? 'no token';
  };
  const ownList = async (token: string) =>
    (await browse().send('GET', '/api/admin/users', undefined, bearer(token))).status;

  test('AT1 with the password reaches nothing of an account with a second factor', async () => {
    await enrol();
    const answer = await browse().signIn(owner.email, password);
    expect(answer).toMatchObject({ status: 422, body: { code: 'second_factor_required' } });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(JSON.stringify(answer.body)).not.toMatch(/Owner|"token"|"id"/);
    const { challenge } = answer.body;
    const guess = (one_time_code: string) =>
      browse().send('POST', '/api/admin/login/second-factor', { challenge, one_time_code });
    const guesses = [];
    for (let code = 0; code < 6; code += 1) guesses.push((await guess(`00000${code}`)).status);
    expect(guesses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  test('AT1 with the password of an account without a factor is in, and the owner is told', async () => {
    const { status, body } = await browse().signIn(owner.email, password);
    expect(status).toBe(200);
    expect(await ownList(body.token)).toBe(200);
    const log = await browse().send('GET', '/api/admin/security-events', undefined, bearer(body.token));
    const event = log.body.events.find(({ email }: { email: string }) => email === owner.email);
    expect(event).toMatchObject({ type: 'sign_in', email: owner.email, details: { is_new_browser: true } });
  });

  test('AT2 with a stolen bearer acts in its role, and takes over nothing', async () => {
    const { token } = (await browse().signIn(owner.email, password)).body;
    later(11);
    expect(await ownList(token)).toBe(200);
    const victim = await createUser(site.database.fork(), { email: `victim${people}@example.com` });
    const row = { name: 'Victim', email: victim.email, role: 'admin' };
    const acts = [
      ['POST', '/api/admin/users', { ...row, email: `new${people}@example.com`, password: 'another walk' }],
      ['PUT', `/api/admin/users/${victim.id}`, row],
      ['DELETE', `/api/admin/users/${victim.id}`, undefined],
      ['GET', '/api/admin/activities.csv', undefined],
      [
        'POST',
        '/trpc/account.changePassword',
        { current_password: password, password: 'another walk by a lake' },
      ],
      ['POST', '/trpc/account.beginTotp', {}],
      ['POST', '/trpc/account.beginPasskey', {}],
      ['POST', '/trpc/users.createResetLink', { id: victim.id }],
    ] as const;
    for (const [method, url, body] of acts) {
      const sent = url.startsWith('/trpc') ? JSON.stringify(body) : body;
      const answer = await browse().send(method, url, sent, bearer(token));
      expect([url, answer.status]).toEqual([url, 403]);
      expect(JSON.stringify(answer.body), url).toContain('step_up_required');
    }
    const proof = await browse().send('POST', '/api/admin/step-up', { password: 'a guess' }, bearer(token));
    expect(proof.status).toBe(422);

    await asOwner('endOtherSessions', {});
    expect(await ownList(token)).toBe(401);
  });

  test('AT2 with a stolen bearer is out after twelve idle hours, and after a week in any case', async () => {
    const { token } = (await browse().signIn(owner.email, password)).body;
    later(12 * 60 + 1);
    expect(await ownList(token)).toBe(401);
    const { token: busy } = (await browse().signIn(owner.email, password)).body;
    for (let hour = 0; hour < 7 * 24; hour += 8) {
      expect(await ownList(busy)).toBe(200);
      later(8 * 60);
    }
    later(1);
    expect(await ownList(busy)).toBe(401);
  });

  test('AT3 with the mailbox is asked for the second factor after a new password', async () => {
    const { secret } = await enrol();
    const token = await linkFrom();
    const chosen = 'three small boats';
    const answer = await browse().send('POST', '/api/admin/reset-password', { token, password: chosen });
    expect(answer).toMatchObject({ status: 422, body: { code: 'second_factor_required' } });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await browse().signIn(owner.email, chosen)).body.token).toBeUndefined();
    const one_time_code = totpCodeOf(secret, now);
    expect((await browse().signIn(owner.email, chosen, { one_time_code })).status).toBe(200);
  });

  test('AT3 with the mailbox of an account without a factor is in, and every session of the owner ends', async () => {
    const { token: session } = (await browse().signIn(owner.email, password)).body;
    const token = await linkFrom();
    const answer = await browse().send('POST', '/api/admin/reset-password', {
      token,
      password: 'three small boats',
    });
    expect(answer.status).toBe(200);
    expect(await ownList(session)).toBe(401);
  });

  test('AT4 with a copy of the database finds nothing that signs in', async () => {
    const { secret, recovery_codes } = await enrol();
    const code = totpCodeOf(secret, now);
    const { token } = (await browse().signIn(owner.email, password, { one_time_code: code })).body;
    const link = await linkFrom();
    const tables = ['users', 'sessions', 'factors', 'recovery_codes', 'password_resets', 'secrets'];
    const em = site.database.fork();
    const copy = await Promise.all(
      tables.map((table) => em.getConnection().execute(`select * from ${table}`)),
    );
    expect(copy.map((rows) => rows.length > 0)).toEqual(tables.map(() => true));
    const text = JSON.stringify(copy, (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    );
    for (const known of [password, secret, token, link, ...recovery_codes]) {
      expect(text).not.toContain(known);
      expect(text).not.toContain(known.replaceAll('-', ''));
    }
    // What is stored opens nothing when it is sent as it is.
    const stored = [...text.matchAll(/"([\w+/=$.,-]{20,})"/g)].map(([, value = '']) => value);
    expect(stored.length).toBeGreaterThan(8);
    for (const value of new Set(stored)) expect(await ownList(value)).toBe(401);
    const tries = stored
      .slice(-8)
      .map((value) =>
        browse().send('POST', '/api/admin/reset-password', { token: value, password: 'three small boats' }),
      );
    expect((await Promise.all(tries)).map(({ status }) => status)).not.toContain(200);
  });

  test('AT5 as the provider signs in its own people, and nobody with an account of this site', async () => {
    const foreign = addProviderUser(provider, ['admin'], { email: owner.email });
    expect((await signInWithToken(browse(), await provider.tokenOf(foreign.subject))).status).toBe(409);
    const unverified = addProviderUser(provider, ['admin'], { email_verified: false });
    expect((await signInWithToken(browse(), await provider.tokenOf(unverified.subject))).status).toBe(422);
    const made = addProviderUser(provider, ['admin']);
    const token = await provider.tokenOf(made.subject);
    const { status, body } = await signInWithToken(browse(), token);
    expect(status).toBe(200);
    expect((await signInWithToken(browse(), token)).status).toBe(422);
    const log = await browse().send(
      'GET',
      '/api/admin/security-events?type=user_created',
      undefined,
      bearer(body.token),
    );
    const emails = log.body.events.map(({ details }: { details: { email?: string } }) => details.email);
    expect(emails).toContain(made.email);
  });
});
