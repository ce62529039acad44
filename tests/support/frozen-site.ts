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

/** The data of version 0.1, described in this folder's README. */
const frozen = 'tests/fixtures/version-0.1';

export type SiteEnvironment = Record<'DATA_DIR', string> & Partial<Record<'DATABASE_URL', string>>;

export async function copyFrozenFolder(dataDir: string): Promise<SiteEnvironment> {
  await cp(join(frozen, 'data'), dataDir, { recursive: true });
  await writeFile(join(dataDir, 'atrium.sqlite'), await readFrozen('atrium.sqlite'));
  return { DATA_DIR: dataDir };
}

/** Returns a database of version 0.1, which is stored compressed. */
async function readFrozen(name: 'atrium.sqlite' | 'postgresql.sql'): Promise<Buffer> {
  return gunzipSync(await readFile(join(frozen, `${name}.gz`)));
}

/** Copies the files of version 0.1, and loads its PostgreSQL dump into a new database. */
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

/** Removes psql commands, and the search index when this PostgreSQL lacks the extension for it. */
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

/** Runs the import command on an empty site. */
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
