import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Session } from '../../src/modules/auth/session.entity.ts';
import { SecurityEvent } from '../../src/modules/security-log/security-event.ts';
import type { SimulatedBrowser } from '../support/simulated-browser.ts';
import { databaseKinds } from '../support/database.ts';
import { createUser } from '../support/factories.ts';
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

describe.each(databaseKinds)('a sensitive act after single sign-on, on %s', (kind) => {
  let provider: SsoProvider;
  let site: TestApp;
  beforeAll(async () => {
    provider = await startSsoProvider(redirectUri);
    site = await testApp(kind, { sso: createPanelProvider(provider) });
  });
  afterAll(async () => {
    await site.close();
    await provider.close();
  });

  const browse = createBrowserOpener(() => site);
  const come = async (roles: string[] = ['admin']) => {
    const { subject, email } = addProviderUser(provider, roles);
    provider.visitor = subject;
    const browser = browse();
    const { address } = (await callFrom(browser, 'sso.begin')).body;
    const back = await provider.passThrough(address);
    const { token, user } = (await callFrom(browser, 'sso.finish', { callback: back.search })).body;
    const authorization = { authorization: `Bearer ${token}` };
    const call = async (path: string) => {
      const answer = await browser.send('POST', path, {}, authorization);
      const { result, error } = answer.body;
      return result?.data ?? { ...error?.data, message: error?.message };
    };
    return { browser, subject, email, user, call };
  };
  const letTimePass = (id: number) =>
    site.database
      .fork()
      .nativeUpdate(Session, { user: id }, { proved_at: new Date(Date.now() - 11 * 60_000) });
  const act = '/trpc/account.confirmIdentity';
  const finish = (browser: SimulatedBrowser, back: URL) =>
    callFrom(browser, 'sso.finish', { callback: back.search });

  test('the provider asks again, and the same session goes on', async () => {
    const { browser, subject, user, call, email } = await come();
    expect(await call(act)).toMatchObject({ success: true });
    await letTimePass(user.id);
    expect(await call(act)).toMatchObject({ code: 'step_up_required', methods: ['sso'] });
    const { address } = await call('/trpc/sso.beginStepUp');
    expect(new URL(address).searchParams.get('max_age')).toBe('0');
    provider.visitor = subject;
    const answer = await finish(browser, await provider.passThrough(address));
    expect(answer.body).toEqual({ confirmed_until: expect.any(String) });
    expect(await call(act)).toMatchObject({ success: true });
    expect(await site.database.fork().count(Session, { user: user.id })).toBe(1);
    const noted = await site.database.fork().findOneOrFail(SecurityEvent, { type: 'confirmed', email });
    expect(noted.details).toEqual({ by: 'sso' });
  });

  test('a sign-in of another person confirms nothing', async () => {
    const { browser, user, call } = await come();
    await letTimePass(user.id);
    const { address } = await call('/trpc/sso.beginStepUp');
    const other = await come();
    provider.visitor = other.subject;
    const answer = await finish(browser, await provider.passThrough(address));
    expect(answer).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('another person') },
    });
    expect(await call(act)).toMatchObject({ code: 'step_up_required' });
  });

  test('an answer without a recent sign-in confirms nothing', async () => {
    const { browser, subject, user, call } = await come();
    await letTimePass(user.id);
    const { address } = await call('/trpc/sso.beginStepUp');
    const silent = new URL(address);
    // As with a provider that does not know the parameter, and so does not say when it asked.
    silent.searchParams.delete('max_age');
    provider.visitor = subject;
    const answer = await finish(browser, await provider.passThrough(silent.href));
    expect([answer.status, answer.body.message]).toEqual([422, ssoTexts.refused]);
    expect(await call(act)).toMatchObject({ code: 'step_up_required' });
  });

  test('a confirmation signs nobody in, and counts in the browser that began it alone', async () => {
    const { browser, subject, user, call } = await come();
    await letTimePass(user.id);
    const { address } = await call('/trpc/sso.beginStepUp');
    provider.visitor = subject;
    const back = await provider.passThrough(address);
    expect((await finish(browse(), back)).status).toBe(422);
    await call('/trpc/auth.logout');
    expect((await finish(browser, back)).status).toBe(409);
  });

  test('a person who lost their roles at the provider confirms nothing, and their session ends', async () => {
    const { browser, subject, user, email, call } = await come();
    await letTimePass(user.id);
    const { address } = await call('/trpc/sso.beginStepUp');
    provider.visitor = subject;
    provider.people.set(subject, { email, roles: [] });
    expect((await finish(browser, await provider.passThrough(address))).status).toBe(403);
    expect(await call(act)).toMatchObject({ httpStatus: 401 });
  });

  test('whoever has a password uses it', async () => {
    const email = 'with-a-password@example.com';
    const user = await createUser(site.database.fork(), { email, role: 'hr', password_hash: 'a hash' });
    const authorization = `Bearer ${await site.openSessionOf(user)}`;
    const answer = await browse().send('POST', '/trpc/sso.beginStepUp', {}, { authorization });
    expect(answer.status).toBe(409);
    expect(answer.body.error.message).toContain('by your password');
  });
});
