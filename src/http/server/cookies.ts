import type { FastifyReply } from 'fastify';
import { signatureLifetimes } from '../../security/secrets.ts';
import { antiForgeryToken } from '../../security/tokens.ts';
import type { AnswerCookies } from '../../trpc/context.ts';

const deviceSeconds = signatureLifetimes.device / 1000;
const flowSeconds = signatureLifetimes['sso-flow'] / 1000;

/**
 * Returns the names of the cookies. If the site uses https, the names begin with `__Host-`. Browsers refuse a cookie
 * with this prefix from a subdomain or over plain http.
 */
export function cookieNames(publicUrl: string) {
  const prefix = publicUrl.startsWith('https:') ? '__Host-' : '';
  return {
    session: `${prefix}atrium_session`,
    antiForgery: `${prefix}XSRF-TOKEN`,
    device: `${prefix}atrium_device`,
    flow: `${prefix}atrium_sso`,
  };
}

/**
 * Returns functions that set and clear cookies. Scripts of a page can read only the cookie with the
 * anti-forgery token.
 */
export function responseCookies(reply: FastifyReply, publicUrl: string): AnswerCookies {
  const names = cookieNames(publicUrl);
  const shared = { path: '/', sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const;
  const hidden = { ...shared, httpOnly: true };
  return {
    setSession: (secret, expiresAt) => {
      const lifetime = expiresAt ? { expires: expiresAt } : {};
      reply.setCookie(names.session, secret, { ...hidden, ...lifetime });
      reply.setCookie(names.antiForgery, antiForgeryToken(secret), { ...shared, ...lifetime });
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
