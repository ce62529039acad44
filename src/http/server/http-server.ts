import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

// Clients that send or read nothing must not hold sockets for ever. Node checks every 5 s, so the effective
// limits are 15 s for headers and 30 s between requests.
const timeouts = {
  requestTimeout: 10 * 60_000,
  keepAliveTimeout: 29_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5000,
  // `hosts.ts` refuses a request without a host, in the same words as every other refusal.
  requireHostHeader: false,
};
/** A connection without data in either direction is closed after this time. */
const standstillMs = 60_000;

/**
 * Handles one request of a connection at a time; Node would pass on all of a packet at once. If a second one
 * comes early, the connection ends after the first response, and the client repeats the rest (RFC 9112,
 * 9.3.2). No browser and no common proxy sends early.
 */
export function createHttpServer(listener: RequestListener): Server {
  const atWork = new WeakMap<Socket, ServerResponse>();
  const ending = new WeakSet<Socket>();
  const serve: RequestListener = (request, response) => {
    const { socket } = request;
    const first = atWork.get(socket);
    if (first) {
      // Each further request pauses the socket again, because reading the body of the first resumes it.
      socket.pause();
      if (!ending.has(socket)) endAfter(first, socket);
      ending.add(socket);
      return;
    }
    atWork.set(socket, response);
    response.once('close', () => atWork.delete(socket));
    listener(request, response);
  };
  const server = createServer(timeouts, serve);
  // Node would answer an unknown expectation itself, without any header of ours.
  server.on('checkExpectation', serve);
  return server.setTimeout(standstillMs);
}

function endAfter(response: ServerResponse, socket: Socket): void {
  if (response.headersSent) response.once('finish', () => socket.destroySoon());
  else response.setHeader('connection', 'close');
}

/** A phone on a slow connection sends several times this, even with interruptions. */
const minSendRate = { bytes: 40 * 1024, withinMs: 20_000 };

/**
 * Thousands of slow bodies would use up the sockets. Unread bytes that were received do not count as slow.
 */
export function disconnectSlowClients(app: FastifyInstance, { bytes, withinMs } = minSendRate): void {
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
