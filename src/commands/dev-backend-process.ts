import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import type { ViteDevServer } from 'vite';
import type { Settings } from '../config/env.ts';

const graceMs = 300;

export class BackendProcess {
  readonly port: number;
  starts = 0;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  #isUp: Promise<boolean> = Promise.resolve(false);
  #isRestarting = false;

  constructor({ PUBLIC_URL }: Settings, port: number) {
    this.port = port;
    this.#env = {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL,
      // Makes every start a second faster.
      NODE_COMPILE_CACHE: resolve('dist/compiled-dev'),
    };
  }

  async isUp(): Promise<boolean> {
    const known = this.#isUp;
    const isUp = await known;
    return known === this.#isUp ? isUp : this.isUp();
  }

  start(vite: ViteDevServer): void {
    const child = spawn(process.execPath, ['src/commands/dev-backend.ts'], {
      env: this.#env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child = child;
    this.starts += 1;
    this.#isUp = new Promise((tell) => {
      child.on('message', async (message: 'ready' | { id: number; payload: never }) => {
        if (message === 'ready') return tell(true);
        const answer = await vite.environments.ssr.hot.handleInvoke(message.payload);
        if (child.connected) child.send({ id: message.id, answer });
      });
      child.once('exit', () => {
        tell(false);
        if (!this.#isRestarting) this.#isUp = Promise.resolve(false);
      });
    });
  }

  /** Returns whether the new server runs. False at once while an earlier call still waits for the old process. */
  async restart(vite: ViteDevServer): Promise<boolean> {
    if (this.#isRestarting) return false;
    this.#isRestarting = true;
    this.#isUp = this.stop().then(() => {
      this.#isRestarting = false;
      this.start(vite);
      return this.#isUp;
    });
    return this.#isUp;
  }

  reloadPages(): void {
    if (this.#child?.connected) this.#child.send('pages-changed');
  }

  /** Kills the process after `graceMs`. The server acknowledges only stored data, so none is lost. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
    child.kill();
    await once(child, 'exit');
    clearTimeout(timer);
  }
}

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
