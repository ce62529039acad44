import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseKind } from './database.ts';
import { findFreePort } from './free-port.ts';
import { randomFrom, seed } from './random.ts';
import { admin, type RunningServer, removeData, startServer } from './running-server.ts';
import { compareWritten } from './compare-written.ts';
import { writeContinuously } from './writers.ts';
import { createWriteRecord, type WriteRecord } from './write-record.ts';

export interface WrittenSite {
  env: Record<string, string>;
  memory: WriteRecord;
  random: () => number;
  server: RunningServer;
  headers: Record<string, string>;
  restart(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
  compare(isThorough?: boolean): Promise<string[]>;
  close(): Promise<void>;
}

export async function openWrittenSite(
  kind: DatabaseKind,
  more: Record<string, string> = {},
): Promise<WrittenSite> {
  const env = await serverEnvironment(kind, more);
  const server = await startServer(env);
  const site: WrittenSite = {
    env,
    memory: createWriteRecord(),
    random: randomFrom(seed),
    server,
    headers: { authorization: `Bearer ${await signInByRest(server)}` },
    restart: async (signal) => {
      const code = await site.server.end(signal);
      site.server = await startServer(env, server.dataDir);
      return code;
    },
    compare: async (isThorough = false) => {
      const { memory, random } = site;
      // Ends the server, because it would otherwise create sizes of pictures that the thorough comparison
      // deletes.
      if (isThorough) await site.server.end('SIGTERM');
      return compareWritten(memory, { ...env, DATA_DIR: server.dataDir }, { random, isThorough });
    },
    close: async () => {
      await site.server.end('SIGTERM');
      await removeData(server);
    },
  };
  return site;
}

/**
 * Returns the environment variables for a server. On PostgreSQL, creates a database unless `more` contains
 * one.
 */
export async function serverEnvironment(
  kind: DatabaseKind,
  more: Record<string, string> = {},
): Promise<Record<string, string>> {
  const isOnPostgresql = kind === 'postgresql' && !more.DATABASE_URL;
  return {
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'error',
    // The writers send each message from a different address because of the rate limit. The server therefore reads the
    // address from a header.
    TRUST_PROXY: '1',
    // Loaded on demand, because `database.ts` needs the test runner and some callers run without it.
    ...(isOnPostgresql && { DATABASE_URL: await (await import('./database.ts')).createPostgresql() }),
    ...more,
  };
}

export async function killWhileWriting(site: WrittenSite, isThorough: boolean): Promise<string[]> {
  const { server, headers, memory, random } = site;
  let isOver = false;
  const place = { url: server.url, headers };
  const writing = writeContinuously({ place, memory, writers: 8, random, until: () => isOver });
  await wait(shortestMs + random() * (longestMs - shortestMs));
  server.process.kill('SIGKILL');
  isOver = true;
  await writing;
  await site.restart('SIGKILL');
  return site.compare(isThorough);
}

const shortestMs = 50;
const longestMs = 1200;

export async function signInByRest({ url }: Pick<RunningServer, 'url'>): Promise<string> {
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  return (await answer.json()).token;
}
