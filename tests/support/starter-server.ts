import { cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { stamp } from '../../src/build/freshness.js';
import { type RunningServer, startServer } from './running-server.ts';

const cache = resolve('node_modules/.cache/atrium-starter');
/**
 * How long a filled folder is reused, in milliseconds. The limit is needed because the dates of the starter content are
 * relative to the first start.
 */
const keptMs = 3_600_000;

/**
 * Starts the real server on a copy of a data folder with the starter content. A first start has filled that folder.
 */
export async function startStarterServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-server-'));
  await copyStarterFolder(dataDir);
  return startServer(env, dataDir);
}

/** Copies the folder while the cache is locked, because another process may replace a folder that is too old. */
async function copyStarterFolder(dataDir: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const unlock = await lockCache();
  try {
    await cp(await findStarterFolder(), dataDir, { recursive: true });
  } finally {
    unlock();
  }
}

/** Returns the folder of the cache, which this function fills first if necessary. Call it while the cache is locked. */
async function findStarterFolder(): Promise<string> {
  const [build, samples] = await Promise.all([stat(stamp), stat('samples/site/atrium.json')]);
  const folder = join(cache, `${build.mtimeMs} ${samples.mtimeMs}`);
  const facts = await stat(folder).catch(() => undefined);
  if (facts && Date.now() - facts.mtimeMs < keptMs) return folder;
  for (const name of await readdir(cache))
    if (name !== lockName) await rm(join(cache, name), { recursive: true });
  const unfinished = join(cache, 'unfinished');
  await fill(unfinished);
  await rename(unfinished, folder);
  return folder;
}

const lockName = 'lock.sqlite';

/**
 * Locks the cache, and returns a function that unlocks it. The lock is a SQLite lock, because SQLite releases
 * the lock of a process that has ended.
 */
async function lockCache(): Promise<() => void> {
  const lock = new Sqlite(join(cache, lockName), { timeout: 0 });
  for (;;) {
    try {
      lock.exec('begin exclusive');
      return () => lock.close();
    } catch (error) {
      if (!(error instanceof Sqlite.SqliteError) || error.code !== 'SQLITE_BUSY') throw error;
      await wait(100);
    }
  }
}

async function fill(folder: string): Promise<void> {
  const server = await startServer({ SEED: 'starter' }, folder);
  await server.end('SIGTERM');
}
