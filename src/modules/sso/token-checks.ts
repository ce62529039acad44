import { createHash } from 'node:crypto';
import { decodeProtectedHeader, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { TokenRefused, type VerifiedIdentity } from '../../shared/identity-provider.ts';

/** So much may the provider's clock be ahead of ours, in seconds. */
export const clockToleranceS = 5 * 60;
/** So much longer a token counts than it says, in seconds. */
const graceS = 30;

// Asymmetric only: with a symmetric one, whoever knows the published key could sign.
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

/** Claims of which a token is known that is no proof of a sign-in: of a logout or another event, or bound to a key. */
const foreignClaims = ['events', 'cnf'];

interface Expected {
  keys: JWTVerifyGetKey;
  issuer: string;
  clientId: string;
  now: Date;
}

/** Whether a token says of itself that it is a JWT; then it is judged as one, and as nothing else. */
export function isJwt(token: string): boolean {
  if (!/^[\w-]+\.[\w-]*\.[\w-]*$/.test(token)) return false;
  try {
    return typeof decodeProtectedHeader(token) === 'object';
  } catch {
    return false;
  }
}

/**
 * Checks a JWT against the provider's keys: signature, issuer, times, type, and that it is meant for our client. Gives its claims.
 *
 * @throws {TokenRefused}, or an error of jose
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
  expectTimes(payload, now.getTime() / 1000);
  expectSignInType(protectedHeader.typ, payload);
  expectOurClient(payload, clientId);
  return payload;
}

/** The library's tolerance is one for all times; an end is an end much sooner. @throws {TokenRefused} */
export function expectTimes({ exp = 0, iat = 0 }: JWTPayload, nowS: number): void {
  // Written so that what is no number is refused too.
  if (!(exp + graceS > nowS)) throw new TokenRefused('The token has expired.');
  if (!(iat <= nowS + clockToleranceS)) throw new TokenRefused('The token was issued in the future.');
}

/** @throws {TokenRefused} */
export function expectSubject(subject: unknown): string {
  if (typeof subject === 'string' && /^[\x20-\x7e]{1,255}$/.test(subject)) return subject;
  throw new TokenRefused('The token does not say whose it is.');
}

/**
 * A client that the token names (`azp`, `client_id`) must be ours, and without one we must be its audience: a token that another
 * client got hold of is not ours by being addressed to us. @throws {TokenRefused}
 */
export function expectOurClient(claims: Record<string, unknown>, clientId: string): void {
  const named = [claims.azp, claims.client_id].filter((name) => name !== undefined);
  const asked = named.length > 0 ? named.every((name) => name === clientId) : isAmong(claims.aud, clientId);
  if (!asked) throw new TokenRefused('The token is meant for another client.');
}

function isAmong(audience: unknown, clientId: string): boolean {
  return [audience].flat().includes(clientId);
}

/** Access tokens and ID tokens prove a sign-in; logout, refresh and whatever else a provider signs do not. */
function expectSignInType(typ: string | undefined, payload: JWTPayload): void {
  const type = typ?.toLowerCase().replace(/^application\//, '') ?? 'jwt';
  const { typ: kind = 'Bearer', token_use: use = 'access' } = payload;
  const isProof =
    ['jwt', 'at+jwt'].includes(type) &&
    // What Keycloak and Cognito say in the claims, where others say it in the header.
    ['bearer', 'id'].includes(String(kind).toLowerCase()) &&
    ['access', 'id'].includes(String(use)) &&
    !foreignClaims.some((name) => Object.hasOwn(payload, name));
  if (!isProof) throw new TokenRefused('This kind of token does not sign in.');
}

/** How long a token is remembered at most, and one that never expires. */
const longestS = 365 * 24 * 60 * 60;

/** Names a JWT. The signature is left out: the same one can be written in several ways, and each would be another name. */
export function nameJwt(token: string, { exp }: JWTPayload, now: Date): VerifiedIdentity['token'] {
  return nameToken(token.slice(0, token.lastIndexOf('.')), exp, now);
}

/** Names a token that only the provider can read, by the id that it gives it, if any. */
export function nameOpaqueToken(
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
  return { id, until: new Date(untilS * 1000) };
}
