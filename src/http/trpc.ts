import type { AnyRouter } from '@trpc/server';
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import type { FastifyInstance } from 'fastify';
import { TooManyTries } from '../shared/errors.ts';
import { translate } from '../trpc/errors.ts';
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
        // A lone call may come in the wrapping of a batch; it is as good as one without.
        const calls = request.query.batch === undefined ? 1 : path.split(',').length;
        if (calls > maxCallsInBatch) {
          const refused = new TooManyTries(`At most ${maxCallsInBatch} calls go into one request.`, {
            retryAfter: 1,
          });
          return sendError(reply, translate(refused));
        }
        await fastifyRequestHandler({
          router,
          path,
          req: request,
          res: reply,
          createContext: () => createContext(request, reply, { isBatch: calls > 1 }),
          allowBatching: true,
          onError: ({ error }) => logUnexpected(request.log, error.cause ?? error, translate(error)),
          responseMeta: ({ errors }) => {
            const waits = errors.map((error) => translate(error).retryAfter ?? 0);
            const longest = Math.max(0, ...waits);
            return longest > 0 ? { headers: { 'retry-after': String(Math.ceil(longest)) } } : {};
          },
        });
        return reply;
      },
    );
  });
}
