import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { KnownMigration } from '../database/database.ts';
import type { Storage } from '../pictures/files/storage.ts';
import { TableFacts } from './table-rows.ts';

const databaseForms = ['sqlite', 'pg_dump', 'rows'] as const;
export type DatabaseDumpFormat = (typeof databaseForms)[number];

/** A restore writes only files with such names. */
const partName = /^(?:(?:uploads|private)\/\w[\w.-]*|database\/\w[\w.-]*)$/;

export const BackupPart = z.object({
  name: z.string().regex(partName),
  bytes: z.int().nonnegative(),
  sha256: z.string(),
});
export type BackupPart = z.output<typeof BackupPart>;

export const Manifest = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  database: z.enum(databaseForms),
  migrations: z.array(z.string()),
  tables: z.record(z.string().regex(/^\w+$/), TableFacts),
  /** Files that rows named but that did not exist when the backup was made. */
  missing: z.array(z.string()),
  parts: z.array(BackupPart),
  /** Always false: tells readers of the manifest that the sealing key is not in the archive. */
  holds_sealing_key: z.boolean().default(false),
  /** The ids of the sealing keys that encrypt values in the table `secrets`. */
  sealed_with: z.array(z.string()).default([]),
});
export type Manifest = z.output<typeof Manifest>;

export const manifestName = 'manifest.json';
export const manifestHashName = 'manifest.sha256';

export const databasePartNames = {
  sqlite: 'database/atrium.sqlite.gz',
  pg_dump: 'database/atrium.dump',
} as const;

export const rowsPartName = (table: string) => `database/${table}.ndjson.gz`;

export function countTableRows({ tables }: Pick<Manifest, 'tables'>): number {
  return Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);
}

export function countFiles({ parts }: Pick<Manifest, 'parts'>): number {
  return parts.filter(({ name }) => !name.startsWith('database/')).length;
}

export type OnBackupProgress = (done: number, total: number) => void;

export const fileBuckets = ['uploads', 'private'] as const;
export type Bucket = (typeof fileBuckets)[number];

export interface BackupTarget {
  dataDir: string;
  /** Undefined for the SQLite file in `dataDir`. */
  url: string | undefined;
  buckets: Record<Bucket, Storage>;
  /** Triggers fill the other tables. */
  tables: readonly string[];
  migrations: readonly KnownMigration[];
  fileColumns: readonly ArchivedFileColumn[];
  makeTables(url: string, executed: readonly string[]): Promise<void>;
}

interface ArchivedFileColumn {
  table: string;
  column: string;
  bucket: Bucket;
}

export const restoreMarker = (dataDir: string) => join(dataDir, '.restoring');

/** @throws {Error} when the folder still contains the marker of a restore */
export async function expectNoInterruptedRestore(dataDir: string): Promise<void> {
  if (!(await pathExists(restoreMarker(dataDir)))) return;
  throw new Error(
    `a restore into ${dataDir} was interrupted, so some data is missing: run the same npm run restore again`,
  );
}

export const sqliteFile = (dataDir: string) => join(dataDir, 'atrium.sqlite');

/** Returns a falsy value when `value` is empty or an external address. */
export function partNameOfFile({ bucket }: ArchivedFileColumn, value: unknown): string | undefined {
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
