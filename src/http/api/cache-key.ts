import type { AnyProcedure } from '@trpc/server';
import type { FastifyRequest } from 'fastify';
import type { Meta } from '../../trpc/rest.ts';
import { credentialsOf } from '../server/identity.ts';

/** Every input of ours is a zod schema. */
interface Parser {
  safeParseAsync(input: unknown): Promise<{ success: boolean; data?: unknown }>;
}

/**
 * The key of a procedure's answer: its name and its input as the procedure reads it, so that what it does not know makes no other key.
 * Nothing when the answer may not be kept: its caller may matter, or the input is refused.
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
