import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Follows RFC 9110, 13.1.2. Returns undefined when the client has another version. */
export function findKnownTag(header: string | undefined, tags: readonly string[]): string | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return tags[0];
  return header
    .split(',')
    .map((each) => each.trim().replace(/^W\//, ''))
    .find((each) => tags.includes(each));
}

/**
 * Sends a result with its `ETag`. Shared caches do not store it, so only authorized callers learn whether it has
 * changed.
 */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, result: unknown): FastifyReply {
  const body = JSON.stringify(result);
  const etag = `"${hash('sha1', body, 'base64url')}"`;
  reply.header('etag', etag);
  if (findKnownTag(request.headers['if-none-match'], [etag])) return reply.code(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}
