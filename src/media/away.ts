import { copyFile } from './copy-files.ts';
import type { Storage } from './storage.ts';

/** Kept pictures that nobody may see for now: they lie in the private storage, under the names they had. */
export interface AwayPictures {
  /** Moves files there; those that are not kept are left out. */
  put(...paths: string[]): Promise<void>;
  /** Copies files back to where they are served, unless they are there already. */
  bringBack(...paths: string[]): Promise<void>;
  /** Removes files from there. */
  drop(...paths: string[]): Promise<void>;
  /** Every file there. */
  list(): AsyncIterable<{ path: string; changedAt: Date }>;
}

/** The private storage holds other documents besides. */
const pictureKey = /^[0-9a-f]{32}-(?:[0-9a-f]{8}){1,2}(?:-\d{1,5})?\.(?:jpeg|png|webp|avif)$/;

/** `quarantine` is where a copy passes through on its way. */
export function createAwayPictures(shown: Storage, hidden: Storage, quarantine: string): AwayPictures {
  const copyAll = (from: Storage, to: Storage, keys: string[]) =>
    Promise.all(keys.map((key) => copyUnlessThere(from, to, key, quarantine)));
  return {
    put: async (...paths) => {
      const keys = keysOf(paths);
      // Nothing is taken away before all of it has arrived: what a crash leaves is whole in one of the two places.
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
        if (pictureKey.test(key)) yield { path: `uploads/${key}`, changedAt };
      }
    },
  };
}

function keysOf(paths: string[]): string[] {
  return paths.map((path) => path.replace(/^uploads\//, '')).filter((key) => pictureKey.test(key));
}

async function copyUnlessThere(from: Storage, to: Storage, key: string, quarantine: string): Promise<void> {
  const [original, copy] = [await from.read(key), await to.read(key)];
  if (!original || original.bytes === copy?.bytes) return;
  await copyFile(from, to, key, quarantine);
  if ((await to.read(key))?.bytes !== original.bytes) throw new Error(`the copy of ${key} is not whole`);
}
