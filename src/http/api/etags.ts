import { hash } from 'node:crypto';
import type { AnyProcedure } from '@trpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProcedureMeta } from '../../trpc/procedure-meta.ts';
import { readCredentials } from '../server/identity.ts';

/** The first of `If-None-Match` or `If-Match` that is in `tags` (RFC 9110, 13.1). `*` matches any. */
export function findMatchingEtag(header: string | undefined, tags: readonly string[]): string | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return tags[0];
  return header
    .split(',')
    .map((each) => each.trim().replace(/^W\//, ''))
    .find((each) => tags.includes(each));
}

export function etagOf(body: string | Buffer): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

/** The procedure runs for every request, so only authorized callers learn whether the result has changed. */
export function sendWithEtag(request: FastifyRequest, reply: FastifyReply, result: unknown): FastifyReply {
  const body = Buffer.from(JSON.stringify(result));
  const etag = etagOf(body);
  reply.header('etag', etag);
  if (findMatchingEtag(request.headers['if-none-match'], [etag])) return reply.code(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}

interface Parser {
  safeParseAsync(input: unknown): Promise<{ success: boolean; data?: unknown }>;
}

/** Undefined when the response may depend on the caller or the input is invalid. */
export async function publicCacheKey(
  name: string,
  procedure: AnyProcedure | undefined,
  request: FastifyRequest,
  publicUrl: string,
  readInput: () => unknown,
): Promise<string | undefined> {
  if (!(procedure?._def.meta as ProcedureMeta | undefined)?.isPublicCacheable) return undefined;
  if (request.headers.authorization !== undefined || readCredentials(request, publicUrl).length > 0) {
    return undefined;
  }
  const [parser] = procedure!._def.inputs as unknown as Parser[];
  if (!parser) return name;
  const { success, data } = await parser.safeParseAsync(readInput());
  return success ? `${name} ${JSON.stringify(data)}` : undefined;
}
