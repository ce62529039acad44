import { createIdentityProvider } from '../../src/modules/sso/provider.ts';
import type { IdentityProvider } from '../../src/security/identity-provider.ts';
import { type SimulatedBrowser, openSimulatedBrowser } from './simulated-browser.ts';
import type { RestAnswer } from './callers.ts';
import { panelClient, type SsoProvider } from './sso-provider.ts';
import type { TestApp } from './test-app.ts';

export const redirectUri = 'http://localhost:3000/admin/sso/callback';

export const ssoTexts = {
  refused: 'SSO login failed. Please try again.',
  failed: 'SSO authentication failed. Please try again.',
  unauthorized: 'Unauthorized role. Access denied.',
};

/** Returns the panel's client for the provider. */
export function createPanelProvider(
  { issuer }: Pick<SsoProvider, 'issuer'>,
  more: object = {},
): IdentityProvider {
  return createIdentityProvider({
    issuer,
    clientId: panelClient.id,
    clientSecret: panelClient.secret,
    rolesClaim: 'roles',
    scriptUrl: undefined,
    scriptGlobal: 'SSO',
    redirectUri,
    ...more,
  });
}

/**
 * Returns a function that opens a browser. Each browser has a different address, so that tests share no rate
 * limits.
 */
export function createBrowserOpener(site: () => TestApp): () => SimulatedBrowser {
  let used = 0;
  return () => {
    used += 1;
    return openSimulatedBrowser(site().app, { address: `10.5.${used >> 8}.${used & 255}` });
  };
}

export function addProviderUser(provider: SsoProvider, roles: unknown, more: Record<string, unknown> = {}) {
  const number = provider.people.size + 1;
  const facts = { email: `person${number}@example.com`, email_verified: true, name: `Person ${number}` };
  const claims = { ...facts, roles, ...more };
  const subject = `person-${number}`;
  provider.people.set(subject, claims);
  return { ...claims, subject };
}

export function signInWithToken(
  browser: SimulatedBrowser,
  access_token: unknown,
  claimed: object = {},
): Promise<RestAnswer> {
  return browser.send('POST', '/api/admin/sso/login', { access_token, ...claimed });
}

/** Calls a procedure with the cookies of a browser. The body of the response is the result or the error. */
export async function callFrom(
  browser: SimulatedBrowser,
  path: string,
  input: object = {},
): Promise<RestAnswer> {
  const answer = await browser.send('POST', `/trpc/${path}`, input);
  const { result, error } = answer.body;
  return { ...answer, body: result?.data ?? { ...error?.data, message: error?.message } };
}
