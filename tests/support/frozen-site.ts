import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { restoreBackup } from '../../src/backup/restore.ts';
import { backupTargetOf } from '../../src/backup-target.ts';
import { readSettings } from '../../src/config/env.ts';
import { createPostgresql, type DatabaseKind } from './database.ts';
import { startEnvironment } from './start-command.ts';

/** The folder with the data of version 0.1. Its README describes the data. */
const frozen = 'tests/fixtures/version-0.1';

export type SiteEnvironment = Record<'DATA_DIR', string> & Partial<Record<'DATABASE_URL', string>>;

export async function copyFrozenFolder(dataDir: string): Promise<SiteEnvironment> {
  await cp(join(frozen, 'data'), dataDir, { recursive: true });
  await writeFile(join(dataDir, 'atrium.sqlite'), await readFrozen('atrium.sqlite'));
  return { DATA_DIR: dataDir };
}

/** Returns the uncompressed SQLite file or PostgreSQL dump of version 0.1. */
async function readFrozen(name: 'atrium.sqlite' | 'postgresql.sql'): Promise<Buffer> {
  return gunzipSync(await readFile(join(frozen, `${name}.gz`)));
}

/**
 * Copies the files of version 0.1, and loads its PostgreSQL dump into a new database. Returns the settings of
 * the site.
 */
export async function loadFrozenDump(dataDir: string): Promise<SiteEnvironment> {
  for (const name of ['uploads', 'private']) {
    await cp(join(frozen, 'data', name), join(dataDir, name), { recursive: true });
  }
  const url = await createPostgresql();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`select from pg_available_extensions where name = 'pg_trgm'`);
    const dump = (await readFrozen('postgresql.sql')).toString();
    await client.query(statementsOf(dump, rows.length > 0));
  } finally {
    await client.end();
  }
  return { DATA_DIR: dataDir, DATABASE_URL: url };
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
  { archive, kind }: { archive: 'backup.tar' | 'backup-rows.tar'; kind: DatabaseKind },
): Promise<SiteEnvironment> {
  const env = await emptySite(dataDir, kind);
  await restoreBackup(await backupTargetOf(readSettings(env)), join(frozen, archive));
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
