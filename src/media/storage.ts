import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** The storage can not be reached, or does not do its work. */
export class StorageAway extends Error {
  readonly code = 'STORAGE_AWAY';
}

/**
 * Where finished files are kept, by key: a local folder or an S3 store; callers see this alone. Each act may throw
 * {StorageAway}.
 */
export interface Storage {
  /** Keeps a local file under a key; when it returns, the file survives a loss of power. */
  keep(key: string, localPath: string): Promise<void>;
  /** The file's size and stream, or nothing when there is none. */
  read(
    key: string,
  ): Promise<{ bytes: number; open(range?: { start: number; end: number }): Readable } | undefined>;
  remove(key: string): Promise<void>;
  /** Every file there is. */
  list(): AsyncIterable<{ key: string; bytes: number; changedAt: Date }>;
  /** Resolves when the storage can be written; rejects otherwise. */
  ping(): Promise<void>;
}

/** Files in one local folder. The quarantine must lie on the same disk, so that keeping is one rename. */
export function createFolderStorage(folder: string): Storage {
  return {
    keep: async (key, localPath) => {
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
      await mkdir(folder, { recursive: true });
      for await (const entry of await opendir(folder)) {
        // What begins with a dot is the storage's own.
        const isKept = entry.isFile() && !entry.name.startsWith('.');
        const facts = isKept && (await stat(join(folder, entry.name)).catch(() => undefined));
        if (facts) yield { key: entry.name, bytes: facts.size, changedAt: facts.mtime };
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

async function flushToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
