import type { IncomingMessage } from 'node:http';
import type { AnyProcedure, AnyRouter, TRPCError } from '@trpc/server';
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FreshResponse } from '../../cache/response-cache.ts';
import { type DomainError, RuleBroken, TooManyTries } from '../../shared/errors.ts';
import { translateError } from '../../trpc/errors.ts';
import { idempotencyHeader, readIdempotencyKey } from '../../trpc/idempotent.ts';
import { bodyRulesOf, type ProcedureMeta } from '../../trpc/procedure-meta.ts';
import { compressResponse } from '../plugins/compression.ts';
import type { SendCached } from '../plugins/cached-responses.ts';
import { type BodySize, expectModestJson, readBodyText } from '../server/body-limits.ts';
import type { CreateContext } from '../server/context.ts';
import { logUnexpected, sendError } from '../server/errors.ts';
import { publicCacheKey } from './etags.ts';

const maxCallsInBatch = 10;

interface CallRoute {
  Params: { path: string };
  Querystring: { batch?: string; input?: string };
}

interface TrpcParts {
  createContext: CreateContext;
  sendCached: SendCached;
  publicUrl: string;
}

export function mountTrpc(app: FastifyInstance, router: AnyRouter, parts: TrpcParts): void {
  const { createContext, sendCached, publicUrl } = parts;
  app.register(async (scope) => {
    // tRPC parses JSON itself. Its Fastify plugin would also remove the multipart parser.
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', async (request: FastifyRequest, body: IncomingMessage) => {
      const { textBytes, members } = bodyOfCalls(router, request);
      const text = await readBodyText(body, textBytes);
      expectModestJson(text, members);
      return text;
    });

    scope.addHook('onSend', async (request, _reply, answer) => {
      const isCompressed = answer instanceof Response && isByStaff(router, request);
      return isCompressed ? compressResponse(request, answer) : answer;
    });

    const config = {
      body: (request: FastifyRequest) => bodyOfCalls(router, request),
      isOnce: ({ params }: FastifyRequest) =>
        metaOf(router, (params as CallRoute['Params']).path)?.isOnce === true,
    };
    scope.all<CallRoute>('/trpc/:path', { config }, async (request, reply) => {
      const { path } = request.params;
      reply.header('cache-control', 'no-store');
      const isStream = procedureAt(router, path)?._def.type === 'subscription';
      // A batch of one counts as a single call.
      const calls = request.query.batch === undefined ? 1 : path.split(',').length;
      const refused = findRefusal(calls, request);
      if (refused) return sendError(reply, translateError(refused));
      if (request.method === 'GET' && request.headers['trpc-accept'] === undefined) {
        const readInput = () => inputOf(request.query);
        const key = await publicCacheKey(path, procedureAt(router, path), request, publicUrl, readInput);
        const form = request.query.batch === undefined ? 'trpc' : 'trpc batch';
        if (key)
          return sendCached(request, reply, `${form} ${key}`, makeResponse(router, parts, request, reply));
      }
      let refusal: TRPCError | undefined;
      await fastifyRequestHandler({
        router,
        // The library decodes the path once more.
        path: encodeURIComponent(path),
        req: request,
        res: reply,
        createContext: () => createContext(request, reply, { isBatch: calls > 1, isStream }),
        allowBatching: true,
        onError: ({ error, path: procedure }) => {
          if (error === refusal) return;
          if (isStream && !reply.sent) refusal = error;
          logError(request, error, procedure);
        },
        responseMeta: ({ errors }) => {
          // Stops tRPC before it begins the stream with status 200, so the client gets a normal error
          // response.
          if (refusal && errors.length === 0) throw refusal;
          if (isStream && !refusal) return { headers: { 'cache-control': 'no-store, no-transform' } };
          return {
            headers: { ...retryAfterOf(errors), ...(isStream && { 'content-type': 'application/json' }) },
          };
        },
      });
      return reply;
    });
  });
}

function isByStaff(router: AnyRouter, { params }: FastifyRequest): boolean {
  const paths = (params as CallRoute['Params']).path.split(',');
  return paths.every((path) => metaOf(router, path)?.isByStaff);
}

function bodyOfCalls(router: AnyRouter, { params }: FastifyRequest): BodySize {
  const paths = (params as CallRoute['Params']).path.split(',').slice(0, maxCallsInBatch);
  const rules = paths.map((path) => bodyRulesOf(metaOf(router, path)));
  return rules.reduce((largest, each) => (each.textBytes > largest.textBytes ? each : largest));
}

function metaOf(router: AnyRouter, path: string): ProcedureMeta | undefined {
  return procedureAt(router, path)?._def.meta as ProcedureMeta | undefined;
}

function procedureAt(router: AnyRouter, path: string): AnyProcedure | undefined {
  const procedures = router._def.procedures as Record<string, AnyProcedure>;
  return Object.hasOwn(procedures, path) ? procedures[path] : undefined;
}

/** By tRPC's own adapter, so that cached and uncached responses are identical. */
function makeResponse(
  router: AnyRouter,
  { createContext, publicUrl }: TrpcParts,
  request: FastifyRequest<CallRoute>,
  reply: FastifyReply,
): () => Promise<FreshResponse> {
  return async () => {
    const response = await fetchRequestHandler({
      router,
      endpoint: '/trpc',
      // Without headers, on which the cached response must not depend.
      req: new Request(new URL(request.url, publicUrl)),
      createContext: () => createContext(request, reply),
      onError: ({ error, path }) => logError(request, error, path),
      responseMeta: ({ errors }) => ({ headers: retryAfterOf(errors) }),
    });
    const { status, headers } = response;
    return {
      status,
      headers: Object.fromEntries(cachedHeaders.flatMap((name) => toEntries(name, headers.get(name)))),
      body: Buffer.from(await response.arrayBuffer()),
    };
  };
}

const cachedHeaders = ['content-type', 'retry-after'];

function toEntries(name: string, value: string | null): [string, string][] {
  return value === null ? [] : [[name, value]];
}

function retryAfterOf(errors: readonly TRPCError[]): Record<string, string> {
  const longest = Math.max(0, ...errors.map((error) => translateError(error).retryAfter ?? 0));
  return longest > 0 ? { 'retry-after': String(Math.ceil(longest)) } : {};
}

function logError(request: FastifyRequest, error: TRPCError, procedure: string | undefined): void {
  logUnexpected(request.log, error, translateError(error), procedure);
}

/** A single call may come as a batch. Undefined for malformed JSON, which tRPC refuses. */
function inputOf({ input, batch }: CallRoute['Querystring']): unknown {
  try {
    const parsed: unknown = input === undefined ? undefined : JSON.parse(input);
    return batch === undefined ? parsed : (parsed as Record<string, unknown> | undefined)?.[0];
  } catch {
    return undefined;
  }
}

function findRefusal(calls: number, { method, headers }: FastifyRequest): DomainError | undefined {
  if (calls > maxCallsInBatch) {
    return new TooManyTries(`At most ${maxCallsInBatch} calls go into one request.`, { retryAfter: 1 });
  }
  // With several changes, the key would be ambiguous.
  if (calls > 1 && method === 'POST' && readIdempotencyKey(headers) !== undefined) {
    return RuleBroken.of(idempotencyHeader, `${idempotencyHeader} goes with one call, not with several`);
  }
  return undefined;
}
