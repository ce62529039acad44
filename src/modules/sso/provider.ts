import * as oidc from 'openid-client';
import {
  type IdentityProvider,
  type SignInFlow,
  TokenRefused,
  type VerifiedIdentity,
} from '../../security/identity-provider.ts';
import {
  type TokenClaims,
  expectRecentSignIn,
  gatherClaims,
  identifyJwt,
  identifyOpaqueToken,
  introspectToken,
  isJwt,
  toTokenFacts,
  toVerifiedIdentity,
  verifyJwt,
  verifyLogoutToken,
} from './provider-tokens.ts';
import {
  createProviderConnector,
  createReachabilityCheck,
  explainProviderFailure,
  type ProviderSettings,
  type SsoConnection,
  withProviderTimeLimit,
} from './provider-connection.ts';
import { runSelfTest } from './self-test.ts';

export function createIdentityProvider(settings: ProviderSettings): IdentityProvider {
  const { issuer, clientId, rolesClaim, scriptUrl, scriptGlobal } = settings;
  const connect = createProviderConnector(settings);
  const reach = createReachabilityCheck(settings);
  const ask = async <T>(now: Date, question: (connection: SsoConnection) => Promise<T>): Promise<T> => {
    try {
      return await withProviderTimeLimit(connect(now).then(question));
    } catch (error) {
      throw explainProviderFailure(error);
    }
  };
  const verify = async (token: string, now: Date) => {
    if (!/^[\x21-\x7e]+$/.test(token)) throw new TokenRefused('This is no token.');
    return ask(now, (connection) =>
      (isJwt(token) ? verifyByKeys : verifyByIntrospection)(connection, settings, token, now),
    );
  };
  return {
    page: { client_id: clientId, script: scriptUrl ? { url: scriptUrl, global: scriptGlobal } : null },
    pageSources: scriptUrl ? [...new Set([new URL(scriptUrl).origin, new URL(issuer).origin])] : [],
    verify,
    verifyLogout: (token, now) =>
      ask(now, (connection) => verifyLogoutToken(token, expectedBy(connection, clientId, now))),
    begin: (now, session) =>
      ask(now, async (connection) => {
        await reach(now);
        return begin(connection, settings, session);
      }),
    finish: (callback, flow, now) =>
      ask(now, async (connection) => {
        const { id_token, access_token } = await exchange(connection, settings, callback, flow);
        const claims = await verifyJwt(id_token ?? '', expectedBy(connection, clientId, now));
        if (flow.session !== undefined) expectRecentSignIn(claims, now);
        return complete(connection, rolesClaim, claims, access_token);
      }),
    examine: (now, token) => runSelfTest({ settings, connect, verify }, now, token),
  };
}

async function verifyByKeys(
  connection: SsoConnection,
  { clientId, rolesClaim }: ProviderSettings,
  token: string,
  now: Date,
): Promise<VerifiedIdentity> {
  const claims = await verifyJwt(token, expectedBy(connection, clientId, now));
  return {
    ...(await complete(connection, rolesClaim, claims, token)),
    token: identifyJwt(token, claims, now),
  };
}

async function verifyByIntrospection(
  connection: SsoConnection,
  settings: ProviderSettings,
  token: string,
  now: Date,
): Promise<VerifiedIdentity> {
  const { claims, isUnproved } = await introspectToken(connection, settings, token, now);
  const person = await complete(connection, settings.rolesClaim, claims, token, isUnproved);
  return { ...person, token: identifyOpaqueToken(token, claims, now) };
}

async function complete(
  connection: SsoConnection,
  rolesClaim: string,
  known: TokenClaims,
  accessToken: string,
  isUnproved = false,
): Promise<VerifiedIdentity> {
  const person = await gatherClaims(connection, { claims: known, accessToken, rolesClaim, isUnproved });
  return {
    ...toVerifiedIdentity(person, connection.metadata.issuer),
    ...toTokenFacts(connection, known),
    token: undefined,
  };
}

function expectedBy({ keys, metadata }: SsoConnection, clientId: string, now: Date) {
  return { keys, issuer: metadata.issuer, clientId, now };
}

async function begin(
  { config, metadata }: SsoConnection,
  { redirectUri, rolesClaim }: ProviderSettings,
  session: number | undefined,
) {
  const flow: SignInFlow = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
    ...(session !== undefined && { session }),
  };
  // Some providers give roles only for a scope named like the claim, others reject unknown scopes.
  const extra = metadata.scopes_supported?.includes(rolesClaim) ? [rolesClaim] : [];
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: ['openid', 'email', 'profile', ...extra].join(' '),
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
    ...(session !== undefined && askAgain(metadata)),
  });
  return { address: address.href, flow };
}

/**
 * Makes the provider authenticate the person again. Either would do, but some providers support one of them, and some
 * reject an unknown prompt.
 */
function askAgain({ prompt_values_supported: prompts }: SsoConnection['metadata']): Record<string, string> {
  const isPromptKnown = Array.isArray(prompts) && prompts.includes('login');
  return { max_age: '0', ...(isPromptKnown && { prompt: 'login' }) };
}

async function exchange(
  { config }: SsoConnection,
  { redirectUri }: ProviderSettings,
  callback: string,
  { state, nonce, verifier }: SignInFlow,
) {
  const address = new URL(redirectUri);
  address.search = callback;
  const checks = {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  };
  const tokens = await oidc.authorizationCodeGrant(config, address, checks);
  if (!tokens.id_token) throw new TokenRefused('The provider sent no ID token.');
  return tokens;
}
