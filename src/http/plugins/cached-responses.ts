import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import {
  type CachedResponse,
  type ContentCoding,
  createResponseCache,
  type FreshResponse,
  type ResponseCache,
} from '../../cache/response-cache.ts';
import type { VersionedCache } from '../../cache/versioned-cache.ts';
import { translateError } from '../../trpc/errors.ts';
import { findMatchingEtag } from '../api/etags.ts';
import { requestIdHeader } from '../server/headers.ts';
import type { FindHostProblem } from '../server/hosts.ts';
import { chooseEncoding, compress, sendCompressed } from './compression.ts';

const day = 24 * 60 * 60;
const keyedBy = { vary: 'accept-encoding' };

type Policy = Readonly<Record<string, string>>;

/** A CDN may serve for `cdnSeconds`, but not after `validForMs`, when what is public changes. */
function cachingPolicy(cdnSeconds: number): (validForMs: number) => Policy {
  if (cdnSeconds === 0) {
    const uncached = { 'cache-control': 'no-cache', ...keyedBy };
    return () => uncached;
  }
  const usual = policyOf(cdnSeconds, `, stale-while-revalidate=${cdnSeconds}`);
  return (validForMs) => {
    // `stale-while-revalidate` (RFC 5861) lets a CDN serve a response for twice `cdnSeconds`.
    if (validForMs >= 2 * cdnSeconds * 1000) return usual;
    return policyOf(Math.min(cdnSeconds, Math.floor(validForMs / 1000)), '');
  };
}

function policyOf(seconds: number, whileRevalidating: string): Policy {
  return {
    'cache-control': `public, max-age=0, must-revalidate, s-maxage=${seconds}`,
    // Only CDNs read this (RFC 9213). A stale response spares visitors a revalidation and an outage.
    'cdn-cache-control': `public, max-age=${seconds}${whileRevalidating}, stale-if-error=${day}`,
    ...keyedBy,
  };
}

/**
 * `key` must name all that the response depends on but the database; `make` must not depend on the caller.
 */
export type SendCached = (
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  make: () => Promise<FreshResponse>,
) => Promise<FastifyReply>;

const maxBytes = 16 * 1024 * 1024;
/** Writing a larger response takes too long for an early hook, so it waits for its turn (`limitRequestsPerTurn`). */
const maxBytesAtOnce = 128 * 1024;
const maxUrls = 2000;
const maxUrlLength = 500;

interface CachedUrl {
  key: string;
  headers: ReturnType<FastifyReply['getHeaders']>;
}

/** Its hook must come before all others, except those that refuse requests. */
export function serveCachedResponses(
  app: FastifyInstance,
  content: VersionedCache<number>,
  findHostProblem: FindHostProblem,
  cdnSeconds = 0,
): { sendCached: SendCached; responseCache: ResponseCache } {
  const cache = createResponseCache(
    content,
    maxBytes,
    compress,
    (error) => translateError(error).status === 503,
  );
  const policyFor = cachingPolicy(cdnSeconds);
  const urls = new LRUCache<string, CachedUrl>({ max: maxUrls });

  app.addHook('onRequest', (request, reply, done) => {
    const isCacheable = isAnonymousRead(request.raw) && !findHostProblem(request.raw);
    const url = isCacheable ? urls.get(request.url) : undefined;
    const cached = url && cache.find(url.key);
    if (!url || !cached || cached.body.length > maxBytesAtOnce) return done();
    // Uncompressed, the body is far larger, so `sendCached` waits for the compressed one.
    if (!cache.isCompressed(cached, codingOf(request))) return done();
    send(request, reply.headers(url.headers).header(requestIdHeader, request.id), cached);
  });

  const send = (request: FastifyRequest, reply: FastifyReply, cached: CachedResponse) => {
    const { 'if-none-match': known } = request.headers;
    const { 'content-type': type, ...headers } = cached.headers;
    reply.headers(headers).headers(policyFor(content.validForMs()));
    // Parsed only if it contains the current tag or is `*`. No other header can match.
    const etag =
      known?.includes(cached.tag) || known?.trim() === '*'
        ? findMatchingEtag(known, tagsOf(cached))
        : undefined;
    if (etag) return reply.code(304).header('etag', etag).send();
    const coding = codingOf(request);
    const encoded = coding && cache.encoded(cached, coding);
    if (encoded) reply.header('content-encoding', coding);
    if (type) reply.header('content-type', type);
    const body = encoded ?? cached.body;
    return reply
      .code(cached.status)
      .headers({ etag: tagOf(cached, encoded && coding), 'content-length': body.length })
      .send(request.method === 'HEAD' ? undefined : body);
  };

  const sendCached: SendCached = async (request, reply, key, make) => {
    const cached = await cache.get(key, make);
    if (cached.status !== 200) {
      const { status, headers, body } = cached;
      return sendCompressed(request, reply.code(status).headers(headers), body.toString());
    }
    // The first request for each encoding waits until the body is compressed.
    const coding = codingOf(request);
    if (coding) await cache.encode(cached, coding);
    const headers = reply.removeHeader('cache-control').getHeaders();
    if (request.url.length <= maxUrlLength && headers['set-cookie'] === undefined) {
      urls.set(request.url, { key, headers: { ...headers } });
    }
    return send(request, reply, cached);
  };
  return { sendCached, responseCache: cache };
}

export const jsonType = 'application/json; charset=utf-8';

export function jsonResponse(result: unknown): FreshResponse {
  return { status: 200, body: JSON.stringify(result), headers: { 'content-type': jsonType } };
}

const codingOf = ({ headers }: FastifyRequest) => chooseEncoding(headers['accept-encoding']);

function tagOf({ tag }: CachedResponse, coding?: ContentCoding): string {
  return `"${tag}${coding ? `-${coding}` : ''}"`;
}

function tagsOf(cached: CachedResponse): string[] {
  return [tagOf(cached), tagOf(cached, 'br'), tagOf(cached, 'gzip')];
}

function isAnonymousRead({ method, headers }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers.authorization === undefined &&
    headers.cookie === undefined &&
    headers.origin === undefined
  );
}
