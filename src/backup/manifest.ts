import { z } from 'zod';
import { TableFacts } from './rows.ts';

/**
 * The forms in which a backup contains the database: a SQLite file, an archive of `pg_dump`, or the rows of
 * each table as lines of JSON.
 */
export const databaseForms = ['sqlite', 'pg_dump', 'rows'] as const;
export type DatabaseForm = (typeof databaseForms)[number];

/** The allowed names of parts. A restore never writes a file with another name. */
const partName = /^(?:(?:uploads|private)\/\w[\w.-]*|database\/\w[\w.-]*)$/;

export const Part = z.object({
  name: z.string().regex(partName),
  bytes: z.int().nonnegative(),
  sha256: z.string(),
});
export type Part = z.output<typeof Part>;

export const Manifest = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  database: z.enum(databaseForms),
  migrations: z.array(z.string()),
  tables: z.record(z.string().regex(/^\w+$/), TableFacts),
  /** The names of files that rows refer to, but that did not exist when the backup was made. */
  missing: z.array(z.string()),
  parts: z.array(Part),
  /** Always false. States for readers of the manifest that the archive does not contain the sealing key. */
  holds_sealing_key: z.boolean().default(false),
  /** The ids of the sealing keys with which values in the table `secrets` are encrypted. */
  sealed_with: z.array(z.string()).default([]),
});
export type Manifest = z.output<typeof Manifest>;

export const manifestName = 'manifest.json';
export const manifestHashName = 'manifest.sha256';

export const databasePart = { sqlite: 'database/atrium.sqlite.gz', pg_dump: 'database/atrium.dump' } as const;

export const rowsPart = (table: string) => `database/${table}.ndjson.gz`;

export function countTableRows({ tables }: Pick<Manifest, 'tables'>): number {
  return Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);
}

export function countFiles({ parts }: Pick<Manifest, 'parts'>): number {
  return parts.filter(({ name }) => !name.startsWith('database/')).length;
}
