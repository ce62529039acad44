import { createRemoteJWKSet, type JWTVerifyGetKey, customFetch as joseFetch } from 'jose';
import * as oidc from 'openid-client';
import { ProviderFailed } from '../../shared/identity-provider.ts';
import { explainFailure, isClientRefused } from './failures.ts';
import type { ProviderSettings } from './provider-settings.ts';
import { clockToleranceS } from './token-checks.ts';

/** One question to the provider; several make one sign-in, which has an end of its own. */
const questionMs = 3000;
const answerMs = 4500;
/** What the provider says of itself is asked anew after so long. */
const retentionMs = 10 * 60_000;
/** After an answer the provider counts as reachable for so long, so that nobody can have it asked all the time. */
const reachedMs = 1000;
/** A key that is not known is looked for this often at most. */
const keyCooldownMs = 5000;

/** What is known of the provider, for a few minutes. */
export interface Connection {
  config: oidc.Configuration;
  metadata: Readonly<oidc.ServerMetadata>;
  keys: JWTVerifyGetKey;
  secret: ShownSecret | undefined;
}

export type Connect = (now: Date) => Promise<Connection>;

/** Gives the function that finds out where the provider is, and remembers it. What failed is not remembered. */
export function createConnect(settings: ProviderSettings): Connect {
  let known: { since: number; connection: Promise<Connection> } | undefined;
  return async (now) => {
    const age = known ? Math.abs(now.getTime() - known.since) : Number.POSITIVE_INFINITY;
    if (!known || age > retentionMs) known = { since: now.getTime(), connection: discover(settings) };
    const { connection } = known;
    try {
      return await connection;
    } catch (error) {
      if (known?.connection === connection) known = undefined;
      // Whatever is wrong with it, it is not the fault of whoever wants to sign in.
      throw new ProviderFailed(explainFailure(error).message, { cause: error });
    }
  };
}

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Connection> {
  const address = new URL(issuer);
  const client = { client_secret: clientSecret, [oidc.clockTolerance]: clockToleranceS };
  const secret = clientSecret ? showSecret(clientSecret) : undefined;
  const config = await oidc.discovery(address, clientId, client, secret?.show ?? oidc.None(), {
    // The settings take plain http on this machine only.
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

/** The same provider, as another client. */
export function asClient(
  { metadata, keys }: Connection,
  clientId: string,
  clientSecret: string | undefined,
): Connection {
  const secret = clientSecret ? showSecret(clientSecret) : undefined;
  const client = { client_secret: clientSecret };
  const config = new oidc.Configuration(metadata, clientId, client, secret?.show ?? oidc.None());
  if (new URL(metadata.issuer).protocol === 'http:') oidc.allowInsecureRequests(config);
  config.timeout = questionMs / 1000;
  return { config, metadata, keys, secret };
}

/**
 * Gives the function that makes sure that the provider answers at this moment, whatever is remembered of it: a browser that is sent to
 * one that is away ends at an error page of its own. It throws when there is no answer.
 */
export function createReach({ issuer }: ProviderSettings): (now: Date) => Promise<void> {
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
  const answer = await fetch(address, { signal: AbortSignal.timeout(questionMs) });
  await answer.body?.cancel();
  if (!answer.ok) throw new ProviderFailed(`The provider answered with the status ${answer.status}.`);
}

interface ShownSecret {
  show: oidc.ClientAuth;
  /** From now on in the other way. */
  turn(): void;
}

/** The client's secret in a header, as OpenID Connect presumes, or in the body. */
function showSecret(secret: string): ShownSecret {
  let [way, other] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return {
    show: (...request) => way(...request),
    turn: () => {
      [way, other] = [other, way];
    },
  };
}

/** Asks with the client's secret; where the one way of showing it is refused, in the other. */
export async function withSecret<T>({ secret }: Connection, question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (!secret || !isClientRefused(error)) throw error;
    secret.turn();
    return question();
  }
}

/** Waits for an answer that is made of several questions, for as long as a person should. @throws {ProviderFailed} */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
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
