import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { restoreBackup } from '../../src/backup/restore.ts';
import { backupTargetOf } from '../../src/services.ts';
import { readSettings } from '../../src/config/env.ts';
import type { Database } from '../../src/database/database.ts';
import { createPostgresql, type DatabaseKind, openTestDatabase } from './database.ts';
import { startEnvironment } from './start-command.ts';

/** The folder with the data of version 0.1. Its README describes the data. */
const frozen = 'tests/fixtures/version-0.1';

export type SiteEnvironment = Record<'DATA_DIR', string> & Partial<Record<'DATABASE_URL', string>>;

export async function copyFrozenFolder(dataDir: string): Promise<SiteEnvironment> {
  await cp(join(frozen, 'data'), dataDir, { recursive: true });
  await writeFile(join(dataDir, 'atrium.sqlite'), await unzip(join(frozen, 'atrium.sqlite.gz')));
  return { DATA_DIR: dataDir };
}

/** Of the second site of version 0.2, which has no files. */
export async function copyAccountsFolder(dataDir: string): Promise<SiteEnvironment> {
  await mkdir(dataDir, { recursive: true });
  const database = await unzip('tests/fixtures/version-0.2/accounts.sqlite.gz');
  await writeFile(join(dataDir, 'atrium.sqlite'), database);
  return { DATA_DIR: dataDir };
}

/** The programs whose databases `tests/fixtures/databases` has. */
export const earlierPrograms = ['0.1', '3a2e5217'] as const;
/** One of whose database only some of the joined migrations ran. */
export const programBetween = '09ad7cf8';

/** Opens a copy of the database of an earlier program, without migrating it. */
export async function openEarlierDatabase(
  kind: DatabaseKind,
  program: (typeof earlierPrograms)[number] | typeof programBetween,
  dataDir: string,
): Promise<Database> {
  const file = join('tests/fixtures/databases', program);
  if (kind === 'postgresql') return openTestDatabase({ url: await loadDump(`${file}.sql.gz`), dataDir });
  await writeFile(join(dataDir, 'atrium.sqlite'), await unzip(`${file}.sqlite.gz`));
  return openTestDatabase({ dataDir });
}

async function unzip(file: string): Promise<Buffer> {
  return gunzipSync(await readFile(file));
}

/**
 * Copies the files of version 0.1, and loads its PostgreSQL dump into a new database. Returns the settings of
 * the site.
 */
export async function loadFrozenDump(dataDir: string): Promise<SiteEnvironment> {
  for (const name of ['uploads', 'private']) {
    await cp(join(frozen, 'data', name), join(dataDir, name), { recursive: true });
  }
  return { DATA_DIR: dataDir, DATABASE_URL: await loadDump(join(frozen, 'postgresql.sql.gz')) };
}

/** Loads a dump into a new database, and returns its address. */
async function loadDump(file: string): Promise<string> {
  const url = await createPostgresql();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`select from pg_available_extensions where name = 'pg_trgm'`);
    const dump = (await unzip(file)).toString();
    await client.query(statementsOf(dump, rows.length > 0));
  } finally {
    await client.end();
  }
  return url;
}

/**
 * Returns the statements of a dump, without the commands of psql. If this PostgreSQL lacks the extension for
 * the search index, the index is left out too.
 */
function statementsOf(dump: string, hasTrigrams: boolean): string {
  const dropped = hasTrigrams ? /^\\/ : /^\\|EXTENSION|gin_trgm_ops/;
  return dump
    .split('\n')
    .filter((line) => !dropped.test(line))
    .join('\n');
}

export async function restoreFrozenBackup(
  dataDir: string,
  { archive, kind, version = '0.1' }: { archive: string; kind: DatabaseKind; version?: string },
): Promise<SiteEnvironment> {
  const env = await emptySite(dataDir, kind);
  await restoreBackup(
    await backupTargetOf(readSettings(env)),
    join(`tests/fixtures/version-${version}`, archive),
  );
  return env;
}

/**
 * Imports the export of version 0.1 into an empty site. Returns the settings of the site, and the output and
 * the report of the import command.
 */
export async function importFrozenExport(dataDir: string, kind: DatabaseKind) {
  const env = await emptySite(dataDir, kind);
  const report = join(dataDir, '..', 'report.csv');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['src/commands/import.ts', 'atrium', join(frozen, 'export'), '--report', report],
    { env: { ...startEnvironment, ...env } },
  );
  return { env, stdout, report: await readFile(report, 'utf8') };
}

async function emptySite(dataDir: string, kind: DatabaseKind): Promise<SiteEnvironment> {
  return { DATA_DIR: dataDir, ...(kind === 'postgresql' && { DATABASE_URL: await createPostgresql() }) };
}
