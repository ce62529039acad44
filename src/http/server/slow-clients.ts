import type { FastifyInstance } from 'fastify';

/** What a body that is being sent must bring: a phone on a slow line brings several times that, even when it stalls for a while. */
export const slowest = { bytes: 40 * 1024, withinMs: 20_000 };

/**
 * Ends connections whose sender lets us wait for the rest of a body: thousands of them would hold as many sockets and files. What we
 * ourselves have not taken up yet is not counted against them.
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
    raw.once('close', () => clearInterval(timer));
  });
}
