import * as oidc from 'openid-client';
import { TokenRefused, type VerifiedIdentity } from '../../shared/identity-provider.ts';
import type { SsoConnection } from './connection.ts';
import { isSsoRefusal } from './failures.ts';
import { readSid, expectSubject } from './token-checks.ts';

export type Claims = Record<string, unknown>;

interface Asked {
  claims: Claims;
  accessToken: string;
  rolesClaim: string;
  /** Whether the token might not be an access token. If so, the userinfo request must succeed. */
  isUnproved?: boolean;
}

/**
 * Returns the claims of a token. If claims are missing or the token is unproved, adds the claims from the userinfo
 * endpoint. The added claims cannot override the claims of the token.
 * @throws {TokenRefused} when the token is unproved and the userinfo endpoint does not accept it
 */
export async function gatherClaims(connection: SsoConnection, asked: Asked): Promise<Claims> {
  const { claims, rolesClaim, isUnproved = false } = asked;
  const isComplete = ['email', 'name', rolesClaim].every((name) => Object.hasOwn(claims, name));
  if (isComplete && !isUnproved) return claims;
  const more = await askUserInfo(connection, asked.accessToken, expectSubject(claims.sub));
  if (!more && isUnproved) throw new TokenRefused('This kind of token does not sign in.');
  if (!more) return claims;
  // `email` and `email_verified` must come from the same source.
  const { email_verified, ...others } = more;
  const isFirstAddress = !Object.hasOwn(claims, 'email');
  return { ...others, ...(isFirstAddress && { email_verified }), ...claims };
}

/**
 * Returns the claims from the userinfo endpoint. Returns undefined when the provider has no such endpoint, or when the
 * endpoint refuses the token.
 */
async function askUserInfo(
  { config, metadata }: SsoConnection,
  token: string,
  subject: string,
): Promise<Claims | undefined> {
  if (!metadata.userinfo_endpoint) return undefined;
  try {
    return { ...(await oidc.fetchUserInfo(config, token, subject)) };
  } catch (error) {
    if (isSsoRefusal(error)) return undefined;
    throw error;
  }
}

/**
 * Converts claims to the identity of a person.
 * @throws {TokenRefused} when the subject is missing or malformed
 */
export function toVerifiedIdentity(
  claims: Claims,
  issuer: string,
  rolesClaim: string,
): Omit<VerifiedIdentity, 'token' | keyof TokenFacts> {
  return {
    issuer,
    subject: expectSubject(claims.sub),
    email: textOf(claims.email),
    isEmailVerified: verdictOf(claims.email_verified),
    name: textOf(claims.name) ?? textOf(claims.preferred_username),
    roles: Object.hasOwn(claims, rolesClaim) ? claims[rolesClaim] : undefined,
  };
}

type TokenFacts = Pick<VerifiedIdentity, 'sid' | 'isLogoutTold'>;

/**
 * Returns the facts about one sign-in. `claims` must be those of the token itself, because the userinfo
 * endpoint describes the person and not the sign-in.
 */
export function toTokenFacts({ metadata }: SsoConnection, { sid }: Claims): TokenFacts {
  const known = readSid(sid);
  return {
    sid: known,
    // Providers send the id of their session to clients that have registered for logout tokens.
    isLogoutTold: metadata.backchannel_logout_supported === true && known !== undefined,
  };
}

/**
 * Returns whether the provider has verified the address, or undefined if the claim is missing. Some providers
 * send the claim as text. Any other value counts as not verified.
 */
function verdictOf(claim: unknown): boolean | undefined {
  if (claim === undefined || claim === null) return undefined;
  return claim === true || claim === 'true';
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : undefined;
}
