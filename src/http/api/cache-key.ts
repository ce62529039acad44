import type { AnyProcedure } from '@trpc/server';
import type { FastifyRequest } from 'fastify';
import type { Meta } from '../../trpc/procedure-meta.ts';
import { credentialsOf } from '../server/identity.ts';

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
