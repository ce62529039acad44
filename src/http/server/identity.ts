import type { FastifyRequest } from 'fastify';
import type { Viewer } from '../../database/ctx.ts';
import { antiForgeryToken, isSameSecret, looksLikeApiToken } from '../../security/tokens.ts';
import { type DomainError, Forbidden, NotSignedIn, Unavailable } from '../../shared/errors.ts';
import type { Credential } from '../../trpc/context.ts';
import { cookieNames } from './cookies.ts';

/** Polling does not count as activity. */
export interface Use {
  now: Date;
  isActivity: boolean;
}

/** Returns null for an unknown, ended or expired credential. */
export type FindViewer = (credential: Credential, use: Use) => Promise<Viewer | null>;

export interface Identity {
  viewer: Viewer | null;
  refusal: DomainError | undefined;
}

const nobody: Identity = { viewer: null, refusal: undefined };
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const secretPattern = /^[\w-]{43}$/;
const invalidToken =
  'This API token is not valid: it is mistyped, has expired or was revoked, or its account has ended.';
const misplacedToken =
  'An API token is taken only in the header Authorization: Bearer. Revoke this one if others can read the address.';
const forgery = 'The anti-forgery token is missing or does not fit.';
const unavailable = 'We cannot tell right now who is signed in. Please try again in a moment.';

/**
 * A bearer token takes precedence over a cookie. A change by cookie needs the anti-forgery token. While
 * sessions cannot be looked up, calls that need a user fail with {Unavailable}.
 */
export async function identify(
  request: FastifyRequest,
  find: FindViewer,
  publicUrl: string,
  { now, isActivity: isPerson }: Use,
): Promise<Identity> {
  const credential = decisiveCredential(request, publicUrl);
  if (!credential) return isTokenMisplaced(request) ? refusedFor(misplacedToken) : nobody;
  const isActivity = isPerson && request.headers['x-activity'] !== 'none';
  try {
    const viewer = await find(credential, { now, isActivity });
    if (!viewer && looksLikeApiToken(credential.secret)) return refusedFor(invalidToken);
    const isForged = viewer && credential.kind === 'cookie' && isForgedChange(request, credential.secret);
    return isForged ? { viewer: null, refusal: new Forbidden(forgery) } : { ...nobody, viewer };
  } catch (error) {
    request.log.error({ err: error }, 'the session store failed');
    return { viewer: null, refusal: new Unavailable(unavailable, { retryAfter: 5 }) };
  }
}

function refusedFor(message: string): Identity {
  return { viewer: null, refusal: new NotSignedIn(message) };
}

/** Addresses and cookies are stored and logged in many places. */
function isTokenMisplaced({ url, cookies }: FastifyRequest): boolean {
  const misplaced = /[=/]atr_[\w-]{43}/;
  return misplaced.test(url) || Object.values(cookies).some((value) => looksLikeApiToken(value ?? ''));
}

function decisiveCredential(request: FastifyRequest, publicUrl: string): Credential | undefined {
  const isBearerSent = request.headers.authorization !== undefined;
  const secret = isBearerSent ? bearerOf(request) : cookieOf(request, publicUrl);
  return secret === undefined ? undefined : { kind: isBearerSent ? 'token' : 'cookie', secret };
}

export function credentialsOf(request: FastifyRequest, publicUrl: string): Credential[] {
  const [token, cookie] = [bearerOf(request), cookieOf(request, publicUrl)];
  return [
    ...(token ? [{ kind: 'token', secret: token } as const] : []),
    ...(cookie ? [{ kind: 'cookie', secret: cookie } as const] : []),
  ];
}

function cookieOf(request: FastifyRequest, publicUrl: string): string | undefined {
  const secret = request.cookies[cookieNames(publicUrl).session];
  return secret && secretPattern.test(secret) ? secret : undefined;
}

function bearerOf(request: FastifyRequest): string | undefined {
  // A proxy may use another one of several Authorization headers, so such a request gets no identity.
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
  return typeof shown !== 'string' || !isSameSecret(shown, antiForgeryToken(cookie));
}

/** Programs send no `Origin`, and our own pages send none with reads. @throws {Forbidden} for other sites */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, host } = request.headers;
  if (origin === undefined || origin === new URL(publicUrl).origin) return;
  if (host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)) return;
  throw new Forbidden('This call came from a page of another site.');
}

/** Refuses a body that any site's form could send with the cookie, before it is read. No call accepts it. */
export function refuseForgedForm(request: FastifyRequest, publicUrl: string): void {
  const type = request.headers['content-type'];
  if (type === undefined || /^(application\/json|multipart\/form-data)\b/i.test(type)) return;
  const cookie = cookieOf(request, publicUrl);
  if (!cookie || request.headers.authorization !== undefined) return;
  if (isForgedChange(request, cookie)) throw new Forbidden(forgery);
}
