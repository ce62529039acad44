import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import { cookieJar } from './cookie-jar.ts';

export const panelClient = { id: 'atrium-panel', secret: 'the secret of the panel, long enough' };
export const otherClient = { id: 'another-program', secret: 'the secret of another, long enough' };

const api = 'urn:atrium:panel';

/** A method that the provider's library has, but that is missing in the types of the library. */
interface LogoutSender {
  backchannelLogout(subject: string, sid: string): Promise<void>;
}

/**
 * How the provider behaves. `fine` responds, `silent` accepts requests but never responds, and `broken`
 * responds with status 500.
 */
type Mood = 'fine' | 'silent' | 'broken';

/** A real OpenID Connect provider on the loopback interface, which tests can control. */
export interface SsoProvider {
  issuer: string;
  /** The claims of each user, by subject. */
  people: Map<string, Record<string, unknown>>;
  visitor: string;
  mood: Mood;
  pages: Map<string, { type: string; body: string; status?: number }>;
  asked: Map<string, number>;
  /**
   * The methods with which people sign in, as the provider reports them in the claim `amr` of its ID token.
   */
  amr: string[] | undefined;
  /**
   * Sends logout tokens to this address of the panel from now on, as a provider does for a client that has
   * registered for them.
   */
  sendLogouts(to: string): void;
  /** Ends one session of a person, and notifies the panel. Resolves when the panel has answered. */
  logOut(subject: string, sid: string): Promise<void>;
  /**
   * Follows the redirect of the panel through the provider's sign-in. Returns the address at which the person
   * returns to the panel.
   */
  passThrough(address: string): Promise<URL>;
  /**
   * Signs a person in and returns a token. `access` is an opaque access token, `jwt` is an access token for
   * the panel's API, and `id` is an ID token.
   */
  tokenOf(subject: string, kind?: 'access' | 'jwt' | 'id', of?: typeof panelClient): Promise<string>;
  /** Signs claims with the provider's key, even claims that the provider itself would never send. */
  sign(claims: JWTPayload, header?: Record<string, unknown>): Promise<string>;
  claims(more?: JWTPayload): JWTPayload;
  publicKey: CryptoKey;
  rotateKeys(): Promise<void>;
  allowBack(redirectUri: string): void;
  close(): Promise<void>;
}

/**
 * Starts the provider. `redirectUri` is the callback address of the panel. `allowBack` can add further
 * addresses.
 */
export async function startSsoProvider(redirectUri = 'http://localhost/unused'): Promise<SsoProvider> {
  let answer = (_request: IncomingMessage, _response: ServerResponse): void => {};
  const server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const redirectUris = [redirectUri];
  let keys = await makeKeys();
  let logoutUri: string | undefined;
  let current: Provider;
  const self: SsoProvider = {
    issuer,
    people: new Map(),
    visitor: '',
    mood: 'fine',
    pages: new Map(),
    asked: new Map(),
    amr: undefined,
    sendLogouts: (to) => {
      logoutUri = to;
      answer = open();
    },
    logOut: async (subject, sid) => {
      // The types of the library lack `backchannelLogout`.
      const ours = (await current.Client.find(panelClient.id)) as unknown as LogoutSender;
      await ours.backchannelLogout(subject, sid);
    },
    passThrough: (address) => passThrough(address, redirectUri),
    tokenOf: async (subject, kind = 'jwt', of = panelClient) => {
      self.visitor = subject;
      return exchange(issuer, redirectUri, kind, of);
    },
    sign: (claims, header = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: keys.kid, ...header })
        .sign(keys.privateKey),
    claims: (more = {}) => {
      const now = Math.floor(Date.now() / 1000);
      return { iss: issuer, aud: panelClient.id, iat: now, exp: now + 600, ...more };
    },
    get publicKey() {
      return keys.publicKey;
    },
    allowBack: (added) => {
      redirectUris.push(added);
      answer = open();
    },
    rotateKeys: async () => {
      keys = await makeKeys();
      answer = open();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const open = () => {
    current = makeProvider(self, redirectUris, keys.jwk, logoutUri);
    return handlerOf(self, current);
  };
  answer = open();
  return self;
}

async function makeKeys() {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = randomBytes(6).toString('hex');
  const jwk = { ...(await exportJWK(privateKey)), kid, use: 'sig', alg: 'RS256' };
  return { publicKey, privateKey, kid, jwk };
}

function makeProvider(
  self: SsoProvider,
  redirect_uris: string[],
  key: object,
  logoutUri: string | undefined,
): Provider {
  const clients = [panelClient, otherClient].map(({ id, secret }) => ({
    client_id: id,
    client_secret: secret,
    redirect_uris,
    grant_types: ['authorization_code'],
    response_types: ['code'] as ['code'],
    ...(logoutUri &&
      id === panelClient.id && {
        backchannel_logout_uri: logoutUri,
        backchannel_logout_session_required: true,
      }),
  }));
  return new Provider(self.issuer, {
    clients,
    // Allows requests to this machine, on which the tests run. By default, the library refuses such requests.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    jwks: { keys: [key] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    cookies: { keys: ['for tests only'] },
    // The ID token contains email and roles, as with many providers.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], roles: ['roles'] },
    scopes: ['openid', 'email', 'profile', 'roles'],
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...self.people.get(sub) }) }),
    extraTokenClaims: (_ctx, token) =>
      'accountId' in token ? self.people.get(String(token.accountId)) : undefined,
    // Does not ask users for consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      });
      grant.addOIDCScope('openid email profile roles');
      grant.addResourceScope(api, 'panel');
      await grant.save();
      return grant;
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => [],
        useGrantedResource: () => false,
        getResourceServerInfo: () => ({
          scope: 'panel',
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  });
}

function handlerOf(self: SsoProvider, provider: Provider) {
  const serve = provider.callback();
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url?.split('?')[0] ?? '';
    self.asked.set(path, (self.asked.get(path) ?? 0) + 1);
    if (self.mood === 'silent') return;
    if (self.mood === 'broken') return void response.writeHead(500).end('no');
    const page = self.pages.get(path);
    if (page) {
      const { status = 200, type, body } = page;
      return void response.writeHead(status, { 'content-type': type }).end(body);
    }
    if (path.startsWith('/interaction/')) {
      const result = { login: { accountId: self.visitor, ...(self.amr && { amr: self.amr }) } };
      return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    }
    await serve(request, response);
  };
}

async function passThrough(address: string, redirectUri: string): Promise<URL> {
  const jar = cookieJar();
  for (let next = new URL(address); ; ) {
    if (next.href.startsWith(redirectUri)) return next;
    const answer = await jar.fetch(next);
    const location = answer.headers.get('location');
    if (!location) throw new Error(`${next.pathname} answers ${answer.status}: ${await answer.text()}`);
    next = new URL(location, next);
  }
}

/** Signs a person in as the client `of` does, and returns the token. */
async function exchange(
  issuer: string,
  redirectUri: string,
  kind: 'access' | 'jwt' | 'id',
  of: typeof panelClient,
) {
  const code_verifier = randomBytes(32).toString('base64url');
  const shared = { client_id: of.id, redirect_uri: redirectUri, ...(kind === 'jwt' && { resource: api }) };
  const asked = new URLSearchParams({
    ...shared,
    response_type: 'code',
    scope: `openid email profile roles${kind === 'jwt' ? ' panel' : ''}`,
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const back = await passThrough(`${issuer}/auth?${asked}`, redirectUri);
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${of.id}:${encodeURIComponent(of.secret)}`)}` },
    body: new URLSearchParams({
      redirect_uri: redirectUri,
      ...(kind === 'jwt' && { resource: api }),
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      code_verifier,
    }),
  });
  const tokens = (await answer.json()) as Record<string, string>; // The response comes from the provider above.
  const token = kind === 'id' ? tokens.id_token : tokens.access_token;
  if (!token) throw new Error(`the provider gave no token: ${JSON.stringify(tokens)} ${back}`);
  return token;
}
