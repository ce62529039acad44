import { createRemoteJWKSet, customFetch as joseFetch, errors, type JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { ProviderDenied, ProviderFailed, TokenRefused } from '../../security/identity-provider.ts';

/** The errors of jose that mean an invalid token. With most others, the provider has failed. */
const tokenFaults: Record<string, string> = {
  ERR_JWT_EXPIRED: 'The token has expired.',
  ERR_JWT_INVALID: 'The token is no proper JWT.',
  ERR_JWS_INVALID: 'The token is no proper signed JWT.',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: "The signature does not fit the provider's keys.",
  ERR_JWKS_NO_MATCHING_KEY: 'The token is signed by a key that the provider does not publish.',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'The token does not say which of the keys of the provider signed it.',
  ERR_JOSE_ALG_NOT_ALLOWED: 'The token is signed in a way that is not taken.',
  ERR_JOSE_NOT_SUPPORTED: 'The token is signed in a way that is not known.',
};

const answerFaults = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
]);

/** For the log and the self-test only, as it names settings. */
const clientRefused =
  'The provider refuses SSO_CLIENT_ID or SSO_CLIENT_SECRET: it does not know the client, the secret is another one, or the client is registered for another way of sending it.';

/** The token is invalid, the provider has denied the sign-in, or the provider has failed. */
export function explainProviderFailure(error: unknown): TokenRefused | ProviderDenied | ProviderFailed {
  if (error instanceof TokenRefused || error instanceof ProviderDenied || error instanceof ProviderFailed) {
    return error;
  }
  const cause = { cause: error };
  if (error instanceof errors.JWTClaimValidationFailed) {
    return new TokenRefused(`The claim ${error.claim} is missing or is not what it should be.`, cause);
  }
  const fault = error instanceof errors.JOSEError && tokenFaults[error.code];
  if (fault) return new TokenRefused(fault, cause);
  if (error instanceof AuthorizationResponseError) return new ProviderDenied(deniedMessage(error), cause);
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant') {
    return new TokenRefused('The provider does not accept the code.', cause);
  }
  if (error instanceof ClientError && answerFaults.has(error.code ?? '')) {
    return new TokenRefused(`The answer does not fit the question: ${error.message}.`, cause);
  }
  const isAnswer = error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError;
  if (isAnswer && isClientRefused(error)) return new ProviderFailed(clientRefused, cause);
  return new ProviderFailed(failureMessage(error), cause);
}

/** Whether the provider refused the request, and did not fail to process it. */
export function isSsoRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}

/** Whether the provider does not accept the client id or the secret. */
export function isClientRefused(error: unknown): boolean {
  return statusOf(error) === 401 || (error instanceof ResponseBodyError && error.error === 'invalid_client');
}

export function isMalformedAnswer(error: unknown): boolean {
  return statusOf(error) === 400;
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError)
    return error.status;
  return error instanceof ClientError && error.cause instanceof Response ? error.cause.status : undefined;
}

function deniedMessage({ error, error_description }: AuthorizationResponseError): string {
  return [error, error_description].filter(Boolean).join(': ').slice(0, 200);
}

function failureMessage(error: unknown): string {
  const status = statusOf(error);
  if (status !== undefined) return `The provider answered with the status ${status}.`;
  if (!(error instanceof Error)) return 'The provider could not be asked.';
  const innermost = error.cause instanceof Error ? error.cause : error;
  return `The provider could not be asked: ${innermost.message || innermost.name}.`;
}

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

/** How far the provider's clock may be ahead. */
export const clockToleranceS = 5 * 60;
/** For one request. A sign-in needs several, which together have `answerMs`. */
const questionMs = 3000;
const answerMs = 4500;
const retentionMs = 10 * 60_000;
/** How long one check that the provider responds is good for, which spares requests in a flood of sign-ins. */
const reachedMs = 1000;
const keyCooldownMs = 5000;

export interface SsoConnection {
  config: oidc.Configuration;
  metadata: Readonly<oidc.ServerMetadata>;
  keys: JWTVerifyGetKey;
}

export type ConnectToProvider = (now: Date) => Promise<SsoConnection>;

/** Caches a connection for ten minutes, but no failure. */
export function createProviderConnector(settings: ProviderSettings): ConnectToProvider {
  let known: { since: number; connection: Promise<SsoConnection> } | undefined;
  return async (now) => {
    const age = known ? Math.abs(now.getTime() - known.since) : Number.POSITIVE_INFINITY;
    if (!known || age > retentionMs) known = { since: now.getTime(), connection: discover(settings) };
    const { connection } = known;
    try {
      return await connection;
    } catch (error) {
      if (known?.connection === connection) known = undefined;
      // A failure here is the provider's or the settings', not the person's.
      throw new ProviderFailed(explainProviderFailure(error).message, { cause: error });
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

/** In a header, the default of OpenID Connect, unless the provider names only other places. */
function showSecret(secret: string): oidc.ClientAuth {
  const [inHeader, inBody] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (provider, ...request) => {
    const places = provider.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const show = places.includes('client_secret_basic') ? inHeader : inBody;
    show(provider, ...request);
  };
}

/**
 * Browsers must not be sent to a provider that is down. The check throws `ProviderFailed` or the error of the request.
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

/** Waits at most `answerMs`. @throws {ProviderFailed} */
export async function withProviderTimeLimit<T>(answer: Promise<T>): Promise<T> {
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
