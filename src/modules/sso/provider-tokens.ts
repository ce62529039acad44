import { createHash } from 'node:crypto';
import { decodeProtectedHeader, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import { EmailAddress } from '../../shared/account-fields.ts';
import {
  TokenRefused,
  type VerifiedIdentity,
  type VerifiedLogout,
} from '../../security/identity-provider.ts';
import {
  clockToleranceS,
  isMalformedAnswer,
  isSsoRefusal,
  type ProviderSettings,
  type SsoConnection,
} from './provider-connection.ts';

export type TokenClaims = Record<string, unknown>;

/** How long a token is accepted after it has expired. */
const graceS = 30;

// Asymmetric only: with a symmetric algorithm, the published key could sign.
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

/** Of tokens that prove no sign-in: those of a logout or another event, and those bound to a key. */
const foreignClaims = ['events', 'cnf'];

interface Expected {
  keys: JWTVerifyGetKey;
  issuer: string;
  clientId: string;
  now: Date;
}

/** Such a token is checked as a JWT alone, never by introspection. */
export function isJwt(token: string): boolean {
  if (!/^[\w-]+\.[\w-]*\.[\w-]*$/.test(token)) return false;
  try {
    return typeof decodeProtectedHeader(token) === 'object';
  } catch {
    return false;
  }
}

/** Checks signature, issuer, times, type and recipient. @throws {TokenRefused} or an error of jose */
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

/** `jose` has one tolerance for all times, but the expiry needs a shorter one. @throws {TokenRefused} */
function assertTokenTimes({ exp = 0, iat = 0 }: JWTPayload, nowS: number): void {
  // The negations also refuse NaN.
  if (!(exp + graceS > nowS)) throw new TokenRefused('The token has expired.');
  if (!(iat <= nowS + clockToleranceS)) throw new TokenRefused('The token was issued in the future.');
}

/** @throws {TokenRefused} */
function expectSubject(subject: unknown): string {
  if (typeof subject === 'string' && /^[\x20-\x7e]{1,255}$/.test(subject)) return subject;
  throw new TokenRefused('The token does not say whose it is.');
}

/** The provider's id of a session. Undefined for what cannot be one. */
function readSid(sid: unknown): string | undefined {
  return typeof sid === 'string' && /^[\x20-\x7e]{1,255}$/.test(sid) ? sid : undefined;
}

/**
 * Some providers ignore the request to authenticate again.
 * @throws {TokenRefused} when the sign-in was over five minutes ago, or the token does not say when
 */
export function expectRecentSignIn({ auth_time: at }: JWTPayload, now: Date): void {
  if (typeof at !== 'number') throw new TokenRefused('The provider does not say when the person signed in.');
  const agoS = now.getTime() / 1000 - at;
  if (!(Math.abs(agoS) <= clockToleranceS)) {
    throw new TokenRefused('The provider did not ask the person again.');
  }
}

/**
 * Refuses a token that another client could have passed on: the clients in `azp` and `client_id` must be ours. A
 * token without both must have us in its audience.
 * @throws {TokenRefused}
 */
function expectOurClient(claims: Record<string, unknown>, clientId: string): void {
  const clients = [claims.azp, claims.client_id].filter((name) => name !== undefined);
  const isOurs =
    clients.length > 0 ? clients.every((name) => name === clientId) : isAmong(claims.aud, clientId);
  if (!isOurs) throw new TokenRefused('The token is meant for another client.');
}

function isAmong(audience: unknown, clientId: string): boolean {
  return [audience].flat().includes(clientId);
}

/** Access tokens and ID tokens, but no logout, refresh or other tokens. @throws {TokenRefused} */
function expectSignInType(typ: string | undefined, payload: JWTPayload): void {
  const type = typ?.toLowerCase().replace(/^application\//, '') ?? 'jwt';
  const { typ: kind = 'Bearer', token_use: use = 'access' } = payload;
  const isProof =
    ['jwt', 'at+jwt'].includes(type) &&
    // Keycloak and Cognito put the type into the claims, others into the header.
    ['bearer', 'id'].includes(String(kind).toLowerCase()) &&
    ['access', 'id'].includes(String(use)) &&
    !foreignClaims.some((name) => Object.hasOwn(payload, name));
  if (!isProof) throw new TokenRefused('This kind of token does not sign in.');
}

/** How long a used token that never expires is remembered. */
const longestS = 365 * 24 * 60 * 60;

/** Without the signature, which can be written in several ways. */
export function identifyJwt(token: string, { exp }: JWTPayload, now: Date): VerifiedIdentity['token'] {
  return nameToken(token.slice(0, token.lastIndexOf('.')), exp, now);
}

/** By the `jti` of the introspection response, or else the token itself. */
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
  claims: TokenClaims;
  /** Whether the response does not state the type of the token. */
  isUnproved: boolean;
}

/** @throws {TokenRefused} when the token is not accepted or there is no such endpoint, or an error of openid-client */
export async function introspectToken(
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
    if (isMalformedAnswer(error))
      throw new TokenRefused('The provider cannot read the token.', { cause: error });
    throw error;
  }
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** How old a logout token may be. Providers send it at once. */
const oldestS = 5 * 60;

/** OpenID Connect Back-Channel Logout 1.0. @throws {TokenRefused} or an error of jose */
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

/** `roles` is undefined without the roles claim. */
interface PersonClaims {
  claims: TokenClaims;
  roles: unknown;
}

interface ClaimsSource {
  claims: TokenClaims;
  accessToken: string;
  rolesClaim: string;
  /** The token may not be an access token, so the userinfo request must succeed. */
  isUnproved?: boolean;
}

/**
 * If claims are missing or the token is unproved, userinfo adds to the claims of the token, but never overrides them.
 * @throws {TokenRefused} when userinfo does not accept an unproved token
 */
export async function gatherClaims(connection: SsoConnection, source: ClaimsSource): Promise<PersonClaims> {
  const { claims, rolesClaim, isUnproved = false } = source;
  const roles = readClaim(claims, rolesClaim);
  const isComplete = roles !== undefined && ['email', 'name'].every((name) => Object.hasOwn(claims, name));
  if (isComplete && !isUnproved) return { claims, roles };
  const more = await askUserInfo(connection, source.accessToken, expectSubject(claims.sub));
  if (!more && isUnproved) throw new TokenRefused('This kind of token does not sign in.');
  if (!more) return { claims, roles };
  // `email` and `email_verified` must come from one source.
  const { email_verified, ...others } = more;
  const isFirstAddress = !Object.hasOwn(claims, 'email');
  return {
    claims: { ...others, ...(isFirstAddress && { email_verified }), ...claims },
    roles: roles === undefined ? readClaim(more, rolesClaim) : roles,
  };
}

/**
 * Dots lead into objects, as in `realm_access.roles`, only if no claim has the whole name: there are names that are
 * addresses.
 */
function readClaim(claims: TokenClaims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
}

/** Undefined without such an endpoint, or when it refuses the token. */
async function askUserInfo(
  { config, metadata }: SsoConnection,
  token: string,
  subject: string,
): Promise<TokenClaims | undefined> {
  if (!metadata.userinfo_endpoint) return undefined;
  try {
    return { ...(await oidc.fetchUserInfo(config, token, subject)) };
  } catch (error) {
    if (isSsoRefusal(error)) return undefined;
    throw error;
  }
}

/** @throws {TokenRefused} without a proper subject */
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
 * Without an address (Entra ID and AD FS send one only if configured to), a user name in the form of one is used.
 * The provider does not vouch for such a name, so it gets no mail until an admin confirms it.
 */
function readAddress(claims: TokenClaims): Pick<VerifiedIdentity, 'email' | 'isEmailVerified'> {
  const verdict = verdictOf(claims.email_verified);
  const email = textOf(claims.email);
  if (claims.email !== undefined) return { email, isEmailVerified: verdict };
  const names = [claims.preferred_username, claims.upn].map(textOf);
  const name = names.find((one) => EmailAddress.safeParse(one).success);
  return { email: name, isEmailVerified: verdict === false ? false : undefined };
}

type TokenFacts = Pick<VerifiedIdentity, 'sid' | 'announcesLogout'>;

/** `claims` must be the token's own: userinfo describes the person, not the sign-in. */
export function toTokenFacts({ metadata }: SsoConnection, { sid }: TokenClaims): TokenFacts {
  const known = readSid(sid);
  return {
    sid: known,
    // Providers send the id of their session to clients that have registered for logout tokens.
    announcesLogout: metadata.backchannel_logout_supported === true && known !== undefined,
  };
}

/** Undefined without the claim, which some send as text. Anything else counts as not verified. */
function verdictOf(claim: unknown): boolean | undefined {
  if (claim === undefined || claim === null) return undefined;
  return claim === true || claim === 'true';
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : undefined;
}
