import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Returns the first tag in an `If-None-Match` or `If-Match` header that is also in `tags` (RFC 9110, 13.1). Returns
 * undefined when there is no such tag, because the client then has another version. `*` matches the first of
 * `tags`.
 */
export function findKnownTag(header: string | undefined, tags: readonly string[]): string | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return tags[0];
  return header
    .split(',')
    .map((each) => each.trim().replace(/^W\//, ''))
    .find((each) => tags.includes(each));
}

/** Returns the tag of a response body. */
export function tagOf(body: string): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

/**
 * Sends a result as JSON with its `ETag`, or 304 when the client already has the result. The procedure runs
 * for every request, so only authorized callers learn whether the result has changed.
 */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, result: unknown): FastifyReply {
  const body = JSON.stringify(result);
  const etag = tagOf(body);
  reply.header('etag', etag);
  if (findKnownTag(request.headers['if-none-match'], [etag])) return reply.code(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}
