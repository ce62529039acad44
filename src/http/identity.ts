import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '../database/work.ts';
import { antiForgeryToken, isSameSecret } from '../security/tokens.ts';
import { type DomainError, Forbidden } from '../shared/errors.ts';
import type { Context } from '../trpc/context.ts';

/** A secret that a client showed, and where it stood. */
export interface Credential {
  kind: 'token' | 'cookie';
  secret: string;
}

/** Finds who a credential belongs to, or nobody when it is unknown, ended or expired. */
export type FindViewer = (credential: Credential, now: Date) => Promise<Viewer | null>;

export interface Identity {
  viewer: Viewer | null;
  refusal: DomainError | undefined;
}

const nobody: Identity = { viewer: null, refusal: undefined };
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const secretPattern = /^[\w-]{43}$/;

/** The cookies' names; under https their prefix makes browsers refuse to let another site set them. */
export function cookieNames(publicUrl: string) {
  const prefix = publicUrl.startsWith('https:') ? '__Host-' : '';
  return { session: `${prefix}atrium_session`, antiForgery: `${prefix}XSRF-TOKEN` };
}

/**
 * Tells who sent a request. A bearer decides wherever one is sent; a cookie counts for a change only together with the
 * anti-forgery token, which another site's page can not read.
 */
export async function identify(
  request: FastifyRequest,
  find: FindViewer,
  publicUrl: string,
): Promise<Identity> {
  const now = new Date();
  if (request.headers.authorization !== undefined) {
    const secret = bearerOf(request);
    return secret ? { ...nobody, viewer: await find({ kind: 'token', secret }, now) } : nobody;
  }
  const secret = request.cookies[cookieNames(publicUrl).session];
  if (!secret || !secretPattern.test(secret)) return nobody;
  const viewer = await find({ kind: 'cookie', secret }, now);
  if (!viewer || safeMethods.has(request.method)) return { ...nobody, viewer };
  const shown = request.headers['x-xsrf-token'];
  if (typeof shown === 'string' && isSameSecret(shown, antiForgeryToken(secret)))
    return { ...nobody, viewer };
  return { viewer: null, refusal: new Forbidden('The anti-forgery token is missing or does not fit.') };
}

function bearerOf(request: FastifyRequest): string | undefined {
  // Node keeps the first of several Authorization headers; a mix of identities must not be served as one of them.
  const sent = request.raw.rawHeaders.filter(
    (name, i) => i % 2 === 0 && name.toLowerCase() === 'authorization',
  );
  if (sent.length !== 1) return undefined;
  const secret = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return secret && secretPattern.test(secret) ? secret : undefined;
}

/** Refuses a change that a page of another site asks for. Programs send no `Origin`. */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, host } = request.headers;
  if (origin === undefined || safeMethods.has(request.method)) return;
  if (origin === new URL(publicUrl).origin) return;
  if (host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)) return;
  throw new Forbidden('This call came from a page of another site.');
}

/** Sets and clears the session's two cookies on a reply. */
export function sessionCookies(reply: FastifyReply, publicUrl: string): Context['sessionCookies'] {
  const names = cookieNames(publicUrl);
  const shared = { path: '/', sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const;
  return {
    set: (secret, expiresAt) => {
      const options = { ...shared, ...(expiresAt && { expires: expiresAt }) };
      reply.setCookie(names.session, secret, { ...options, httpOnly: true });
      reply.setCookie(names.antiForgery, antiForgeryToken(secret), options);
    },
    clear: () => {
      reply.clearCookie(names.session, { ...shared, httpOnly: true });
      reply.clearCookie(names.antiForgery, shared);
    },
  };
}
