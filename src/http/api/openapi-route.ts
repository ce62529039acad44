import type { FastifyInstance } from 'fastify';
import type { OpenApiRouter } from 'trpc-openapi';

/** Serves the description; it is made at the first request, as that takes longer than the rest of the start. */
export function serveOpenApi(app: FastifyInstance, router: OpenApiRouter, publicUrl: string): void {
  let text: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    // Its library too is loaded only now.
    const { describeApi } = await import('./openapi.ts');
    text ??= JSON.stringify(describeApi(router, publicUrl));
    return reply.type('application/json').send(text);
  });
}
