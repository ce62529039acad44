import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SecurityEvent } from '../../src/modules/security-log/security-event.ts';
import { createPasswords } from '../../src/security/passwords.ts';
import { minute, second, stoppedClock } from '../support/clock.ts';
import { createUser } from '../support/factories.ts';
import { type SsoProvider, startSsoProvider } from '../support/sso-provider.ts';
import {
  callFrom,
  addProviderUser,
  createPanelProvider,
  redirectUri,
  signInWithToken,
  ssoTexts,
  createBrowserOpener,
} from '../support/sso-site.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { chooseByForm } from '../support/test-form.ts';

const password = 'a walk by the river';
let provider: SsoProvider;
let site: TestApp;
let offMs = 0;
beforeAll(async () => {
  provider = await startSsoProvider(redirectUri);
  site = await testApp('sqlite', {
    sso: createPanelProvider(provider),
    clock: () => new Date(Date.now() + offMs),
  });
  const password_hash = await createPasswords().hash(password);
  await createUser(site.database.fork(), { email: 'local@example.com', role: 'hr', password_hash });
});
afterAll(async () => {
  await site.close();
  await provider.close();
});

const browse = createBrowserOpener(() => site);

async function expectFailed(
  act: () => Promise<{ status: number; body: unknown; headers: object }>,
): Promise<void> {
  const answer = await act();
  expect(answer).toMatchObject({ status: 503, body: { message: ssoTexts.failed } });
  expect(answer.headers).toHaveProperty('retry-after');
}

// A silent provider is waited for. In the short form it is broken alone, which is the same answer at once.
test.each(chooseByForm(['silent', 'broken'] as const, ['broken'] as const))(
  'SO8 while the provider is %s the answer says so, passwords work, and it recovers alone',
  async (mood) => {
    const { subject } = addProviderUser(provider, ['hr']);
    const jwt = await provider.tokenOf(subject);
    const opaque = await provider.tokenOf(subject, 'access');
    const fresh = await testApp('sqlite', { sso: createPanelProvider(provider) });
    const freshly = createBrowserOpener(() => fresh);
    provider.mood = mood;
    await Promise.all([
      expectFailed(() => signInWithToken(browse(), opaque)),
      // Nothing of the provider has been loaded yet.
      expectFailed(() => signInWithToken(freshly(), jwt)),
      expectFailed(() => callFrom(freshly(), 'sso.begin')),
      browse()
        .signIn('local@example.com', password)
        .then(({ status }) => expect(status).toBe(200)),
    ]);
    provider.mood = 'fine';
    expect((await signInWithToken(freshly(), jwt)).status).toBe(200);
    expect((await signInWithToken(browse(), opaque)).status).toBe(200);
    expect((await callFrom(freshly(), 'sso.begin')).status).toBe(200);
    await fresh.close();
  },
);

test('SO8 new keys of the provider are found alone, and the old ones count no more', async () => {
  const { subject } = addProviderUser(provider, ['hr']);
  expect((await signInWithToken(browse(), await provider.tokenOf(subject))).status).toBe(200);
  const old = await provider.sign(
    provider.claims({ sub: subject, email: 'a@example.com', name: 'A', roles: ['hr'] }),
  );
  await provider.rotateKeys();
  // Unknown keys are loaded only every few seconds.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6000 });
  expect((await signInWithToken(browse(), await provider.tokenOf(subject))).status).toBe(200);
  expect((await signInWithToken(browse(), old)).status).toBe(422);
  vi.useRealTimers();
});

test.each([5, -5])(
  'SO8 a clock that is %i minutes off lets in, or answers in the documented words',
  async (minutes) => {
    const { subject } = addProviderUser(provider, ['hr']);
    const token = await provider.tokenOf(subject, 'id');
    const expired = await provider.sign(
      provider.claims({
        sub: subject,
        email: 'b@example.com',
        name: 'B',
        roles: ['hr'],
        exp: Math.floor(Date.now() / 1000) + 60,
      }),
    );
    offMs = minutes * minute;
    expect((await signInWithToken(browse(), token)).status).toBe(200);
    const answer = await signInWithToken(browse(), expired);
    expect(answer.status).toBe(minutes > 0 ? 422 : 200);
    if (minutes > 0) expect(answer.body.message).toBe(ssoTexts.refused);
    offMs = 0;
  },
);

test('SO8 a provider with another issuer name is not used', async () => {
  const issuer = provider.issuer.replace('127.0.0.1', 'localhost');
  const other = await testApp('sqlite', { sso: createPanelProvider({ issuer }) });
  const { subject } = addProviderUser(provider, ['hr']);
  await expectFailed(async () =>
    signInWithToken(createBrowserOpener(() => other)(), await provider.tokenOf(subject)),
  );
  await other.close();
});

test('SO8 a sign-in is not begun at a provider that has become unavailable', async () => {
  // The provider's tokens are of the real time.
  const clock = stoppedClock(Date.now());
  const other = await testApp('sqlite', { sso: createPanelProvider(provider), clock: clock.now });
  const begin = () => callFrom(createBrowserOpener(() => other)(), 'sso.begin');
  expect((await begin()).status).toBe(200);
  const before = provider.asked.get('/.well-known/openid-configuration');
  await Promise.all([begin(), begin(), begin()]);
  expect(provider.asked.get('/.well-known/openid-configuration')).toBe(before);
  clock.forward(10 * second);
  provider.mood = 'broken';
  await expectFailed(begin);
  provider.mood = 'fine';
  expect((await begin()).status).toBe(200);
  await other.close();
});

test('the reason of a failed sign-in is in the log and in the security log', async () => {
  const lines: string[] = [];
  const other = await testApp('sqlite', {
    sso: createPanelProvider(provider, { clientSecret: 'another secret' }),
    logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } },
  });
  const browser = createBrowserOpener(() => other)();
  const { subject } = addProviderUser(provider, ['hr']);
  const begun = (await callFrom(browser, 'sso.begin')).body;
  provider.visitor = subject;
  const callback = (await provider.passThrough(begun.address)).search;
  await expectFailed(() => callFrom(browser, 'sso.finish', { callback }));
  const opaque = await provider.tokenOf(subject, 'access');
  await expectFailed(() => signInWithToken(browser, opaque));
  const reason = expect.stringContaining('refuses SSO_CLIENT_ID or SSO_CLIENT_SECRET');
  const said = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'single sign-on failed');
  expect(said).toEqual(Array(2).fill(expect.objectContaining({ reason, reqId: expect.any(String) })));
  await other.settled();
  const noted = await other.database.fork().find(SecurityEvent, { type: 'sso_failed' });
  expect(noted.map(({ details }) => details)).toEqual([{ reason }]);
  expect(lines.join()).not.toContain(opaque);
  await other.close();
});
