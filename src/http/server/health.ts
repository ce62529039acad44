import type { FastifyInstance } from 'fastify';

/** Load balancers do not wait much longer. */
const answerWithinMs = 1000;

/** `/healthz`: the process is alive. `/readyz`: database and storage respond, or `isReady` rejects. */
export function serveHealth(app: FastifyInstance, isReady: () => Promise<void>): void {
  let asking: Promise<void> | undefined;
  // Anybody may call this. Concurrent calls share one question, which cannot take all connections.
  const askOnce = () => {
    asking ??= isReady().finally(() => (asking = undefined));
    return asking;
  };

  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  );
  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await inTime(askOnce());
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).header('retry-after', '5').send({ status: 'not ready' });
    }
  });
}

async function inTime(work: Promise<void>): Promise<void> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), answerWithinMs);
  try {
    await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
