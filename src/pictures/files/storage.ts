import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

export class StorageUnavailable extends Error {
  readonly code = 'STORAGE_UNAVAILABLE';
}

/** Every method may throw {StorageUnavailable}. */
export interface Storage {
  /** Moves a local file here. It survives a power failure once the promise resolves. */
  put(key: string, localPath: string): Promise<void>;
  read(
    key: string,
  ): Promise<{ bytes: number; open(range?: { start: number; end: number }): Readable } | undefined>;
  remove(key: string): Promise<void>;
  /** In the byte order of their keys. */
  list(): AsyncIterable<{ key: string; bytes: number; changedAt: Date }>;
  ping(): Promise<void>;
}

/** Local files for `put` must be on the same disk, so that storing is one rename. */
export function createFolderStorage(folder: string): Storage {
  return {
    put: async (key, localPath) => {
      const target = join(folder, key);
      await mkdir(dirname(target), { recursive: true });
      await flushToDisk(localPath);
      await rename(localPath, target);
      await flushToDisk(dirname(target));
    },
    read: async (key) => {
      const path = join(folder, key);
      const facts = await stat(path).catch(() => undefined);
      if (!facts?.isFile()) return undefined;
      return { bytes: facts.size, open: (range) => createReadStream(path, range) };
    },
    remove: (key) => rm(join(folder, key), { force: true }),
    list: async function* () {
      for (let after = ''; ; ) {
        const keys = await keysAfter(folder, after);
        for (const key of keys) {
          const facts = await stat(join(folder, key)).catch(() => undefined);
          if (facts) yield { key, bytes: facts.size, changedAt: facts.mtime };
        }
        if (keys.length < keysAtOnce) return;
        after = keys.at(-1)!;
      }
    },
    ping: async () => {
      await mkdir(folder, { recursive: true });
      const probe = join(folder, '.probe');
      await (await open(probe, 'w')).close();
      await rm(probe);
    },
  };
}

const keysAtOnce = 10_000;

/** A folder lists its names unsorted, so each call reads all but holds only the first ones in memory. */
async function keysAfter(folder: string, after: string): Promise<string[]> {
  let keys: string[] = [];
  let last: string | undefined;
  const cut = () => {
    keys = keys.sort().slice(0, keysAtOnce);
    if (keys.length === keysAtOnce) last = keys.at(-1);
  };
  const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for await (const entry of entries) {
    const isWanted = entry.name > after && (last === undefined || entry.name < last);
    // Names of the storage's temporary files begin with a dot.
    if (isWanted && entry.isFile() && !entry.name.startsWith('.')) keys.push(entry.name);
    if (keys.length === 2 * keysAtOnce) cut();
  }
  cut();
  return keys;
}

async function flushToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
