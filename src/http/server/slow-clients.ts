import type { FastifyInstance } from 'fastify';

/** A phone on a slow connection sends several times this amount, even with interruptions. */
export const slowest = { bytes: 40 * 1024, withinMs: 20_000 };

/**
 * Ends connections that send their body too slowly, because thousands of them would use up the sockets. Bytes that the
 * server has not read do not count.
 */
export function endSlowClients(app: FastifyInstance, { bytes, withinMs } = slowest): void {
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
