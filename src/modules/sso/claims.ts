import * as oidc from 'openid-client';
import { TokenRefused, type VerifiedIdentity } from '../../shared/identity-provider.ts';
import type { Connection } from './connection.ts';
import { isRefusal } from './failures.ts';
import { expectSubject } from './token-checks.ts';

export type Claims = Record<string, unknown>;

interface Asked {
  /** What is known already: of the token, or of its introspection. */
  claims: Claims;
  /** To ask for more with. */
  accessToken: string;
  rolesClaim: string;
  /** Nothing has told yet that it is an access token: its use must. */
  isUnproved?: boolean;
}

/**
 * Puts together what the provider says of a person. Userinfo is asked only for what is missing, and changes nothing that is
 * known: whoever can change a profile there must not change roles by it.
 */
export async function gatherClaims(connection: Connection, asked: Asked): Promise<Claims> {
  const { claims, rolesClaim, isUnproved = false } = asked;
  const isComplete = ['email', 'name', rolesClaim].every((name) => Object.hasOwn(claims, name));
  if (isComplete && !isUnproved) return claims;
  const more = await askUserInfo(connection, asked.accessToken, expectSubject(claims.sub));
  if (!more && isUnproved) throw new TokenRefused('This kind of token does not sign in.');
  if (!more) return claims;
  // An address and whether it is verified belong together.
  const { email_verified, ...others } = more;
  const isFirstAddress = !Object.hasOwn(claims, 'email');
  return { ...others, ...(isFirstAddress && { email_verified }), ...claims };
}

/** Gives nothing where the provider has no userinfo, or none for this token. */
async function askUserInfo(
  { config, metadata }: Connection,
  token: string,
  subject: string,
): Promise<Claims | undefined> {
  if (!metadata.userinfo_endpoint) return undefined;
  try {
    return { ...(await oidc.fetchUserInfo(config, token, subject)) };
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** Reads a person out of claims. @throws {TokenRefused} without a subject */
export function toVerifiedIdentity(
  claims: Claims,
  issuer: string,
  rolesClaim: string,
): Omit<VerifiedIdentity, 'token'> {
  return {
    issuer,
    subject: expectSubject(claims.sub),
    email: textOf(claims.email),
    isEmailVerified: verdictOf(claims.email_verified),
    name: textOf(claims.name) ?? textOf(claims.preferred_username),
    roles: Object.hasOwn(claims, rolesClaim) ? claims[rolesClaim] : undefined,
  };
}

/** Some providers send the claim as text. What is neither true nor false is no verification. */
function verdictOf(claim: unknown): boolean | undefined {
  if (claim === undefined || claim === null) return undefined;
  return claim === true || claim === 'true';
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : undefined;
}
