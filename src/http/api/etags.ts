import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toJson } from '../../cache/result-cache.ts';

/** The one among a version's tags by which a client says that it has this version (RFC 9110, 13.1.2); nothing when it has another. */
export function findKnownTag(header: string | undefined, tags: readonly string[]): string | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return tags[0];
  return header
    .split(',')
    .map((each) => each.trim().replace(/^W\//, ''))
    .find((each) => tags.includes(each));
}

/**
 * Sends what a program reads with a tag of its content, or a 304 to the program that has it. It stays out of every cache on the way; only
 * who was let in learns whether it changed.
 */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, result: unknown): FastifyReply {
  const body = toJson(result);
  const etag = `"${hash('sha1', body, 'base64url')}"`;
  reply.header('etag', etag);
  if (findKnownTag(request.headers['if-none-match'], [etag])) return reply.code(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}
