import { exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SsoLink } from '../../src/modules/sso/sso-link.entity.ts';
import { User } from '../../src/modules/users/user.ts';
import { roleOfClaim } from '../../src/shared/single-sign-on.ts';
import { openSimulatedBrowser } from '../support/simulated-browser.ts';
import { databaseKinds } from '../support/database.ts';
import { createUser } from '../support/factories.ts';
import { panelClient, otherClient, type SsoProvider, startSsoProvider } from '../support/sso-provider.ts';
import {
  addProviderUser,
  createPanelProvider,
  redirectUri,
  signInWithToken,
  ssoTexts,
  createBrowserOpener,
} from '../support/sso-site.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const { refused, unauthorized } = ssoTexts;

describe.each(databaseKinds)('single sign-on by a token, on %s', (kind) => {
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
  const signIn = (token: unknown, claimed: object = {}) => signInWithToken(browse(), token, claimed);
  const counts = async () => {
    const em = site.database.fork();
    return [await em.count(User), await em.count(SsoLink)];
  };
  const person = (roles: unknown) => addProviderUser(provider, roles);

  test.each(['jwt', 'access', 'id'] as const)(
    'SO1 only the provider decides whose token (%s) it is and which role it gives',
    async (tokenKind) => {
      const { subject, email, name } = person(['hr']);
      const token = await provider.tokenOf(subject, tokenKind);
      const claimed = { role: 'admin', email: 'boss@example.com', name: 'Boss', roles: ['admin'] };
      const answer = await signIn(token, claimed);
      expect(answer).toMatchObject({
        status: 200,
        body: { token: expect.any(String), user: { email, name, role: 'hr' } },
      });
      const em = site.database.fork();
      expect(await em.findOne(User, { email: 'boss@example.com' })).toBeNull();
      expect((await em.findOneOrFail(User, { email })).password_hash).toBeNull();
    },
  );

  test('SO2 a forged token is refused in the documented words, and nothing is created', async () => {
    const { subject: sub, email } = person(['admin']);
    const claims = provider.claims({ sub, email, name: 'Forger', roles: ['admin'] });
    const stranger = await generateKeyPair('RS256');
    const good = await provider.sign(claims);
    const [head, , signature] = good.split('.');
    const changed = Buffer.from(JSON.stringify({ ...claims, roles: ['hr'] })).toString('base64url');
    const publicText = new TextEncoder().encode(await exportSPKI(provider.publicKey));
    const byStranger = (header: object) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', ...header }).sign(stranger.privateKey);
    const { kid } = JSON.parse(Buffer.from(head!, 'base64url').toString());
    const forged = {
      unsigned: new UnsecuredJWT(claims).encode(),
      'HS256 with the public key': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid })
        .sign(publicText),
      'unknown kid': await byStranger({ kid: 'unknown' }),
      "another key under the provider's kid": await byStranger({ kid }),
      'keys from elsewhere': await byStranger({
        kid: 'mine',
        jku: `${provider.issuer}/mine`,
        x5u: `${provider.issuer}/mine`,
      }),
      'a key in the header': await byStranger({
        jwk: await (await import('jose')).exportJWK(stranger.publicKey),
      }),
      'changed payload': `${head}.${changed}.${signature}`,
      'no signature': `${head}.${changed}.`,
    };
    const before = await counts();
    for (const [name, token] of Object.entries(forged)) {
      expect(await signIn(token), name).toMatchObject({ status: 422, body: { message: refused } });
    }
    for (const token of ['', 'x', 'a.b.c', null, 7, ['x'], { $ne: '' }, 'x'.repeat(20_000)]) {
      expect(await signIn(token), JSON.stringify(token)).toMatchObject({
        status: 422,
        body: { message: refused },
      });
    }
    expect(await counts()).toEqual(before);
    expect(provider.asked.get('/mine') ?? 0).toBe(0);
    expect((await signIn(good)).status).toBe(200);
  });

  test('SO3 a token for another client, of another issuer or of another kind is refused', async () => {
    const { subject: sub, email } = person(['admin']);
    const said = { sub, email, name: 'Ada', roles: ['admin'] };
    const tokens = {
      'jwt of another client': await provider.tokenOf(sub, 'jwt', otherClient),
      'opaque token of another client': await provider.tokenOf(sub, 'access', otherClient),
      'ID token of another client': await provider.tokenOf(sub, 'id', otherClient),
      'another audience': await provider.sign(provider.claims({ ...said, aud: 'someone' })),
      'no audience': await provider.sign(provider.claims({ ...said, aud: undefined })),
      'addressed to us, but got by another': await provider.sign(
        provider.claims({ ...said, azp: 'someone' }),
      ),
      'another issuer': await provider.sign(provider.claims({ ...said, iss: 'https://evil.example.com' })),
      'no issuer': await provider.sign(provider.claims({ ...said, iss: undefined })),
      'no subject': await provider.sign(provider.claims({ ...said, sub: undefined })),
      'logout token': await provider.sign(provider.claims(said), { typ: 'logout+jwt' }),
      'an event': await provider.sign(provider.claims({ ...said, events: {} })),
      'refresh token': await provider.sign(provider.claims({ ...said, typ: 'Refresh' })),
      'bound to a key': await provider.sign(provider.claims({ ...said, cnf: { jkt: 'x' } })),
    };
    const before = await counts();
    for (const [name, token] of Object.entries(tokens)) {
      expect(await signIn(token), name).toMatchObject({ status: 422, body: { message: refused } });
    }
    expect(await counts()).toEqual(before);
    for (const named of [
      { aud: [panelClient.id, 'other'] },
      { aud: 'api', azp: panelClient.id },
      { aud: 'api', client_id: panelClient.id },
    ]) {
      const token = await provider.sign(provider.claims({ ...said, ...named }), { typ: 'at+jwt' });
      expect((await signIn(token)).status, JSON.stringify(named)).toBe(200);
    }
  });

  test('SO3 an opaque token is refused without a secret for introspection, and when it is invented', async () => {
    const { subject } = person(['hr']);
    const token = await provider.tokenOf(subject, 'access');
    const before = await counts();
    const withoutSecret = await testApp(kind, {
      sso: createPanelProvider(provider, { clientSecret: undefined }),
    });
    expect(await signInWithToken(openSimulatedBrowser(withoutSecret.app), token)).toMatchObject({
      status: 422,
      body: { message: refused },
    });
    await withoutSecret.close();
    expect(await signIn('made-up')).toMatchObject({ status: 422, body: { message: refused } });
    expect(await counts()).toEqual(before);
  });

  test('SO4 an expired or premature token is refused, and an ID token signs in only once', async () => {
    const { subject: sub, email } = person(['hr']);
    const said = { sub, email, name: 'Ada', roles: ['hr'] };
    const now = Math.floor(Date.now() / 1000);
    const before = await counts();
    for (const times of [{ exp: now - 60 }, { exp: undefined }, { nbf: now + 3600 }, { iat: now + 3600 }]) {
      const answer = await signIn(await provider.sign(provider.claims({ ...said, ...times })));
      expect(answer, JSON.stringify(times)).toMatchObject({ status: 422, body: { message: refused } });
    }
    expect(await counts()).toEqual(before);
    const once = await provider.sign(provider.claims({ ...said, nonce: 'asked' }));
    expect((await signIn(once)).status).toBe(200);
    expect(await signIn(once)).toMatchObject({ status: 422, body: { message: refused } });
  });

  test.each(['jwt', 'access', 'id'] as const)(
    'SO4 a token (%s) signs in once, also without a nonce, from another browser and at the same moment',
    async (tokenKind) => {
      const { subject } = person(['hr']);
      const token = await provider.tokenOf(subject, tokenKind);
      const browser = browse();
      const answers = await Promise.all([signInWithToken(browser, token), signInWithToken(browser, token)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
      for (const again of [browser, browse()]) {
        expect(await signInWithToken(again, token)).toMatchObject({
          status: 422,
          body: { message: refused },
        });
      }
      expect((await signIn(await provider.tokenOf(subject))).status).toBe(200);
    },
  );

  test('SO4 a token that was used is known again, however its signature is written', async () => {
    const { subject } = person(['hr']);
    const token = await provider.tokenOf(subject);
    expect((await signIn(token)).status).toBe(200);
    // The last of the 342 characters encodes two bits, and four that are ignored.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet.indexOf(token.at(-1)!);
    for (const bits of [1, 7, 15]) {
      const other = `${token.slice(0, -1)}${alphabet[last ^ bits]}`;
      expect((await signIn(other)).status).toBe(422);
    }
    expect((await signIn(`${token}=`)).status).toBe(422);
  });

  test('a token that is refused for another reason is not used up', async () => {
    const { subject: sub, email } = person(['hr']);
    const token = await provider.sign(provider.claims({ sub, name: 'Ada', roles: ['hr'], email }));
    await createUser(site.database.fork(), { email });
    expect((await signIn(token)).status).toBe(409);
    expect((await signIn(token)).status).toBe(409);
  });

  test.each([
    [['admin', 'hr'], 'admin'],
    [['hr', 'admin'], 'admin'],
    [['hr'], 'hr'],
    [['Admin'], 'admin'],
    [['ADMIN'], 'admin'],
    [['user', 'HR'], 'hr'],
    ['admin', 'admin'],
    ['HR', 'hr'],
  ])('SO5 the roles %j come in as %s', async (roles, role) => {
    const { subject: sub, email } = person(roles);
    const token = await provider.sign(provider.claims({ sub, email, name: 'Ada', roles }));
    expect(await signIn(token)).toMatchObject({ status: 200, body: { user: { role } } });
  });

  const odd: [shape: string, roles: unknown][] = [
    ['no role', []],
    ['only user', ['user']],
    ['only content_moderator', ['content_moderator']],
    ['another role as text', 'administrator'],
    ['two as text with a blank', 'admin hr'],
    ['a text with a blank', ' admin'],
    ['a list as text', 'admin,hr'],
    ['a list in a list', [['admin']]],
    ['a list in an object', { roles: ['admin'] }],
    ['an object like a list', { 0: 'admin', length: 1 }],
    ['not only text', ['admin', 7]],
    ['blanks around it', [' admin ']],
    ['ten thousand roles', Array(10_000).fill('admin')],
    ['null', null],
    ['true', true],
    ['nothing', undefined],
  ];
  test.each(odd)('SO5 %s is refused in the documented words', async (_shape, roles) => {
    const { subject } = person(roles);
    const before = await counts();
    // Opaque, because a token with ten thousand roles would be too long to send.
    const token = await provider.tokenOf(subject, 'access');
    expect(await signIn(token)).toMatchObject({ status: 403, body: { message: unauthorized } });
    expect(await counts()).toEqual(before);
  });

  const names: [why: string, claim: string, claims: object, role: string | undefined][] = [
    ['Keycloak', 'realm_access.roles', { realm_access: { roles: ['hr'] } }, 'hr'],
    [
      'a client of Keycloak',
      'resource_access.panel.roles',
      { resource_access: { panel: { roles: 'admin' } } },
      'admin',
    ],
    ['the whole name first', 'a.b', { 'a.b': ['hr'], a: { b: ['admin'] } }, 'hr'],
    ['the whole name first, though it has no role', 'a.b', { 'a.b': [], a: { b: ['admin'] } }, undefined],
    [
      'an address as name',
      'https://example.com/claims.roles',
      { 'https://example.com/claims.roles': ['hr'] },
      'hr',
    ],
    ['a list on the way', 'a.0', { a: ['admin'] }, undefined],
    ['a text on the way', 'a.0', { a: 'admin' }, undefined],
    ['an inherited name', 'constructor.name', {}, undefined],
    ['nothing there', 'realm_access.roles', { realm_access: {}, roles: ['admin'] }, undefined],
  ];
  test.each(names)('the roles claim is found in %s', async (_why, rolesClaim, claims, role) => {
    const own = createPanelProvider(provider, { rolesClaim });
    const { subject: sub, email } = person([]);
    const token = await provider.sign(provider.claims({ sub, email, name: 'Ada', ...claims }));
    const identity = await own.verify(token, new Date());
    expect(roleOfClaim(identity.roles)).toBe(role);
  });

  const addresses: [
    why: string,
    claims: object,
    email: string | undefined,
    isVerified: boolean | undefined,
  ][] = [
    ['the user name of Entra ID', { preferred_username: 'c@example.com' }, 'c@example.com', undefined],
    [
      'the user name of AD FS',
      { preferred_username: 'CORP\\c', upn: 'c@corp.example' },
      'c@corp.example',
      undefined,
    ],
    [
      'the user name, which is not what is verified',
      { preferred_username: 'c@example.com', email_verified: true },
      'c@example.com',
      undefined,
    ],
    [
      'an unverified one',
      { preferred_username: 'c@example.com', email_verified: false },
      'c@example.com',
      false,
    ],
    [
      'the e-mail first',
      { email: 'e@example.com', preferred_username: 'c@example.com', email_verified: true },
      'e@example.com',
      true,
    ],
    ['an e-mail that is none', { email: '', preferred_username: 'c@example.com' }, undefined, undefined],
    ['a user name that is no address', { preferred_username: 'c' }, undefined, undefined],
  ];
  test.each(addresses)('the address comes from %s', async (_why, claims, email, isVerified) => {
    const token = await provider.sign(
      provider.claims({ sub: `nobody-${kind}`, name: 'C', roles: ['hr'], ...claims }),
    );
    const identity = await createPanelProvider(provider).verify(token, new Date());
    expect([identity.email, identity.isEmailVerified]).toEqual([email, isVerified]);
  });

  test('a user name as an address makes an account without mails, and links to none', async () => {
    const preferred_username = `entra-${kind}@example.com`;
    let count = 0;
    const token = async (sub: string) => {
      count += 1;
      const facts = { name: 'Entra', roles: 'hr', email_verified: true, preferred_username };
      return provider.sign(provider.claims({ sub, nonce: String(count), ...facts }));
    };
    expect((await signIn(await token(`entra-${kind}-1`))).status).toBe(200);
    const found = await site.database.fork().findOneOrFail(User, { email: preferred_username });
    expect(found.is_email_unconfirmed).toBe(true);
    expect((await signIn(await token(`entra-${kind}-1`))).status).toBe(200);
    expect((await site.database.fork().findOneOrFail(User, found.id)).is_email_unconfirmed).toBe(true);
    expect((await signIn(await token(`entra-${kind}-2`))).status).toBe(409);
  });

  test('without configuration, the response is a 503 that says so, through REST and tRPC', async () => {
    const without = await testApp(kind);
    for (const url of ['/api/admin/sso/login', '/trpc/sso.login', '/trpc/sso.begin']) {
      const answer = await openSimulatedBrowser(without.app).send('POST', url, { access_token: 'x' });
      expect(answer.status, url).toBe(503);
      expect(answer.headers['retry-after']).toBeDefined();
    }
    await without.close();
  });

  test('a batch of tokens is refused and none is checked', async () => {
    const { subject } = person(['hr']);
    const input = { access_token: await provider.tokenOf(subject) };
    const body = JSON.stringify({ 0: input, 1: input });
    const before = await counts();
    const answer = await openSimulatedBrowser(site.app).send(
      'POST',
      '/trpc/sso.login,sso.login?batch=1',
      body,
    );
    expect(answer.status).toBe(429);
    expect(await counts()).toEqual(before);
  });

  test('after 20 refused tokens in a minute an address has to wait, and a known browser has tries of its own', async () => {
    const { subject } = person(['hr']);
    const address = '10.4.0.1';
    const known = openSimulatedBrowser(site.app, { address });
    expect((await signInWithToken(known, await provider.tokenOf(subject))).status).toBe(200);
    const stranger = () => signInWithToken(openSimulatedBrowser(site.app, { address }), 'made-up');
    const statuses = [];
    for (let i = 0; i < 21; i += 1) statuses.push((await stranger()).status);
    expect(statuses).toEqual([...Array(20).fill(422), 429]);
    expect((await stranger()).headers['retry-after']).toBeDefined();
    expect((await signInWithToken(known, await provider.tokenOf(subject))).status).toBe(200);
  });
});
