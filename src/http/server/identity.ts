import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '../../database/ctx.ts';
import { signatureLifetimes } from '../../security/secrets.ts';
import { antiForgeryTokenOf, isSameSecret, looksLikeApiToken } from '../../security/random-secrets.ts';
import {
  type DomainError,
  type ErrorCode,
  Forbidden,
  NotSignedIn,
  Unavailable,
} from '../../shared/errors.ts';
import type { AnswerCookies, Credential } from '../../trpc/context.ts';

const deviceSeconds = signatureLifetimes.device / 1000;
const flowSeconds = signatureLifetimes['sso-flow'] / 1000;

/** With https `__Host-…`: browsers refuse such a cookie from a subdomain or over plain http. */
export function cookieNames(publicUrl: string) {
  const prefix = publicUrl.startsWith('https:') ? '__Host-' : '';
  return {
    session: `${prefix}atrium_session`,
    antiForgery: `${prefix}XSRF-TOKEN`,
    device: `${prefix}atrium_device`,
    flow: `${prefix}atrium_sso`,
  };
}

/** Scripts can read only the cookie with the anti-forgery token. */
export function responseCookies(reply: FastifyReply, publicUrl: string): AnswerCookies {
  const names = cookieNames(publicUrl);
  const shared = { path: '/', sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const;
  const hidden = { ...shared, httpOnly: true };
  return {
    setSession: (secret, expiresAt) => {
      const lifetime = expiresAt ? { expires: expiresAt } : {};
      reply.setCookie(names.session, secret, { ...hidden, ...lifetime });
      reply.setCookie(names.antiForgery, antiForgeryTokenOf(secret), { ...shared, ...lifetime });
    },
    clearSession: () => {
      reply.clearCookie(names.session, hidden);
      reply.clearCookie(names.antiForgery, shared);
    },
    setDevice: (value) => {
      reply.setCookie(names.device, value, { ...hidden, maxAge: deviceSeconds });
    },
    setFlow: (value) => {
      if (value === null) reply.clearCookie(names.flow, hidden);
      else reply.setCookie(names.flow, value, { ...hidden, maxAge: flowSeconds });
    },
  };
}

/** `isActivity` is false for requests that no person has caused, such as polling. */
interface CredentialUse {
  now: Date;
  isActivity: boolean;
}

/** Null when the credential is unknown, has ended or has expired. */
export type FindViewer = (credential: Credential, use: CredentialUse) => Promise<Viewer | null>;

interface Identity {
  viewer: Viewer | null;
  refusal: DomainError | undefined;
}

export const anonymous: Identity = { viewer: null, refusal: undefined };
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const secretPattern = /^[\w-]{43}$/;
const invalidToken =
  'This API token is not valid: it is mistyped, has expired or was revoked, or its account has ended.';
const misplacedToken =
  'An API token is taken only in the header Authorization: Bearer. Revoke this one if others can read the address.';
const forgery = 'The anti-forgery token is missing or does not fit.';
const unavailable = 'We cannot tell right now who is signed in. Please try again in a moment.';

/**
 * A bearer token takes precedence over a cookie. A cookie does not count in a call that a page of another site
 * started, and a change with it needs the anti-forgery token. If the session store fails, `refusal` is `Unavailable`;
 * only calls that need a user throw it.
 */
export async function identifyCaller(
  request: FastifyRequest,
  find: FindViewer,
  publicUrl: string,
  { now, isActivity: isPerson }: CredentialUse,
): Promise<Identity> {
  const credential = decisiveCredential(request, publicUrl);
  if (!credential)
    return isTokenMisplaced(request) ? refusedFor(misplacedToken, 'token_misplaced') : anonymous;
  const isActivity = isPerson && request.headers['x-activity'] !== 'none';
  try {
    const viewer = await find(credential, { now, isActivity });
    if (!viewer && looksLikeApiToken(credential.secret)) return refusedFor(invalidToken, 'token_not_valid');
    const isForged = viewer && credential.kind === 'cookie' && isForgedChange(request, credential.secret);
    return isForged ? { viewer: null, refusal: new Forbidden(forgery) } : { ...anonymous, viewer };
  } catch (error) {
    if (error instanceof NotSignedIn) return { viewer: null, refusal: error };
    request.log.error({ err: error }, 'the session store failed');
    return { viewer: null, refusal: new Unavailable(unavailable, { retryAfter: 5 }) };
  }
}

function refusedFor(message: string, code: ErrorCode): Identity {
  return { viewer: null, refusal: new NotSignedIn(message, { more: { code } }) };
}

/** Addresses and cookies are stored and logged in many places, so a token in one is refused. */
function isTokenMisplaced({ url, cookies }: FastifyRequest): boolean {
  const misplaced = /[=/]atr_[\w-]{43}/;
  return misplaced.test(url) || Object.values(cookies).some((value) => looksLikeApiToken(value ?? ''));
}

function decisiveCredential(request: FastifyRequest, publicUrl: string): Credential | undefined {
  const isBearerSent = request.headers.authorization !== undefined;
  const secret = isBearerSent ? bearerOf(request) : cookieOf(request, publicUrl);
  return secret === undefined ? undefined : { kind: isBearerSent ? 'token' : 'cookie', secret };
}

export function readCredentials(request: FastifyRequest, publicUrl: string): Credential[] {
  const [token, cookie] = [bearerOf(request), cookieOf(request, publicUrl)];
  return [
    ...(token ? [{ kind: 'token', secret: token } as const] : []),
    ...(cookie ? [{ kind: 'cookie', secret: cookie } as const] : []),
  ];
}

function cookieOf(request: FastifyRequest, publicUrl: string): string | undefined {
  if (isApiVisitFromOtherSite(request)) return undefined;
  const secret = request.cookies[cookieNames(publicUrl).session];
  return secret && secretPattern.test(secret) ? secret : undefined;
}

/**
 * A link on another site to the API sends `SameSite=Lax` cookies, and could download what the user may read. Pages
 * are not meant: links of other sites and mails lead there.
 */
function isApiVisitFromOtherSite({ headers, routeOptions }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] === 'cross-site' && /^\/(api|trpc)\//.test(routeOptions.url ?? '');
}

function bearerOf(request: FastifyRequest): string | undefined {
  // With several `Authorization` headers there is no identity, because a proxy may have used another one.
  const sent = request.raw.rawHeaders.filter(
    (name, i) => i % 2 === 0 && name.toLowerCase() === 'authorization',
  );
  if (sent.length !== 1) return undefined;
  const secret = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return secret && (secretPattern.test(secret) || looksLikeApiToken(secret)) ? secret : undefined;
}

function isForgedChange(request: FastifyRequest, cookie: string): boolean {
  if (safeMethods.has(request.method)) return false;
  const shown = request.headers['x-xsrf-token'];
  return typeof shown !== 'string' || !isSameSecret(shown, antiForgeryTokenOf(cookie));
}

/**
 * Accepts requests without an `Origin`: programs send none, and pages of this site none with reads.
 * @throws {Forbidden} when the origin is another site
 */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, host } = request.headers;
  if (origin === undefined || origin === new URL(publicUrl).origin) return;
  if (host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)) return;
  throw new Forbidden('This call came from a page of another site.');
}

/**
 * Runs before the body is read, because a form of any site could send a body of any type.
 * @throws {Forbidden} when the anti-forgery token is missing or wrong
 */
export function refuseForgedForm(request: FastifyRequest, publicUrl: string): void {
  const type = request.headers['content-type'];
  if (type === undefined || /^(application\/json|multipart\/form-data)\b/i.test(type)) return;
  const cookie = cookieOf(request, publicUrl);
  if (!cookie || request.headers.authorization !== undefined) return;
  if (isForgedChange(request, cookie)) throw new Forbidden(forgery);
}
