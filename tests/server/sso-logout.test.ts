import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Session } from '../../src/modules/auth/session.entity.ts';
import { SecurityEvent } from '../../src/modules/security-log/security-event.ts';
import { openSimulatedBrowser } from '../support/simulated-browser.ts';
import { databaseKinds } from '../support/database.ts';
import { openLiveStream } from '../support/live-stream.ts';
import { type SsoProvider, startSsoProvider } from '../support/sso-provider.ts';
import {
  callFrom,
  addProviderUser,
  createPanelProvider,
  redirectUri,
  signInWithToken,
  createBrowserOpener,
} from '../support/sso-site.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const path = '/api/sso/backchannel-logout';
const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const hour = 60 * 60_000;

describe.each(databaseKinds)('the end of a session at the provider, on %s', (kind) => {
  let provider: SsoProvider;
  let site: TestApp;
  let url: string;
  beforeAll(async () => {
    provider = await startSsoProvider(redirectUri);
    site = await testApp(kind, { sso: createPanelProvider(provider) });
    url = await site.app.listen({ host: '127.0.0.1', port: 0 });
    provider.sendLogouts(`${url}${path}`);
  });
  afterAll(async () => {
    await site.close();
    await provider.close();
  });

  const browse = createBrowserOpener(() => site);
  const comeByFlow = async (subject: string) => {
    provider.visitor = subject;
    const browser = browse();
    const { address } = (await callFrom(browser, 'sso.begin')).body;
    const back = await provider.passThrough(address);
    return (await callFrom(browser, 'sso.finish', { callback: back.search })).body;
  };
  const isSignedIn = async (token: string) =>
    (await browse().send('GET', '/api/admin/user', undefined, { authorization: `Bearer ${token}` }))
      .status === 200;
  const sidsOf = async (id: number) => {
    const rows = await site.database.fork().find(Session, { user: id }, { orderBy: { id: 'asc' } });
    return rows.map(({ sso_sid }) => sso_sid);
  };
  let sender = 0;
  const post = (body: string, headers: Record<string, string> = {}) => {
    sender += 1;
    const browser = openSimulatedBrowser(site.app, { address: `10.7.${sender >> 8}.${sender & 255}` });
    return browser.send('POST', path, body, {
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    });
  };
  const send = async (claims: JWTPayload, header: Record<string, unknown> = { typ: 'logout+jwt' }) =>
    post(String(new URLSearchParams({ logout_token: await provider.sign(provider.claims(claims), header) })));
  let ids = 0;
  const jti = () => {
    ids += 1;
    return `logout-${kind}-${ids}`;
  };

  test("the provider's own logout ends that session and its stream at once, and no other", async () => {
    const { subject, email } = addProviderUser(provider, ['hr']);
    const [first, second] = [await comeByFlow(subject), await comeByFlow(subject)];
    const other = await comeByFlow(addProviderUser(provider, ['hr']).subject);
    const [sid] = await sidsOf(first.user.id);
    expect(sid).toEqual(expect.any(String));
    const stream = await openLiveStream(url, { authorization: `Bearer ${first.token}` });
    expect(await stream.next()).toBeDefined();
    expect(await isSignedIn(first.token)).toBe(true);
    await provider.logOut(subject, sid!);
    await stream.ended();
    expect(await Promise.all([first, second, other].map(({ token }) => isSignedIn(token)))).toEqual([
      ...[false, true, true],
    ]);
    const [noted] = await site.database.fork().find(SecurityEvent, { type: 'sessions_ended', email });
    expect(noted?.details).toEqual({ ended: 1, by: 'sso', reason: 'back-channel logout' });
  });

  test('a token without a session ends all of the person, also those of before', async () => {
    const { subject } = addProviderUser(provider, ['hr']);
    const [first, second] = [await comeByFlow(subject), await comeByFlow(subject)];
    await site.database
      .fork()
      .nativeUpdate(
        Session,
        { sso_sid: (await sidsOf(first.user.id))[1]! },
        { sso_link_id: null, sso_sid: null },
      );
    const answer = await send({ sub: subject, jti: jti(), events });
    expect([answer.status, answer.body, answer.headers['cache-control']]).toEqual([200, '', 'no-store']);
    expect(await Promise.all([first, second].map(({ token }) => isSignedIn(token)))).toEqual([false, false]);
  });

  test('a token without a subject ends the session that it names', async () => {
    const { subject } = addProviderUser(provider, ['hr']);
    const [first, second] = [await comeByFlow(subject), await comeByFlow(subject)];
    const [sid] = await sidsOf(first.user.id);
    expect((await send({ sid, jti: jti(), events })).status).toBe(200);
    expect(await Promise.all([first, second].map(({ token }) => isSignedIn(token)))).toEqual([false, true]);
  });

  test('a linked account keeps the sessions that its password has opened', async () => {
    const { subject, email } = addProviderUser(provider, ['hr']);
    const { user } = await comeByFlow(subject);
    const admin = site.as('admin');
    const [link] = (await admin.sso.links.query({ id: user.id })).links;
    await admin.sso.endLink.mutate({ id: user.id, link_id: link!.id });
    expect(await comeByFlow(subject)).toMatchObject({ httpStatus: 409 });
    const [asked] = (await admin.sso.links.query({ id: user.id })).links;
    await admin.sso.confirmLink.mutate({ id: user.id, link_id: asked!.id });
    const own = await site.openSessionOf(user);
    const { token } = await comeByFlow(subject);
    expect((await send({ sub: subject, jti: jti(), events })).status).toBe(200);
    expect([await isSignedIn(own), await isSignedIn(token), email]).toEqual([true, false, user.email]);
  });

  test('whatever is no logout token for us ends nothing', async () => {
    const { subject } = addProviderUser(provider, ['hr']);
    const { token } = await comeByFlow(subject);
    const good = () => ({ sub: subject, jti: jti(), events });
    const now = Math.floor(Date.now() / 1000);
    const used = good();
    expect((await send({ ...used, sub: 'person-unknown' })).status).toBe(200);
    const tries: Record<string, [JWTPayload, Record<string, unknown>?]> = {
      'the type of an access token': [good(), { typ: 'at+jwt' }],
      'no event': [{ ...good(), events: undefined }],
      'another event': [{ ...good(), events: { 'https://example.com/other': {} } }],
      'an event that is no object': [{ ...good(), events: { [Object.keys(events)[0]!]: true } }],
      'a nonce': [{ ...good(), nonce: 'x' }],
      'no id': [{ ...good(), jti: undefined }],
      'an id that was used': [used],
      'no issue date': [{ ...good(), iat: undefined }],
      'an old issue date': [{ ...good(), iat: now - 6 * 60 }],
      'a future issue date': [{ ...good(), iat: now + 6 * 60 }],
      'an end in the past': [{ ...good(), exp: now - 60 }],
      'another client': [{ ...good(), aud: 'another-program' }],
      'another issuer': [{ ...good(), iss: 'https://evil.example.com' }],
      'neither subject nor session': [{ ...good(), sub: undefined }],
      'a session that is no text': [{ ...good(), sid: 7 }],
    };
    for (const [name, [claims, header]] of Object.entries(tries)) {
      const answer = await send(claims, header);
      expect([answer.status, answer.headers['cache-control']], name).toEqual([400, 'no-store']);
      expect(answer.body.message, name).toContain('The logout token was not accepted.');
    }
    const signed = await provider.sign(provider.claims(good()), { typ: 'logout+jwt' });
    const forged = `${signed.slice(0, signed.lastIndexOf('.'))}.${'A'.repeat(342)}`;
    for (const body of [
      `logout_token=${forged}`,
      'logout_token=nonsense',
      `logout_token=${await provider.tokenOf(subject, 'id')}`,
      `logout_token=${signed}&logout_token=${signed}`,
      'other=1',
      '',
    ]) {
      expect((await post(body)).status, body.slice(0, 40)).toBe(400);
    }
    expect(await isSignedIn(token)).toBe(true);
  });

  test('it asks for no cookie and no origin, takes forms only, and bounds them', async () => {
    const { subject } = addProviderUser(provider, ['hr']);
    const { token } = await comeByFlow(subject);
    const signed = await provider.sign(provider.claims({ sub: subject, jti: jti(), events }));
    expect((await post('{}', { 'content-type': 'application/json' })).status).toBe(415);
    expect((await post(`logout_token=${'x'.repeat(20_000)}`)).status).toBe(413);
    expect(await isSignedIn(token)).toBe(true);
    const origin = 'https://login.example.com';
    expect((await post(`logout_token=${signed}`, { origin })).status).toBe(200);
    expect(await isSignedIn(token)).toBe(false);
  });

  test('an address that sends bad tokens is slowed down; good ones are not counted', async () => {
    const bad = openSimulatedBrowser(site.app, { address: '10.8.0.1' });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const statusOf = async (token: string) =>
      (await bad.send('POST', path, `logout_token=${token}`, form)).status;
    for (let i = 0; i < 59; i += 1) expect(await statusOf('x')).toBe(400);
    const good = provider.claims({ sub: 'person-unknown', jti: jti(), events });
    expect(await statusOf(await provider.sign(good, { typ: 'logout+jwt' }))).toBe(200);
    expect([await statusOf('x'), await statusOf('x')]).toEqual([400, 429]);
  });

  test('a session whose provider would tell its end lasts as others do, any other twelve hours', async () => {
    const told = await comeByFlow(addProviderUser(provider, ['hr']).subject);
    const untold = (
      await signInWithToken(browse(), await provider.tokenOf(addProviderUser(provider, ['hr']).subject))
    ).body;
    const hoursOf = ({ expires_at }: { expires_at: string }) =>
      Math.round((Date.parse(expires_at) - Date.now()) / hour);
    expect([hoursOf(told), hoursOf(untold)]).toEqual([7 * 24, 12]);
  });
});

test('without single sign-on there is nothing to end', async () => {
  const site = await testApp();
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await openSimulatedBrowser(site.app).send('POST', path, 'logout_token=x', form)).status).toBe(404);
  await site.close();
});
