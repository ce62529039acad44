import * as oidc from 'openid-client';
import { TokenRefused } from '../../shared/identity-provider.ts';
import type { Claims } from './claims.ts';
import { type SsoConnection, retryWithOtherSecretPlace } from './connection.ts';
import { isMalformed } from './failures.ts';
import type { ProviderSettings } from './provider-settings.ts';
import { expectOurClient, expectSubject, assertTokenTimes } from './token-checks.ts';

interface Introspected {
  claims: Claims;
  /** Whether the response does not state which type of token it describes. */
  isUnproved: boolean;
}

/**
 * Checks a token that is not a JWT, with a request to the introspection endpoint of the provider.
 * @throws {TokenRefused} when the token is not accepted or the provider has no such endpoint, or an error of
 * openid-client
 */
export async function introspect(
  connection: SsoConnection,
  { clientId, clientSecret }: ProviderSettings,
  token: string,
  now: Date,
): Promise<Introspected> {
  const { metadata } = connection;
  if (!clientSecret) {
    throw new TokenRefused(
      'The token can only be read by the provider, and there is no secret to ask it with.',
    );
  }
  if (!metadata.introspection_endpoint) {
    throw new TokenRefused('The token can only be read by the provider, which cannot be asked about tokens.');
  }
  const claims = await askAbout(connection, token);
  if (claims.active !== true) throw new TokenRefused('The provider says that the token does not count.');
  expectSubject(claims.sub);
  expectOurClient(claims, clientId);
  const { iss, exp = Number.POSITIVE_INFINITY, iat = 0, token_type: kind } = claims;
  assertTokenTimes({ exp: Number(exp), iat: Number(iat) }, now.getTime() / 1000);
  const isForeign = iss !== undefined && iss !== metadata.issuer;
  const isBearer = kind === undefined || String(kind).toLowerCase() === 'bearer';
  if (isForeign || !isBearer || claims.cnf !== undefined) {
    throw new TokenRefused('This kind of token does not sign in.');
  }
  return { claims, isUnproved: kind === undefined };
}

async function askAbout(connection: SsoConnection, token: string) {
  try {
    return await retryWithOtherSecretPlace(connection, () =>
      oidc.tokenIntrospection(connection.config, token, { token_type_hint: 'access_token' }),
    );
  } catch (error) {
    if (isMalformed(error)) throw new TokenRefused('The provider cannot read the token.', { cause: error });
    throw error;
  }
}
