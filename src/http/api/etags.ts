import { hash } from 'node:crypto';
import type { AnyProcedure } from '@trpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Meta } from '../../trpc/procedure-meta.ts';
import { credentialsOf } from '../server/identity.ts';

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

interface Parser {
  safeParseAsync(input: unknown): Promise<{ success: boolean; data?: unknown }>;
}

/**
 * Returns the key under which the response to a public query is cached. Returns undefined when the response
 * may depend on the caller or the input is invalid.
 */
export async function publicCacheKey(
  name: string,
  procedure: AnyProcedure | undefined,
  request: FastifyRequest,
  publicUrl: string,
  readInput: () => unknown,
): Promise<string | undefined> {
  if (!(procedure?._def.meta as Meta | undefined)?.isPublicCacheable) return undefined;
  if (request.headers.authorization !== undefined || credentialsOf(request, publicUrl).length > 0) {
    return undefined;
  }
  const [parser] = procedure!._def.inputs as unknown as Parser[];
  if (!parser) return name;
  const { success, data } = await parser.safeParseAsync(readInput());
  return success ? `${name} ${JSON.stringify(data)}` : undefined;
}
