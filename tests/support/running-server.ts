import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createTRPCClient, httpLink } from '@trpc/client';
import type { AppRouter } from '../../src/router.ts';
import { findFreePort } from './free-port.ts';
import { startCommand, startEnvironment } from './start-command.ts';

export const admin = { email: 'admin@example.com', password: 'a-long-enough-secret' };

/** The key for stored secrets, for servers that share one database but have different data folders. */
export const sharedKey = { SECRETS_KEY: Buffer.alloc(32, 'shared').toString('base64') };

const endsWithUs = `--import="${resolve('tests/support/end-with-parent.js')}"`;

// The servers that must not outlive the process of the test.
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface RunningServer {
  url: string;
  dataDir: string;
  process: ChildProcess;
  output(): string;
  /**
   * Sends a signal if one is given, and waits until the process has ended. Resolves with the exit code, or
   * with the name of the signal that ended the process.
   */
  end(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
}

/**
 * Starts the real server as `npm start` does, and resolves when the server is ready. If `env` has no `PORT`, the server
 * uses a free port.
 */
export async function startServer(
  env: Record<string, string> = {},
  folder?: string,
  command?: string[],
): Promise<RunningServer> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'atrium-server-')));
  const port = Number(env.PORT) || (await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    SEED: 'none',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    // Disabled, because a busy machine must not count as an overload.
    MAX_LOOP_DELAY: '0',
    ...env,
  };
  const server = launch(settings, command);
  await becomeReady(url, server);
  return { url, dataDir, ...server };
}

export function launch(
  env: Record<string, string>,
  [program = '', ...parameters] = startCommand,
): Omit<RunningServer, 'url' | 'dataDir'> {
  const options = [env.NODE_OPTIONS, endsWithUs].filter(Boolean).join(' ');
  const child = spawn(program, parameters, {
    env: { ...startEnvironment, ...env, NODE_OPTIONS: options },
    // Nothing is written to the child's input. The input closes when this process ends, even by SIGKILL. The
    // child then ends too.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const gone = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return {
    process: child,
    output: () => output,
    end: (signal) => {
      if (signal) child.kill(signal);
      return gone;
    },
  };
}

export async function removeData({ dataDir }: RunningServer): Promise<void> {
  // Deletes repeatedly, because child processes of a killed server might still write for a moment.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 9 });
}

async function becomeReady(url: string, server: Omit<RunningServer, 'url' | 'dataDir'>): Promise<void> {
  for (;;) {
    if (server.process.exitCode !== null || server.process.signalCode !== null)
      throw new Error(`the server ended: ${server.output()}`);
    const signal = AbortSignal.timeout(5000);
    const answer = await fetch(`${url}/readyz`, { signal }).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((next) => setTimeout(next, 50));
  }
}

/**
 * Signs in as the first admin. Returns the typed client, a function that calls REST without types, and the headers of
 * both.
 */
export async function signInToApis({ url }: Pick<RunningServer, 'url'>) {
  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return answer.json();
  };
  const { token } = await call('POST', '/api/admin/login', admin);
  const headers = { authorization: `Bearer ${token}` };
  const trpc = createTRPCClient<AppRouter>({ links: [httpLink({ url: `${url}/trpc`, headers })] });
  return {
    trpc,
    headers,
    api: (method: string, path: string, body?: object) => call(method, path, body, headers),
  };
}
