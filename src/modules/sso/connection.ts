import { createRemoteJWKSet, type JWTVerifyGetKey, customFetch as joseFetch } from 'jose';
import * as oidc from 'openid-client';
import { ProviderFailed } from '../../shared/identity-provider.ts';
import { explainFailure, isClientRefused } from './failures.ts';
import type { ProviderSettings } from './provider-settings.ts';
import { clockToleranceS } from './token-checks.ts';

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
  secret: ShownSecret | undefined;
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
  const secret = clientSecret ? showSecret(clientSecret) : undefined;
  const config = await oidc.discovery(address, clientId, client, secret?.show ?? oidc.None(), {
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
  return { config, metadata, keys, secret };
}

export function connectAsClient(
  { metadata, keys }: SsoConnection,
  clientId: string,
  clientSecret: string | undefined,
): SsoConnection {
  const secret = clientSecret ? showSecret(clientSecret) : undefined;
  const client = { client_secret: clientSecret };
  const config = new oidc.Configuration(metadata, clientId, client, secret?.show ?? oidc.None());
  if (new URL(metadata.issuer).protocol === 'http:') oidc.allowInsecureRequests(config);
  config.timeout = questionMs / 1000;
  return { config, metadata, keys, secret };
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

interface ShownSecret {
  show: oidc.ClientAuth;
  turn(): void;
}

/**
 * Creates the client authentication with a secret. The secret is first sent in a header, which is the default
 * of OpenID Connect. `turn` switches between the header and the body.
 */
function showSecret(secret: string): ShownSecret {
  let [way, other] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return {
    show: (...request) => way(...request),
    turn: () => {
      [way, other] = [other, way];
    },
  };
}

/**
 * Sends a request. If the provider refuses the client, repeats the request with the secret in the other
 * place: the body or the header.
 */
export async function retryWithOtherSecretPlace<T>(
  { secret }: SsoConnection,
  question: () => Promise<T>,
): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (!secret || !isClientRefused(error)) throw error;
    secret.turn();
    return question();
  }
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
