import { createHash } from 'node:crypto';
import { jwtVerify } from 'jose';
import { type VerifiedLogout, TokenRefused } from '../../shared/identity-provider.ts';
import {
  algorithms,
  clockToleranceS,
  type Expected,
  readSid,
  expectSubject,
  assertTokenTimes,
} from './token-checks.ts';

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
  return { issuer, subject, sid, token: { id, until: new Date((iat + 2 * oldestS) * 1000) } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
