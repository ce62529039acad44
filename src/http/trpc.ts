import type { AnyProcedure, AnyRouter, TRPCError } from '@trpc/server';
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type DomainError, RuleBroken, TooManyTries } from '../shared/errors.ts';
import { translate } from '../trpc/errors.ts';
import { readRepeatKey, repeatHeader } from '../trpc/once.ts';
import type { CreateContext } from './context.ts';
import { logUnexpected, sendError } from './errors.ts';

const maxCallsInBatch = 10;

/** Mounts the router at `/trpc`, for the React client. */
export function mountTrpc(app: FastifyInstance, router: AnyRouter, createContext: CreateContext): void {
  app.register(async (scope) => {
    // tRPC parses JSON itself. The multipart parser stays the plugin's own, which is why tRPC's plugin, which takes
    // it away, is not used.
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );

    scope.all<{ Params: { path: string }; Querystring: { batch?: string } }>(
      '/trpc/:path',
      async (request, reply) => {
        const { path } = request.params;
        reply.header('cache-control', 'no-store');
        const isStream = typeOf(router, path) === 'subscription';
        // A lone call may come in the wrapping of a batch; it is as good as one without.
        const calls = request.query.batch === undefined ? 1 : path.split(',').length;
        const refused = findRefusal(calls, request);
        if (refused) return sendError(reply, translate(refused));
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
      },
    );
  });
}

function typeOf(router: AnyRouter, path: string): string | undefined {
  const procedures = router._def.procedures as Record<string, AnyProcedure>;
  return Object.hasOwn(procedures, path) ? procedures[path]?._def.type : undefined;
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
