import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnownMigration } from '../database/database.ts';
import type { Storage } from '../pictures/files/storage.ts';

export type OnBackupProgress = (done: number, total: number) => void;

export const buckets = ['uploads', 'private'] as const;
export type Bucket = (typeof buckets)[number];

export interface BackupTarget {
  dataDir: string;
  /** The `postgres://…` address of the database. Undefined for the SQLite file in `dataDir`. */
  url: string | undefined;
  buckets: Record<Bucket, Storage>;
  /** The tables whose rows are backed up. Triggers fill the other tables. */
  tables: readonly string[];
  migrations: readonly KnownMigration[];
  fileColumns: readonly ArchivedFileColumn[];
  /** Makes the tables of a database that has these migrations. */
  makeTables(url: string, executed: readonly string[]): Promise<void>;
}

export interface ArchivedFileColumn {
  table: string;
  column: string;
  bucket: Bucket;
}

export const restoreMarker = (dataDir: string) => join(dataDir, '.restoring');

/**
 * Checks that no restore into the data folder was interrupted.
 * @throws {Error} when the folder still contains the marker of a restore
 */
export async function expectNoInterruptedRestore(dataDir: string): Promise<void> {
  if (!(await pathExists(restoreMarker(dataDir)))) return;
  throw new Error(
    `a restore into ${dataDir} was interrupted, so some data is missing: run the same npm run restore again`,
  );
}

export const sqliteFile = (dataDir: string) => join(dataDir, 'atrium.sqlite');

/**
 * Returns the name of the archive part for the file that `value` names. Returns a falsy value when `value` is
 * empty or an external address.
 */
export function partNameOf({ bucket }: ArchivedFileColumn, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const key = bucket === 'uploads' ? /^uploads\/(\w[\w.-]*)$/.exec(value)?.[1] : value;
  return key ? `${bucket}/${key}` : undefined;
}

export function pathExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
