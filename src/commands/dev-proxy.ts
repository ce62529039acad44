import { type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { BackendProcess } from './dev-backend-process.ts';

/** The server has none of these paths. */
const viteAddress = /^\/(@|client\/|src\/|node_modules\/|dist\/vite\/)/;

/** Requests wait while the server starts. A `GET` or `HEAD` that a restart interrupts is repeated. */
export function createDevProxy(backend: BackendProcess) {
  return async (request: IncomingMessage, response: ServerResponse, next: () => void): Promise<void> => {
    if (viteAddress.test(request.url ?? '/')) return next();
    const isRepeatable = request.method === 'GET' || request.method === 'HEAD';
    for (let starts = 0; starts !== backend.starts; ) {
      if (!(await backend.isUp())) break;
      if (response.closed) return;
      starts = backend.starts;
      if (await forward(request, response, backend.port)) return;
      if (!isRepeatable || !(await backend.isUp())) break;
    }
    if (response.headersSent) return void response.destroy();
    response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', refresh: '1' });
    response.end('The server does not run. The terminal says why. It starts again when a file changes.');
  };
}

function forward(request: IncomingMessage, response: ServerResponse, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const { url: path, method, headers } = request;
    const onward = send({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, withOverlay(answer.headers));
      answer.pipe(response);
      answer.once('error', () => response.destroy());
      resolve(true);
    });
    onward.once('error', () => resolve(false));
    response.once('close', () => onward.destroy());
    request.pipe(onward);
  });
}

/** Vite's error overlay needs inline styles. A policy with a nonce stays, because the overlay uses it. */
function withOverlay(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const policy = headers['content-security-policy'];
  if (typeof policy !== 'string') return headers;
  return {
    ...headers,
    'content-security-policy': policy.replace("style-src 'self';", "style-src 'self' 'unsafe-inline';"),
  };
}
