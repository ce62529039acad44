import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../support/free-port.ts';
import { admin } from '../support/running-server.ts';
import { startCommand, startEnvironment } from '../support/start-command.ts';

/** The maximum time in seconds to wait for the smaller versions of the pictures. */

/** An Atrium server with the starter content, started as `npm start` does. */
export interface BenchServer {
  url: string;
  port: number;
  dataDir: string;
  process: ChildProcess;
  /** The time from the start of the process until `/readyz` responds with 200, in milliseconds. */
  readyMs: number;
  /** The bearer token of the first admin. Empty if the server was started without a sign-in. */
  token: string;
  /** Returns the resident memory of the process in megabytes. */
  memory(): Promise<number>;
  end(): Promise<void>;
}

export async function makeDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'atrium-bench-'));
}

export async function removeDataDir(dataDir: string): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
}

export async function startBenchServer(
  dataDir: string,
  isSignedIn = true,
  settings: Record<string, string> = {},
  folder = '.',
): Promise<BenchServer> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(startCommand[0]!, startCommand.slice(1), {
    cwd: folder,
    env: {
      ...startEnvironment,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...settings,
    },
    stdio: 'inherit',
  });
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error('the server ended');
    await wait(2);
  }
  const readyMs = performance.now() - started;
  const token = isSignedIn ? await signIn(url) : '';
  return {
    url,
    port,
    dataDir,
    process: child,
    readyMs,
    token,
    memory: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    },
    end: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    },
  };
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/readyz' }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    request.on('error', () => resolve(false));
  });
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  return (await answer.json()).token;
}
