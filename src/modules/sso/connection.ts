import { createRemoteJWKSet, type JWTVerifyGetKey, customFetch as joseFetch } from 'jose';
import * as oidc from 'openid-client';
import { ProviderFailed } from '../../shared/identity-provider.ts';
import { explainFailure } from './failures.ts';

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  /** Required for introspection. */
  clientSecret: string | undefined;
  rolesClaim: string;
  scriptUrl: string | undefined;
  /** The property of `window` that the provider's script defines. */
  scriptGlobal: string;
  redirectUri: string;
}

/** How far the provider's clock may be ahead, in seconds. */
export const clockToleranceS = 5 * 60;
/** The time limit for one request. A sign-in needs several requests, for which `answerMs` is the limit. */
const questionMs = 3000;
const answerMs = 4500;
const retentionMs = 10 * 60_000;
/**
 * How long a successful check that the provider responds remains valid, in milliseconds. Reusing the check saves
 * requests during a flood of sign-ins.
 */
const reachedMs = 1000;
const keyCooldownMs = 5000;

export interface SsoConnection {
  config: oidc.Configuration;
  metadata: Readonly<oidc.ServerMetadata>;
  keys: JWTVerifyGetKey;
}

export type Connect = (now: Date) => Promise<SsoConnection>;

/**
 * Creates a function that returns the connection to the provider. The function caches a connection for ten
 * minutes, but does not cache failures.
 */
export function createConnect(settings: ProviderSettings): Connect {
  let known: { since: number; connection: Promise<SsoConnection> } | undefined;
  return async (now) => {
    const age = known ? Math.abs(now.getTime() - known.since) : Number.POSITIVE_INFINITY;
    if (!known || age > retentionMs) known = { since: now.getTime(), connection: discover(settings) };
    const { connection } = known;
    try {
      return await connection;
    } catch (error) {
      if (known?.connection === connection) known = undefined;
      // Any failure here is the fault of the provider or the settings, not of the person who signs in.
      throw new ProviderFailed(explainFailure(error).message, { cause: error });
    }
  };
}

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<SsoConnection> {
  const address = new URL(issuer);
  const client = { client_secret: clientSecret, [oidc.clockTolerance]: clockToleranceS };
  const secret = clientSecret ? showSecret(clientSecret) : oidc.None();
  const config = await oidc.discovery(address, clientId, client, secret, {
    // The settings allow plain HTTP only for a provider on this machine.
    execute: address.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
    timeout: questionMs / 1000,
  });
  const metadata = config.serverMetadata();
  if (!metadata.jwks_uri) throw new ProviderFailed('The provider does not say where its keys are.');
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), {
    timeoutDuration: questionMs,
    cooldownDuration: keyCooldownMs,
    cacheMaxAge: retentionMs,
    [joseFetch]: (url, options) => fetch(url, options),
  });
  return { config, metadata, keys };
}

/**
 * Sends the secret in a header, the default of OpenID Connect, unless the provider names only other places.
 */
function showSecret(secret: string): oidc.ClientAuth {
  const [inHeader, inBody] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (provider, ...request) => {
    const places = provider.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const show = places.includes('client_secret_basic') ? inHeader : inBody;
    show(provider, ...request);
  };
}

/**
 * Creates a function that checks that the provider responds. Browsers must not be sent to a provider that is
 * down. The function throws `ProviderFailed` or the error of the request.
 */
export function createReachabilityCheck({ issuer }: ProviderSettings): (now: Date) => Promise<void> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  let last: { since: number; answer: Promise<void> } | undefined;
  return async (now) => {
    const age = last ? Math.abs(now.getTime() - last.since) : Number.POSITIVE_INFINITY;
    if (!last || age > reachedMs) last = { since: now.getTime(), answer: askForAnswer(address) };
    const { answer } = last;
    try {
      await answer;
    } catch (error) {
      if (last?.answer === answer) last = undefined;
      throw error;
    }
  };
}

async function askForAnswer(address: string): Promise<void> {
  const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(questionMs) });
  await answer.body?.cancel();
  if (!answer.ok) throw new ProviderFailed(`The provider answered with the status ${answer.status}.`);
}

/**
 * Waits for the answer to several requests, but not longer than `answerMs`.
 * @throws {ProviderFailed} when the time is over, or the error of the requests
 */
export async function withTimeLimit<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ProviderFailed('The provider took too long.')), answerMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
