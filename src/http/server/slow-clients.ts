import type { FastifyInstance } from 'fastify';

/**
 * The minimum speed at which a body must arrive. A phone on a slow connection sends several times this
 * amount, even with interruptions.
 */
export const minSendRate = { bytes: 40 * 1024, withinMs: 20_000 };

/**
 * Ends connections on which a body arrives too slowly, because thousands of such connections would use up the
 * sockets. A connection is not slow while the server has received bytes that it has not read yet.
 */
export function endSlowClients(app: FastifyInstance, { bytes, withinMs } = minSendRate): void {
  app.addHook('onRequest', async ({ raw }) => {
    const { headers, socket } = raw;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
    if (!hasBody) return;
    let before = socket.bytesRead;
    const timer = setInterval(() => {
      if (raw.complete) return clearInterval(timer);
      const isWaiting = raw.readableLength === 0;
      if (isWaiting && socket.bytesRead - before < bytes) socket.destroy();
      before = socket.bytesRead;
    }, withinMs);
    timer.unref();
    raw.once('end', () => clearInterval(timer));
    raw.once('close', () => clearInterval(timer));
  });
}
