import type { IncomingMessage } from 'node:http';
import {
  type AnyProcedure,
  type AnyRouter,
  callTRPCProcedure,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  TRPCError,
} from '@trpc/server';
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toJsonBytes } from '../cache/kept-results.ts';
import { type DomainError, RuleBroken, TooManyTries } from '../shared/errors.ts';
import { translate } from '../trpc/errors.ts';
import { readRepeatKey, repeatHeader } from '../trpc/once.ts';
import { bodyRulesOf, type Meta } from '../trpc/rest.ts';
import { keyOfCall } from './alike.ts';
import { type BodySize, readText } from './bodies.ts';
import { type AnswerCached, jsonAnswer } from './cached-answers.ts';
import type { CreateContext } from './context.ts';
import { logUnexpected, sendError } from './errors.ts';

const maxCallsInBatch = 10;

interface CallRoute {
  Params: { path: string };
  Querystring: { batch?: string; input?: string };
}

interface TrpcParts {
  createContext: CreateContext;
  answerCached: AnswerCached;
  publicUrl: string;
}

/** Mounts the router at `/trpc`, for the React client. */
export function mountTrpc(app: FastifyInstance, router: AnyRouter, parts: TrpcParts): void {
  const { createContext } = parts;
  app.register(async (scope) => {
    // tRPC parses JSON itself. The multipart parser stays the plugin's own, which is why tRPC's plugin, which takes
    // it away, is not used.
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', async (request: FastifyRequest, body: IncomingMessage) =>
      readText(body, bodyOfCalls(router, request).textBytes),
    );

    const config = { body: (request: FastifyRequest) => bodyOfCalls(router, request) };
    scope.all<CallRoute>('/trpc/:path', { config }, async (request, reply) => {
      const { path } = request.params;
      reply.header('cache-control', 'no-store');
      const isStream = procedureAt(router, path)?._def.type === 'subscription';
      // A lone call may come in the wrapping of a batch; it is as good as one without.
      const calls = request.query.batch === undefined ? 1 : path.split(',').length;
      const refused = findRefusal(calls, request);
      if (refused) return sendError(reply, translate(refused));
      if (await answerAlike(router, parts, request, reply)) return reply;
      if (await answerLoneQuery(router, createContext, request, reply)) return reply;
      /** Why a stream does not even begin. */
      let refusal: TRPCError | undefined;
      await fastifyRequestHandler({
        router,
        path,
        req: request,
        res: reply,
        createContext: () => createContext(request, reply, { isBatch: calls > 1, isStream }),
        allowBatching: true,
        onError: ({ error }) => {
          if (error === refusal) return;
          if (isStream && !reply.sent) refusal = error;
          logUnexpected(request.log, error.cause ?? error, translate(error));
        },
        responseMeta: ({ errors }) => {
          // tRPC would begin a stream with 200 and tell the error in it; thrown, it is answered like any other call's.
          if (refusal && errors.length === 0) throw refusal;
          if (isStream && !refusal) return { headers: { 'cache-control': 'no-store, no-transform' } };
          const waits = errors.map((error) => translate(error).retryAfter ?? 0);
          const longest = Math.max(0, ...waits);
          return {
            headers: {
              ...(longest > 0 && { 'retry-after': String(Math.ceil(longest)) }),
              ...(isStream && { 'content-type': 'application/json' }),
            },
          };
        },
      });
      return reply;
    });
  });
}

/** What the call with the largest body takes. */
function bodyOfCalls(router: AnyRouter, { params }: FastifyRequest): BodySize {
  const paths = (params as CallRoute['Params']).path.split(',').slice(0, maxCallsInBatch);
  const rules = paths.map((path) => bodyRulesOf(procedureAt(router, path)?._def.meta as Meta | undefined));
  return rules.reduce((most, each) => (each.textBytes > most.textBytes ? each : most));
}

function procedureAt(router: AnyRouter, path: string): AnyProcedure | undefined {
  const procedures = router._def.procedures as Record<string, AnyProcedure>;
  return Object.hasOwn(procedures, path) ? procedures[path] : undefined;
}

/**
 * Answers a lone query that all callers get alike as tRPC would, from what is kept, and tells whether it did. Everything else, and what
 * goes wrong on the way, is left to tRPC itself. (A reply must not be what comes back: it is a thenable, and who awaits it gets nothing.)
 */
async function answerAlike(
  router: AnyRouter,
  { createContext, answerCached, publicUrl }: TrpcParts,
  request: FastifyRequest<CallRoute>,
  reply: FastifyReply,
): Promise<boolean> {
  if (request.method !== 'GET') return false;
  const { path } = request.params;
  const isBatch = request.query.batch !== undefined;
  const procedure = procedureAt(router, path);
  try {
    const readInput = () => inputOf(request.query.input, isBatch);
    const key = await keyOfCall(path, procedure, request, publicUrl, readInput);
    if (!key) return false;
    await answerCached(request, reply, `trpc ${isBatch ? 'batch ' : ''}${key}`, async () => {
      const ctx = await createContext(request, reply);
      const data = await callTRPCProcedure({
        ...{ router, path, ctx, type: 'query', signal: undefined, batchIndex: 0 },
        getRawInput: async () => readInput(),
      });
      return jsonAnswer(isBatch ? [{ result: { data } }] : { result: { data } });
    });
    return true;
  } catch {
    return false;
  }
}

/**
 * Answers a lone query as tRPC would. Its adapter makes a request and a streamed answer of the Fetch API of each call, which costs more
 * than most queries. Tells whether it did: any other call is left to tRPC itself.
 */
async function answerLoneQuery(
  router: AnyRouter,
  createContext: CreateContext,
  request: FastifyRequest<CallRoute>,
  reply: FastifyReply,
): Promise<boolean> {
  const { path } = request.params;
  const procedure = procedureAt(router, path);
  const isBatch = request.query.batch !== undefined;
  const isStream = request.headers['trpc-accept'] !== undefined;
  if (request.method !== 'GET' || isStream || procedure?._def.type !== 'query') return false;
  const ctx = await createContext(request, reply);
  const send = (...parts: (string | Buffer)[]) => {
    const body = isBatch ? ['[', ...parts, ']'] : parts;
    reply
      .type('application/json')
      .send(Buffer.concat(body.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))));
    return true;
  };
  let input: unknown;
  try {
    const data = await callTRPCProcedure({
      ...{ router, path, ctx, type: 'query', signal: undefined, batchIndex: 0 },
      getRawInput: async () => {
        input = readInput(request.query.input, isBatch);
        return input;
      },
    });
    if (data === undefined) return send('{"result":{}}');
    return send('{"result":{"data":', toJsonBytes(data), '}}');
  } catch (cause) {
    const error = getTRPCErrorFromUnknown(cause);
    const translated = translate(error);
    logUnexpected(request.log, error.cause ?? error, translated);
    const { retryAfter, status } = translated;
    if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)));
    const shape = getTRPCErrorShape({
      ...{ config: router._def._config, error, type: 'query', path, input, ctx },
    });
    reply.code(status);
    return send(JSON.stringify({ error: shape }));
  }
}

/** @throws {TRPCError} as tRPC does for what is no JSON */
function readInput(text: string | undefined, isBatch: boolean): unknown {
  try {
    return inputOf(text, isBatch);
  } catch (cause) {
    throw new TRPCError({ code: 'PARSE_ERROR', cause });
  }
}

/** The input of a lone call, which may come in the wrapping of a batch. */
function inputOf(text: string | undefined, isBatch: boolean): unknown {
  const input: unknown = text === undefined ? undefined : JSON.parse(text);
  return isBatch ? (input as Record<string, unknown> | undefined)?.[0] : input;
}

/** Why so many calls don't go into one request, if they don't. */
function findRefusal(calls: number, { method, headers }: FastifyRequest): DomainError | undefined {
  if (calls > maxCallsInBatch) {
    return new TooManyTries(`At most ${maxCallsInBatch} calls go into one request.`, { retryAfter: 1 });
  }
  // A key marks one change: which of several it meant, nobody could say.
  if (calls > 1 && method === 'POST' && readRepeatKey(headers) !== undefined) {
    return RuleBroken.of(repeatHeader, `${repeatHeader} goes with one call, not with several`);
  }
  return undefined;
}
