import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
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
import type { RouteOfRequest } from '../server/monitoring.ts';
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
/** Writing a larger response takes too long here, so it waits for its turn (`limitRequestsPerTurn`). */
const maxBytesAtOnce = 128 * 1024;
const maxUrls = 2000;
const maxUrlLength = 500;

interface CachedUrl {
  key: string;
  headers: ReturnType<FastifyReply['getHeaders']>;
  route: RouteOfRequest;
  /** As they were last sent, by coding. */
  heads: Map<ContentCoding | undefined, ResponseHead>;
}

/** The headers of a cached response as Node writes them, names and values in turn. */
interface ResponseHead {
  cached: CachedResponse;
  policy: Policy;
  body: Buffer;
  etag: string;
  ok: readonly string[];
  notModified: readonly string[];
}

/** False if the request must take its usual way. */
export type AnswerFromCache = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface EarlyAnswer {
  id: string;
  route: RouteOfRequest;
  status: number;
  ms: number;
}

export function createCachedResponses(
  content: VersionedCache<number>,
  findHostProblem: FindHostProblem,
  cdnSeconds = 0,
): {
  sendCached: SendCached;
  responseCache: ResponseCache;
  /** Answers before Fastify sees the request, with the headers that its hooks added to the first response. */
  answerEarly: (record: (request: IncomingMessage, answer: EarlyAnswer) => void) => AnswerFromCache;
} {
  const cache = createResponseCache(
    content,
    maxBytes,
    compress,
    (error) => translateError(error).status === 503,
  );
  const policyFor = cachingPolicy(cdnSeconds);
  const urls = new LRUCache<string, CachedUrl>({ max: maxUrls });

  const headOf = (
    url: CachedUrl,
    cached: CachedResponse,
    coding: ContentCoding | undefined,
  ): ResponseHead => {
    const policy = policyFor(content.validForMs());
    const known = url.heads.get(coding);
    if (known?.cached === cached && known.policy === policy) return known;
    const encoded = coding && cache.encoded(cached, coding);
    const body = encoded ?? cached.body;
    const etag = tagOf(cached, encoded && coding);
    const { 'content-type': type, ...headers } = cached.headers;
    const shared = { ...url.headers, ...headers, ...policy };
    const own = {
      ...(encoded && { 'content-encoding': coding }),
      ...(type && { 'content-type': type }),
      etag,
      'content-length': body.length,
    };
    const ok = toRawHeaders({ ...shared, ...own });
    const head = { cached, policy, body, etag, ok, notModified: toRawHeaders(shared) };
    url.heads.set(coding, head);
    return head;
  };

  const answerFrom = (
    url: CachedUrl,
    cached: CachedResponse,
    { method, headers }: IncomingMessage,
    response: ServerResponse,
    id: string,
  ): number => {
    const head = headOf(url, cached, chooseEncoding(headers['accept-encoding']));
    const etag = matchingTag(headers['if-none-match'], cached, head.etag);
    if (etag !== undefined) {
      response.writeHead(304, [...head.notModified, 'etag', etag, requestIdHeader, id]).end();
      return 304;
    }
    response.writeHead(cached.status, [...head.ok, requestIdHeader, id]);
    response.end(method === 'HEAD' ? undefined : head.body);
    return cached.status;
  };

  const answerEarly =
    (record: (request: IncomingMessage, answer: EarlyAnswer) => void): AnswerFromCache =>
    (request, response) => {
      const started = performance.now();
      if (!isAnonymousRead(request) || !isPlain(request) || findHostProblem(request)) return false;
      const url = urls.get(request.url ?? '');
      const cached = url && cache.find(url.key);
      if (!url || !cached || cached.body.length > maxBytesAtOnce) return false;
      // Uncompressed, the body is far larger, so `sendCached` waits for the compressed one.
      if (!cache.isCompressed(cached, chooseEncoding(request.headers['accept-encoding']))) return false;
      const id = crypto.randomUUID();
      const status = answerFrom(url, cached, request, response, id);
      record(request, { id, route: url.route, status, ms: performance.now() - started });
      return true;
    };

  const send = (request: FastifyRequest, reply: FastifyReply, cached: CachedResponse) => {
    const { 'if-none-match': known } = request.headers;
    const { 'content-type': type, ...headers } = cached.headers;
    reply.headers(headers).headers(policyFor(content.validForMs()));
    const etag = matchingTag(known, cached);
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
      const { [requestIdHeader]: _own, ...shared } = headers;
      urls.set(request.url, { key, headers: shared, route: routeOf(request), heads: new Map() });
    }
    return send(request, reply, cached);
  };
  return { sendCached, responseCache: cache, answerEarly };
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

function matchingTag(
  known: string | undefined,
  cached: CachedResponse,
  sent?: string | undefined,
): string | undefined {
  if (known === undefined || known === sent) return known;
  // Parsed only if it contains the current tag or is `*`. No other header can match.
  return known.includes(cached.tag) || known.trim() === '*'
    ? findMatchingEtag(known, tagsOf(cached))
    : undefined;
}

/** Holds no more of the request than its names. */
function routeOf({ routeOptions: { url }, params }: FastifyRequest): RouteOfRequest {
  return { routeOptions: { url }, params: { path: (params as { path?: string }).path } };
}

function toRawHeaders(headers: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
}

/** Without what only Fastify and its hooks handle. */
function isPlain({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] === undefined &&
    headers['content-length'] === undefined &&
    headers.expect === undefined &&
    headers['idempotency-key'] === undefined
  );
}

function isAnonymousRead({ method, headers }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers.authorization === undefined &&
    headers.cookie === undefined &&
    headers.origin === undefined
  );
}
