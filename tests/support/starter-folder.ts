import { cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { stamp } from '../../src/build/freshness.js';
import { readSettings } from '../../src/config/env.ts';
import { makeNextSizes } from '../../src/modules/pictures/sizes.service.ts';
import { openServices } from '../../src/services.ts';
import { type RunningServer, startServer } from './running-server.ts';

const cache = resolve('node_modules/.cache/atrium-starter');
/** The dates of the starter content are relative to the first start. */
const keptMs = 3_600_000;

/**
 * Starts the real server with the starter content and all sizes of its pictures, in a copy of a folder that a
 * first start has filled. Making the pictures in each test file took a fifth of the time of the browser tests.
 */
export async function startStarterServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-server-'));
  await cp(await findStarterFolder(), dataDir, { recursive: true });
  return startServer(env, dataDir);
}

async function findStarterFolder(): Promise<string> {
  await mkdir(cache, { recursive: true });
  const unlock = await lockCache();
  try {
    // Another build may have other starter content.
    const folder = join(cache, `${(await stat(stamp)).mtimeMs}`);
    const facts = await stat(folder).catch(() => undefined);
    if (facts && Date.now() - facts.mtimeMs < keptMs) return folder;
    for (const name of await readdir(cache))
      if (name !== lockName) await rm(join(cache, name), { recursive: true });
    const unfinished = join(cache, 'unfinished');
    await fill(unfinished);
    await rename(unfinished, folder);
    return folder;
  } finally {
    unlock();
  }
}

const lockName = 'lock.sqlite';

/** SQLite releases the lock of a process that has ended. */
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
  const services = await openServices(readSettings({ DATA_DIR: folder, SEED: 'none' }));
  const { database, pictures } = services;
  const work = () => ({
    ...{ em: database.fork(), read: database.read, viewer: null, now: new Date(), pictures },
    warn: (line: string) => process.stderr.write(`${line}\n`),
  });
  // The server makes one picture at a time, because visitors come first.
  const makeAll = async () => {
    while (await makeNextSizes(work()));
  };
  await Promise.all([makeAll(), makeAll()]);
  await services.cleaner.close();
  await database.close();
}
