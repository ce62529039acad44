import * as oidc from 'openid-client';
import { EmailAddress } from '../../shared/account-fields.ts';
import { TokenRefused, type VerifiedIdentity } from '../../shared/identity-provider.ts';
import type { SsoConnection } from './connection.ts';
import { isSsoRefusal } from './failures.ts';
import { type Claims, readSid, expectSubject } from './token-checks.ts';

/** The claims about a person, and the value of the roles claim. `roles` is undefined when there is none. */
interface PersonClaims {
  claims: Claims;
  roles: unknown;
}

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
export async function gatherClaims(connection: SsoConnection, asked: Asked): Promise<PersonClaims> {
  const { claims, rolesClaim, isUnproved = false } = asked;
  const roles = readClaim(claims, rolesClaim);
  const isComplete = roles !== undefined && ['email', 'name'].every((name) => Object.hasOwn(claims, name));
  if (isComplete && !isUnproved) return { claims, roles };
  const more = await askUserInfo(connection, asked.accessToken, expectSubject(claims.sub));
  if (!more && isUnproved) throw new TokenRefused('This kind of token does not sign in.');
  if (!more) return { claims, roles };
  // `email` and `email_verified` must come from the same source.
  const { email_verified, ...others } = more;
  const isFirstAddress = !Object.hasOwn(claims, 'email');
  return {
    claims: { ...others, ...(isFirstAddress && { email_verified }), ...claims },
    roles: roles === undefined ? readClaim(more, rolesClaim) : roles,
  };
}

/**
 * Returns the claim with this name. Only if there is none, a name with dots leads into objects, as in
 * `realm_access.roles`: names with dots that are addresses exist too.
 */
function readClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject || !Object.hasOwn(value as Claims, part)) return undefined;
    value = (value as Claims)[part];
  }
  return value;
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
  { claims, roles }: PersonClaims,
  issuer: string,
): Omit<VerifiedIdentity, 'token' | keyof TokenFacts> {
  return {
    issuer,
    subject: expectSubject(claims.sub),
    ...readAddress(claims),
    name: textOf(claims.name) ?? textOf(claims.preferred_username),
    roles,
  };
}

/**
 * Returns the email address of a person. Some providers send none, and Entra ID and AD FS only where they are set up to;
 * a user name in the form of an address then stands for it. The provider does not vouch for it, so the address is never
 * taken as verified, and gets no mail until an admin confirms it.
 */
function readAddress(claims: Claims): Pick<VerifiedIdentity, 'email' | 'isEmailVerified'> {
  const verdict = verdictOf(claims.email_verified);
  const email = textOf(claims.email);
  if (claims.email !== undefined) return { email, isEmailVerified: verdict };
  const names = [claims.preferred_username, claims.upn].map(textOf);
  const name = names.find((one) => EmailAddress.safeParse(one).success);
  return { email: name, isEmailVerified: verdict === false ? false : undefined };
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
