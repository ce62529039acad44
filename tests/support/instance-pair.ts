import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresql } from './database.ts';
import { admin, type RunningServer, sharedKey, startServer } from './running-server.ts';
import { openS3, s3Credentials } from './storages.ts';

/** The response of an instance. */
export interface InstanceResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses like callers without types
  body: any;
}

export interface InstancePair {
  databaseUrl: string;
  /**
   * Sends a request to instance 0 or 1. `from` is the address of the client. Returns undefined when the
   * instance ended before it responded, or responded with 503.
   * @throws {Error} when no response arrives within 20 seconds
   */
  ask(
    instance: number,
    path: string,
    options?: RequestInit & { from?: string },
  ): Promise<InstanceResponse | undefined>;
  /** Returns the headers of a new admin session, or undefined when the sign-in failed. */
  signIn(instance: number): Promise<Record<string, string> | undefined>;
  /** Kills an instance and starts it again at the same address. Resolves when the instance is ready. */
  killAndRestart(instance: number): Promise<void>;
  /** `answered` counts all responses, and `busy` counts those with status 503. */
  counts(): { answered: number; busy: number };
  log(): string;
  close(): Promise<void>;
}

const askLimitMs = 20_000;

export async function openPair(): Promise<InstancePair> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-pair-'));
  const databaseUrl = await createPostgresql();
  const store = await openS3(folder);
  const env = {
    DATABASE_URL: databaseUrl,
    TRUST_PROXY: '127.0.0.1',
    ...sharedKey,
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: store.bucket,
    LOG_LEVEL: 'error',
    S3_ACCESS_KEY_ID: s3Credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
  };
  const start = (place: number, more = {}) => startServer({ ...env, ...more }, join(folder, `${place}`));
  const servers: RunningServer[] = await Promise.all([start(0), start(1)]);
  const counts = { answered: 0, busy: 0 };
  let ended = '';

  const ask: InstancePair['ask'] = async (instance, path, { from, ...options } = {}) => {
    const headers = { ...options.headers, ...(from && { 'x-forwarded-for': from }) };
    const signal = AbortSignal.timeout(askLimitMs);
    try {
      const answer = await fetch(servers[instance]!.url + path, { ...options, headers, signal });
      const text = await answer.text();
      counts.answered += 1;
      if (answer.status === 503) {
        counts.busy += 1;
        return undefined;
      }
      const isJson = answer.headers.get('content-type')?.startsWith('application/json');
      return { status: answer.status, body: isJson ? JSON.parse(text) : text };
    } catch (error) {
      if (signal.aborted) throw new Error(`${path} has no answer within ${askLimitMs} ms`, { cause: error });
      return undefined;
    }
  };

  return {
    databaseUrl,
    ask,
    signIn: async (instance) => {
      const said = await ask(instance, '/api/admin/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(admin),
      });
      return said?.body.token && { authorization: `Bearer ${said.body.token}` };
    },
    killAndRestart: async (instance) => {
      const server = servers[instance]!;
      await server.end('SIGKILL');
      ended += server.output();
      servers[instance] = await start(instance, { PORT: new URL(server.url).port });
    },
    counts: () => counts,
    log: () => ended + servers.map((server) => server.output()).join(''),
    close: async () => {
      await Promise.all(servers.map((server) => server.end('SIGTERM')));
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
