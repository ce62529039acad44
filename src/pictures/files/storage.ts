import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isFilePath } from '../../shared/library-files.ts';
import { pictureKey } from '../../shared/picture-view.ts';
import type { Upload } from '../../shared/uploads.ts';

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

/** A hash of the content and 64 random bits: for ever cacheable, impossible to guess, one for each row. */
export async function makeFileName(path: string, ending = randomHex(8)): Promise<string> {
  return `${await contentPart(createReadStream(path))}-${ending}`;
}

export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

/** False for the smaller sizes of a picture, whose keys have the hash of their original. */
export async function matchesNameHash(key: string, file: Readable): Promise<boolean> {
  return key.startsWith(`${await contentPart(file)}-`);
}

async function contentPart(file: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(file, hash);
  return hash.digest('hex').slice(0, 32);
}

/** `act` may create the file. It is deleted in every case. */
export async function withTemporaryFile<T>(folder: string, act: (path: string) => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  try {
    return await act(path);
  } finally {
    await rm(path, { force: true });
  }
}

/** Those that have not changed since `before`. */
export async function sweepQuarantine(folder: string, before: Date): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const old = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const facts = await stat(path).catch(() => undefined);
      if (!facts || facts.mtime > before) return 0;
      await rm(path, { force: true });
      return 1;
    }),
  );
  return old.reduce<number>((sum, one) => sum + one, 0);
}

type PrivateFileEnding = 'pdf' | 'bin' | 'eml';

export interface PrivateFiles {
  /** By default a PDF. Other files of a mail are `bin`, its source `eml`. */
  keep(file: Pick<Upload, 'path'>, ending?: PrivateFileEnding): Promise<string>;
  /** A part of the key. Two documents have the same hash only when their bytes are equal. */
  contentOf(key: string): string;
  read: Storage['read'];
  remove: Storage['remove'];
  list: Storage['list'];
}

const documentKey = /^[0-9a-f]{32}-(?:[0-9a-f]{8}){1,2}\.(?:pdf|bin|eml)$/;

/** `storage` must not be served to browsers. */
export function createPrivateFiles(storage: Storage): PrivateFiles {
  return {
    keep: async ({ path }, ending = 'pdf') => {
      const key = `${await makeFileName(path)}.${ending}`;
      await storage.put(key, path);
      return key;
    },
    contentOf: (key) => key.split('-')[0] ?? key,
    read: storage.read,
    remove: storage.remove,
    list: async function* () {
      for await (const file of storage.list()) if (documentKey.test(file.key)) yield file;
    },
  };
}

/**
 * Skips files that the other storage has with the same content, so an interrupted copy can continue.
 * @throws {Error} when a copy differs from its original
 */
export async function copyStorageFiles(
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
