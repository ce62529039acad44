import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isFilePath } from '../../shared/library-files.ts';
import { pictureKey } from '../../shared/picture-view.ts';
import { type Storage, withTemporaryFile } from './storage.ts';

/**
 * Skips files that the other storage has with the same content, so an interrupted copy can continue.
 * @throws {Error} when a copy differs from its original
 */
export async function copyFiles(
  from: Storage,
  to: Storage,
  dataDir: string,
  onProgress: (done: number, all: number) => void,
): Promise<{ copied: number; skipped: number }> {
  const keys: string[] = [];
  for await (const { key } of from.list()) keys.push(key);
  const counts = { copied: 0, skipped: 0 };
  onProgress(0, keys.length);
  for (const [at, key] of keys.entries()) {
    const hash = await hashOf(from, key);
    if (hash !== undefined && hash === (await hashOf(to, key))) counts.skipped += 1;
    else {
      await copyFile(from, to, key, join(dataDir, 'quarantine'));
      if ((await hashOf(to, key)) !== hash) throw new Error(`the copy of ${key} differs from its original`);
      counts.copied += 1;
    }
    onProgress(at + 1, keys.length);
  }
  return counts;
}

/**
 * Earlier versions moved files of the library away while only the trash or a version needed them.
 * @throws {Error} when a copy is not complete
 */
export async function moveLibraryFilesBack(hidden: Storage, uploads: Storage, folder: string): Promise<void> {
  for await (const { key } of hidden.list()) {
    if (!pictureKey.test(key) && !isFilePath(`uploads/${key}`)) continue;
    const bytes = (await hidden.read(key))?.bytes;
    if ((await uploads.read(key))?.bytes !== bytes) await copyFile(hidden, uploads, key, folder);
    if ((await uploads.read(key))?.bytes !== bytes) throw new Error(`the copy of ${key} is not complete`);
    await hidden.remove(key);
  }
}

/** `folder` is on the disk of the local storage. Does nothing when there is no such file. */
async function copyFile(from: Storage, to: Storage, key: string, folder: string): Promise<void> {
  const file = await from.read(key);
  if (!file) return;
  await withTemporaryFile(folder, async (passing) => {
    await pipeline(file.open(), createWriteStream(passing));
    await to.put(key, passing);
  });
}

async function hashOf(storage: Storage, key: string): Promise<string | undefined> {
  const file = await storage.read(key);
  if (!file) return undefined;
  const hash = createHash('sha256');
  await pipeline(file.open(), hash);
  return hash.digest('hex');
}
