import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether pages of any site may make this call and read its response, without credentials. */
    isPublicRead?: boolean;
    /** Whether the call runs once for each `Idempotency-Key`. */
    isOnce?: (request: FastifyRequest) => boolean;
  }
}

const exposed =
  'ETag, Retry-After, RateLimit, RateLimit-Policy, Content-Disposition, Idempotency-Key-Ignored, X-Request-Id';
const ofPublicRead = { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed };
const sentHeaders = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match';
const preflightSeconds = 600;

export interface Cors {
  /** Also returns whether a page of another site may make this call. */
  admit(request: FastifyRequest, reply: FastifyReply, isPublicRead: boolean): boolean;
  preflight(request: FastifyRequest, reply: FastifyReply, target: Target): void;
}

interface Target {
  methods: readonly string[];
  isPublicRead: boolean;
}

/**
 * Any site may read public content. The origins in `allowed` may make all REST calls, but without the session
 * cookie, because browsers get no `Access-Control-Allow-Credentials`.
 */
export function createCors(allowed: readonly string[]): Cors {
  const known = new Set(allowed);
  const isKnown = (origin: string | undefined): origin is string => origin !== undefined && known.has(origin);
  return {
    admit: ({ headers }, reply, isPublicRead) => {
      if (isPublicRead) {
        reply.headers(ofPublicRead);
        return true;
      }
      if (!isKnown(headers.origin)) return false;
      reply.headers({
        'access-control-allow-origin': headers.origin,
        'access-control-expose-headers': exposed,
        vary: 'Origin',
      });
      return headers.authorization !== undefined || headers.cookie === undefined;
    },
    preflight: ({ headers }, reply, { methods, isPublicRead }) => {
      const { origin } = headers;
      const isRead = ['GET', 'HEAD'].includes(headers['access-control-request-method'] ?? '');
      const isOpen = isPublicRead && isRead;
      if (!isOpen && !isKnown(origin)) return;
      reply.headers({
        'access-control-allow-origin': isOpen ? '*' : origin,
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': isOpen ? 'If-None-Match' : sentHeaders,
        'access-control-max-age': preflightSeconds,
        vary: 'Origin',
      });
    },
  };
}
