import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { resolve } from 'node:path';
import type { RunningServer } from './running-server.ts';

/** The environment variable for `startServer` that makes a server answer `measureServerLoad`. */
export const probeEnvironment = { NODE_OPTIONS: `--import="${resolve('tests/support/load-probe.ts')}"` };

/**
 * The load of the server's main thread since the last call of `measureServerLoad`, and the memory of the server's
 * process.
 */
export interface ServerLoad {
  /** The processor time of the longest piece of work between two turns of the event loop. */
  longestMs: number;
  megabytes: number;
}

export async function measureServerLoad({ process: server }: RunningServer): Promise<ServerLoad> {
  let text = '';
  server.kill('SIGUSR2');
  while (!/^probe .*\n/m.test(text)) text += (await once(server.stderr!, 'data'))[0];
  return JSON.parse(/^probe (.*)$/m.exec(text)![1]!);
}

export interface Traffic {
  /**
   * The text of an HTTP request without the `host` line. `{n}` is replaced with a number that never repeats.
   */
  request: string;
  connections: number;
  /** How many requests each connection sends at once. */
  pipelined: number;
}

export const buildGet = (path: string) => `GET ${path} HTTP/1.1\r\n\r\n`;

export const buildPost = (path: string, body: string, headers?: Record<string, string>) =>
  buildRequest('POST', path, body, headers);

export function buildRequest(
  method: 'POST' | 'PUT',
  path: string,
  body: string,
  headers: Record<string, string> = {},
): string {
  const lines = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`;
}

/**
 * Requests that no cache answers, by a short description. One request is an exception: it gets the largest cached
 * response.
 */
export const uncachedRequests: Record<string, string> = {
  'a dead link to a draft': buildGet('/blog/1?preview={n}'),
  'a page with a search': buildGet('/blog?search=q{n}'),
  'a page that does not exist': buildGet('/nothing{n}'),
  'the panel': buildGet('/admin/x{n}'),
  'the document of the API': buildGet('/api/openapi.json'),
  'a share card': buildGet('/cards/post-1-{n}.png'),
  'a search of posts': buildGet('/api/blog-posts?search=q{n}'),
  'a call': buildGet('/trpc/blog.published?input=%7B%22search%22%3A%22q{n}%22%7D'),
  'a sign-in without a password': buildPost('/api/admin/login', '{"email":"nobody"}'),
};

let number = 0;

/** Sends all requests at once. Resolves with the statuses when the server has closed every connection. */
export async function sendTraffic({ url }: RunningServer, traffic: Traffic): Promise<number[]> {
  const answers = await Promise.all(
    (await open(url, traffic)).map(async ({ socket, text }) => {
      let answer = '';
      socket.setEncoding('latin1').on('data', (chunk) => (answer += chunk));
      socket.write(text);
      if (!socket.closed) await new Promise((closed) => socket.once('close', closed));
      return answer;
    }),
  );
  return answers.flatMap((answer) =>
    [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
  );
}

/** Sends all requests at once, but reads no response. Returns the sockets. */
export async function sendTrafficUnread({ url }: RunningServer, traffic: Traffic): Promise<Socket[]> {
  return (await open(url, traffic)).map(({ socket, text }) => {
    socket.pause().write(text);
    return socket;
  });
}

async function open(url: string, { request, connections, pipelined }: Traffic) {
  const { hostname, port, host } = new URL(url);
  const opened = Array.from({ length: connections }, () => connect(Number(port), hostname));
  await Promise.all(opened.map((socket) => once(socket, 'connect')));
  return opened.map((socket) => {
    // Ignores errors, because the server may end a connection early.
    socket.on('error', () => {});
    const texts = Array.from({ length: pipelined }, (_, at) => {
      number += 1;
      const ending = at === pipelined - 1 ? 'connection: close\r\n' : '';
      return request.replace('{n}', String(number)).replace('\r\n', `\r\nhost: ${host}\r\n${ending}`);
    });
    return { socket, text: texts.join('') };
  });
}
