import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SsoLink } from '../../src/modules/sso/sso-link.entity.ts';
import { User } from '../../src/modules/users/user.ts';
import { minute, stoppedClock } from '../support/clock.ts';
import { databaseKinds } from '../support/database.ts';
import { type SsoProvider, startSsoProvider } from '../support/sso-provider.ts';
import {
  callFrom,
  addProviderUser,
  createPanelProvider,
  redirectUri,
  ssoTexts,
  createBrowserOpener,
} from '../support/sso-site.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

describe.each(databaseKinds)('the authorization-code flow on %s', (kind) => {
  // The provider's tokens are of the real time.
  const clock = stoppedClock(Date.now());
  let provider: SsoProvider;
  let site: TestApp;
  beforeAll(async () => {
    provider = await startSsoProvider(redirectUri);
    site = await testApp(kind, { sso: createPanelProvider(provider), clock: clock.now });
  });
  afterAll(async () => {
    await site.close();
    await provider.close();
  });

  const browse = createBrowserOpener(() => site);
  const counts = async () => {
    const em = site.database.fork();
    return [await em.count(User), await em.count(SsoLink)];
  };
  /** Goes to the provider and back, and returns the address of the callback. */
  const go = async (roles: unknown = ['hr']) => {
    const person = addProviderUser(provider, roles);
    provider.visitor = person.subject;
    const browser = browse();
    const { address } = (await callFrom(browser, 'sso.begin')).body;
    const back = await provider.passThrough(address);
    return { browser, person, asked: new URL(address), back };
  };
  const finish = (browser: ReturnType<typeof browse>, callback: string | URLSearchParams) =>
    callFrom(browser, 'sso.finish', { callback: String(callback) });

  test("SO4 it sends state, nonce and PKCE, and signs in with the provider's response", async () => {
    const { browser, person, asked, back } = await go();
    const said = Object.fromEntries(asked.searchParams);
    expect(said).toMatchObject({
      response_type: 'code',
      redirect_uri: redirectUri,
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(said[name]).toMatch(/^[\w-]{43}$/);
    expect(browser.cookies.has('atrium_sso')).toBe(true);
    const answer = await finish(browser, back.search);
    expect(answer.body.user).toMatchObject({ email: person.email, role: 'hr' });
    expect(browser.cookies.has('atrium_sso')).toBe(false);
    expect((await browser.send('GET', '/api/admin/user')).body.user.email).toBe(person.email);
  });

  test('SO4 a used, wrong or missing state, code or cookie signs no one in', async () => {
    const good = await go();
    const other = await go();
    const before = await counts();
    const cookie = good.browser.cookies.get('atrium_sso')!;
    const [state, nonce, verifier, ...seal] = cookie.split('.');
    const withCookie = (value: string) => {
      const browser = browse();
      browser.cookies.set('atrium_sso', value);
      return browser;
    };
    const changed = (name: string, value: string) => {
      const query = new URLSearchParams(good.back.search);
      query.set(name, value);
      return query;
    };
    const tries: Record<string, [ReturnType<typeof browse>, string | URLSearchParams]> = {
      'no cookie': [browse(), good.back.search],
      "another browser's cookie": [other.browser, good.back.search],
      'no state': [good.browser, `code=${good.back.searchParams.get('code')}`],
      'another state': [good.browser, changed('state', 'x'.repeat(43))],
      'a cookie with another verifier': [
        withCookie([state, nonce, 'x'.repeat(43), ...seal].join('.')),
        good.back.search,
      ],
      'a cookie with another nonce': [
        withCookie([state, 'x'.repeat(43), verifier, ...seal].join('.')),
        good.back.search,
      ],
      'a code of another sign-in': [
        withCookie(cookie),
        changed('code', other.back.searchParams.get('code')!),
      ],
      'the same answer after that': [withCookie(cookie), good.back.search],
      nothing: [good.browser, ''],
      'not text': [good.browser, '%%%&&=='],
    };
    for (const [name, [browser, callback]] of Object.entries(tries)) {
      const answer = await finish(browser, callback);
      expect([answer.status, answer.body.message], name).toEqual([422, ssoTexts.refused]);
    }
    expect(await counts()).toEqual(before);
  });

  test('SO4 a response is accepted once, and only for ten minutes', async () => {
    const used = await go();
    const cookie = used.browser.cookies.get('atrium_sso')!;
    expect((await finish(used.browser, used.back.search)).status).toBe(200);
    used.browser.cookies.set('atrium_sso', cookie);
    expect((await finish(used.browser, used.back.search)).status).toBe(422);
    const late = await go();
    clock.forward(11 * minute);
    expect((await finish(late.browser, late.back.search)).status).toBe(422);
    clock.forward(-11 * minute);
  });

  test('roles are decided as for a token', async () => {
    const { browser, back } = await go(['content_moderator']);
    const answer = await finish(browser, back.search);
    expect([answer.status, answer.body.message]).toEqual([403, ssoTexts.unauthorized]);
  });

  test("SO9 the provider's own error comes back as text; without the state nothing of it is shown", async () => {
    const { browser, asked } = await go();
    const hostile = {
      error: 'access_denied',
      error_description: '<img src=x onerror=alert(1)>',
      redirect: '//evil',
    };
    const state = asked.searchParams.get('state')!;
    const answer = await finish(browser, new URLSearchParams({ ...hostile, state, iss: provider.issuer }));
    expect(answer).toMatchObject({
      status: 422,
      body: {
        message: ssoTexts.failed,
        errors: { provider: ['access_denied: <img src=x onerror=alert(1)>'] },
      },
    });
    const stranger = await finish(browse(), new URLSearchParams({ ...hostile, state }));
    expect(JSON.stringify(stranger.body)).not.toContain('img');
  });

  test('SO9 the callback is one page of the panel, with any path behind it', async () => {
    for (const query of [
      'redirect=//evil.example.com',
      'redirect=javascript:alert(1)',
      'error=<script>alert(1)</script>',
    ]) {
      const answer = await browse().send('GET', `/admin/sso/callback?${query}`);
      expect(answer.status).toBe(200);
      expect(answer.headers).not.toHaveProperty('location');
      expect(answer.body).not.toContain('evil');
      expect(answer.body).not.toContain('alert');
    }
  });
});
