import type { FastifyInstance } from 'fastify';

/** `/healthz`: the process lives. `/readyz`: database and storage answer. */
export function serveHealth(app: FastifyInstance, isReady: () => Promise<void>): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  );
  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await isReady();
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).header('retry-after', '5').send({ status: 'not ready' });
    }
  });
}
