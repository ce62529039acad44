import { access, mkdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Storage } from '../media/storage.ts';

export const buckets = ['uploads', 'private'] as const;
export type Bucket = (typeof buckets)[number];

export interface BackupTarget {
  dataDir: string;
  /** The `postgres://…` address. Undefined means SQLite in `dataDir`. */
  url: string | undefined;
  buckets: Record<Bucket, Storage>;
  /** The tables to copy. Triggers fill the other tables. */
  tables: readonly string[];
  migrations: readonly string[];
  fileColumns: readonly FileColumn[];
  makeTables(url: string, last: string | undefined): Promise<void>;
}

export interface FileColumn {
  table: string;
  column: string;
  bucket: Bucket;
}

export const sqliteFile = (dataDir: string) => join(dataDir, 'atrium.sqlite');

/** Returns undefined for an external address and for an empty value. */
export function partNamed({ bucket }: FileColumn, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const key = bucket === 'uploads' ? /^uploads\/(\w[\w.-]*)$/.exec(value)?.[1] : value;
  return key && `${bucket}/${key}`;
}

/**
 * Passes a temporary folder on the disk of `dataDir`. Deletes it and newly created empty folders afterwards.
 */
export async function withPassingFolder<T>(dataDir: string, act: (folder: string) => Promise<T>): Promise<T> {
  const missing = await missingFolders(dataDir);
  const folder = join(dataDir, `.passing-${crypto.randomUUID()}`);
  await mkdir(folder, { recursive: true });
  try {
    return await act(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    // `rmdir` fails for folders that are not empty.
    for (const one of missing) await rmdir(one).catch(() => {});
  }
}

async function missingFolders(dataDir: string): Promise<string[]> {
  const missing: string[] = [];
  for (const bucket of buckets)
    if (!(await isThere(join(dataDir, bucket)))) missing.push(join(dataDir, bucket));
  for (let at = resolve(dataDir); !(await isThere(at)); at = dirname(at)) missing.push(at);
  return missing;
}

export function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
