import { isFilePath } from '../../shared/library-files.ts';
import { copyFile } from './copy-between-storages.ts';
import type { Storage } from './storage.ts';

/**
 * The pictures and files of trashed rows. They are in the private storage under the same names, because they
 * must not be served.
 */
export interface TrashedFiles {
  put(...paths: string[]): Promise<void>;
  bringBack(...paths: string[]): Promise<void>;
  drop(...paths: string[]): Promise<void>;
  list(): AsyncIterable<{ path: string; changedAt: Date }>;
}

/** Matches the keys of pictures. The private storage also contains the documents of messages. */
const pictureKey = /^[0-9a-f]{32}-(?:[0-9a-f]{8}){1,2}(?:-\d{1,5})?\.(?:jpeg|png|webp|avif)$/;
const isOfLibrary = (key: string) => pictureKey.test(key) || isFilePath(`uploads/${key}`);

/** Creates the store for files of trashed rows. `quarantine` is the folder for temporary copies. */
export function createTrashedFiles(shown: Storage, hidden: Storage, quarantine: string): TrashedFiles {
  const copyAll = (from: Storage, to: Storage, keys: string[]) =>
    Promise.all(keys.map((key) => copyUnlessThere(from, to, key, quarantine)));
  return {
    put: async (...paths) => {
      const keys = keysOf(paths);
      // All files are copied before any file is removed. After a crash, each file is therefore in at least
      // one storage.
      await copyAll(shown, hidden, keys);
      await Promise.all(keys.map((key) => shown.remove(key)));
    },
    bringBack: async (...paths) => {
      await copyAll(hidden, shown, keysOf(paths));
    },
    drop: async (...paths) => {
      await Promise.all(keysOf(paths).map((key) => hidden.remove(key)));
    },
    list: async function* () {
      for await (const { key, changedAt } of hidden.list()) {
        if (isOfLibrary(key)) yield { path: `uploads/${key}`, changedAt };
      }
    },
  };
}

function keysOf(paths: string[]): string[] {
  return paths.map((path) => path.replace(/^uploads\//, '')).filter(isOfLibrary);
}

async function copyUnlessThere(from: Storage, to: Storage, key: string, quarantine: string): Promise<void> {
  const [original, copy] = [await from.read(key), await to.read(key)];
  if (!original || original.bytes === copy?.bytes) return;
  await copyFile(from, to, key, quarantine);
  if ((await to.read(key))?.bytes !== original.bytes) throw new Error(`the copy of ${key} is not complete`);
}
