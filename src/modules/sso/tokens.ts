import { createHash } from 'node:crypto';
import { decodeProtectedHeader, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import { EmailAddress } from '../../shared/account-fields.ts';
import { TokenRefused, type VerifiedIdentity, type VerifiedLogout } from '../../shared/identity-provider.ts';
import {
  clockToleranceS,
  isMalformed,
  isSsoRefusal,
  type ProviderSettings,
  type SsoConnection,
} from './connection.ts';

export type Claims = Record<string, unknown>;

/** How long a token is still accepted after it expires, in seconds. */
const graceS = 30;

// Lists only asymmetric algorithms. With a symmetric algorithm, anybody who has the published key could sign.
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/**
 * The claims of tokens that prove no sign-in: tokens about a logout or another event, and tokens bound to a
 * key.
 */
const foreignClaims = ['events', 'cnf'];

interface Expected {
  keys: JWTVerifyGetKey;
  issuer: string;
  clientId: string;
  now: Date;
}

/**
 * Returns whether a token has the form of a JWT. Such a token is checked only as a JWT, never by
 * introspection.
 */
export function isJwt(token: string): boolean {
  if (!/^[\w-]+\.[\w-]*\.[\w-]*$/.test(token)) return false;
  try {
    return typeof decodeProtectedHeader(token) === 'object';
  } catch {
    return false;
  }
}

/**
 * Checks the signature, issuer, times, type and recipient of a token. Returns its claims.
 * @throws {TokenRefused} or an error of jose
 */
export async function verifyJwt(
  token: string,
  { keys, issuer, clientId, now }: Expected,
): Promise<JWTPayload> {
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    algorithms,
    issuer,
    requiredClaims: ['sub', 'exp'],
    clockTolerance: clockToleranceS,
    currentDate: now,
  });
  assertTokenTimes(payload, now.getTime() / 1000);
  expectSignInType(protectedHeader.typ, payload);
  expectOurClient(payload, clientId);
  return payload;
}

/**
 * Checks the times of a token. The library `jose` has one tolerance for all times, but the expiry needs a shorter one.
 * @throws {TokenRefused} when the token has expired or was issued in the future
 */
function assertTokenTimes({ exp = 0, iat = 0 }: JWTPayload, nowS: number): void {
  // The negations also refuse NaN.
  if (!(exp + graceS > nowS)) throw new TokenRefused('The token has expired.');
  if (!(iat <= nowS + clockToleranceS)) throw new TokenRefused('The token was issued in the future.');
}

/** @throws {TokenRefused} when the subject is missing or malformed */
function expectSubject(subject: unknown): string {
  if (typeof subject === 'string' && /^[\x20-\x7e]{1,255}$/.test(subject)) return subject;
  throw new TokenRefused('The token does not say whose it is.');
}

/** Returns the provider's id of a session. Returns undefined for a value that cannot be such an id. */
function readSid(sid: unknown): string | undefined {
  return typeof sid === 'string' && /^[\x20-\x7e]{1,255}$/.test(sid) ? sid : undefined;
}

/**
 * Checks that the provider has just authenticated the person. Some providers ignore the request to do so.
 * @throws {TokenRefused} when the person signed in more than five minutes ago, or the token does not say when
 */
export function expectRecentSignIn({ auth_time: at }: JWTPayload, now: Date): void {
  if (typeof at !== 'number') throw new TokenRefused('The provider does not say when the person signed in.');
  const agoS = now.getTime() / 1000 - at;
  if (!(Math.abs(agoS) <= clockToleranceS)) {
    throw new TokenRefused('The provider did not ask the person again.');
  }
}

/**
 * Checks that a token was issued for our client, because another client could pass its own token on. Every client that
 * `azp` or `client_id` names must be ours. If both claims are missing, our client must be in the audience.
 * @throws {TokenRefused}
 */
function expectOurClient(claims: Record<string, unknown>, clientId: string): void {
  const named = [claims.azp, claims.client_id].filter((name) => name !== undefined);
  const asked = named.length > 0 ? named.every((name) => name === clientId) : isAmong(claims.aud, clientId);
  if (!asked) throw new TokenRefused('The token is meant for another client.');
}

function isAmong(audience: unknown, clientId: string): boolean {
  return [audience].flat().includes(clientId);
}

/**
 * Accepts access tokens and ID tokens. Logout, refresh and other tokens do not prove a sign-in.
 * @throws {TokenRefused}
 */
function expectSignInType(typ: string | undefined, payload: JWTPayload): void {
  const type = typ?.toLowerCase().replace(/^application\//, '') ?? 'jwt';
  const { typ: kind = 'Bearer', token_use: use = 'access' } = payload;
  const isProof =
    ['jwt', 'at+jwt'].includes(type) &&
    // Keycloak and Cognito put the type into the claims. Other providers put it into the header.
    ['bearer', 'id'].includes(String(kind).toLowerCase()) &&
    ['access', 'id'].includes(String(use)) &&
    !foreignClaims.some((name) => Object.hasOwn(payload, name));
  if (!isProof) throw new TokenRefused('This kind of token does not sign in.');
}

/** The maximum time for which a used token is remembered, even if the token never expires. */
const longestS = 365 * 24 * 60 * 60;

/**
 * Returns the id under which a used JWT is remembered, and until when. The id leaves out the signature,
 * because one signature can be written in several ways.
 */
export function identifyJwt(token: string, { exp }: JWTPayload, now: Date): VerifiedIdentity['token'] {
  return nameToken(token.slice(0, token.lastIndexOf('.')), exp, now);
}

/**
 * Returns the id under which a used token is remembered, and until when. The id comes from the `jti` in the
 * introspection response. If there is no `jti`, the id comes from the token itself.
 */
export function identifyOpaqueToken(
  token: string,
  { iss, jti, exp }: Record<string, unknown>,
  now: Date,
): VerifiedIdentity['token'] {
  return nameToken(typeof jti === 'string' ? JSON.stringify([iss, jti]) : token, exp, now);
}

function nameToken(name: string, exp: unknown, now: Date): VerifiedIdentity['token'] {
  const id = createHash('sha256').update(name).digest('base64url');
  const latestS = now.getTime() / 1000 + longestS;
  const untilS = exp === undefined ? latestS : Math.min(Number(exp) + graceS, latestS);
  return { id, expiresAt: new Date(untilS * 1000) };
}

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

async function askAbout({ config }: SsoConnection, token: string) {
  try {
    return await oidc.tokenIntrospection(config, token, { token_type_hint: 'access_token' });
  } catch (error) {
    if (isMalformed(error)) throw new TokenRefused('The provider cannot read the token.', { cause: error });
    throw error;
  }
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** How old a logout token may be, in seconds. Providers send a logout token at once. */
const oldestS = 5 * 60;

/**
 * Checks a logout token (OpenID Connect Back-Channel Logout 1.0). Returns whose sessions must end.
 * @throws {TokenRefused} when the token is not accepted, or an error of jose
 */
export async function verifyLogoutToken(
  token: string,
  { keys, issuer, clientId, now }: Expected,
): Promise<VerifiedLogout> {
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    algorithms,
    issuer,
    audience: clientId,
    requiredClaims: ['iat', 'jti'],
    clockTolerance: clockToleranceS,
    currentDate: now,
  });
  const { iat = 0, exp = Number.POSITIVE_INFINITY, jti, sub, events, nonce } = payload;
  const nowS = now.getTime() / 1000;
  assertTokenTimes({ exp, iat }, nowS);
  if (!(iat >= nowS - oldestS)) throw new TokenRefused('The logout token is too old.');
  const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, '') ?? 'logout+jwt';
  // Earlier versions of the standard had no `typ` for logout tokens.
  const isLogout = ['logout+jwt', 'jwt'].includes(type) && isObject(events) && isObject(events[logoutEvent]);
  if (!isLogout || nonce !== undefined) throw new TokenRefused('This is no logout token.');
  if (typeof jti !== 'string' || jti === '') throw new TokenRefused('The logout token has no id.');
  const subject = sub === undefined ? undefined : expectSubject(sub);
  const sid = readSid(payload.sid);
  if (payload.sid !== undefined && !sid) throw new TokenRefused('The logout token names no proper session.');
  if (!subject && !sid) throw new TokenRefused('The logout token says neither whose session ends nor which.');
  const id = createHash('sha256')
    .update(JSON.stringify([issuer, jti]))
    .digest('base64url');
  // After `until`, the token is refused for its age, so its id need not be remembered.
  return { issuer, subject, sid, token: { id, expiresAt: new Date((iat + 2 * oldestS) * 1000) } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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
