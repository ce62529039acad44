import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { joinMigrationNames } from '../database/migrate.ts';
import { readArchive } from './archive.ts';
import type { DecryptionKeys } from './encryption.ts';
import {
  expectRowsMatchManifest,
  loadIntoPostgresql,
  openArchivedRows,
  unpackSqlite,
} from './load-database.ts';
import {
  type BackupTarget,
  type Bucket,
  fileBuckets,
  type Manifest,
  type OnBackupProgress,
  pathExists,
  restoreMarker,
  sqliteFile,
} from './manifest.ts';
import {
  type EndedAccess,
  endOldAccessInPostgresql,
  endOldAccessInSqlite,
  findOutdatedAccounts,
  findSealingKeysOfApps,
} from './outdated-access.ts';
import { clearDatabase, connectPostgresql, expectEmptyDatabase, openPostgresqlRows } from './postgresql.ts';
import type { RowSource } from './table-rows.ts';
import { openSqliteRows } from './sqlite.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

interface RestoreOptions {
  onProgress?: OnBackupProgress;
  opening?: DecryptionKeys;
  /** The data folder or the `postgres://…` address. If absent, accounts are not compared. */
  replaced?: string | undefined;
}

export type RestoreResult = Manifest & EndedAccess;

/**
 * Restores a backup into an empty target, and compares the result with the manifest. Ends the restored
 * sessions, tokens and links. A backup of SQLite can be restored into PostgreSQL.
 * @throws {Error} when the target is not empty, or when the backup is damaged, is newer than this program, or
 * is of PostgreSQL while the target uses SQLite. Nothing of it then remains in the target
 */
export async function restoreBackup(
  target: BackupTarget,
  file: string,
  { onProgress = () => {}, opening = {}, replaced }: RestoreOptions = {},
): Promise<RestoreResult> {
  await undoRestore(target);
  await expectEmpty(target);
  // Opened before anything is written, so that a wrong address costs nothing.
  const source = replaced === undefined ? undefined : await openReplaced(replaced);
  try {
    return await withTemporaryFolder(target.dataDir, async (folder) => {
      const manifest = await readArchive(file, folder, () => true, onProgress, opening);
      expectRestorable(target, manifest);
      return { ...manifest, ...(await bringIn(target, manifest, folder, source)) };
    });
  } finally {
    await source?.close();
  }
}

/**
 * Restores the database of a backup into a temporary folder or database, and compares it with the manifest. A
 * backup of PostgreSQL needs a configured server; without one, the form `rows` is only read.
 * @throws {Error} that says what is wrong
 */
export async function verifyBackup(
  target: BackupTarget,
  file: string,
  onProgress: OnBackupProgress = () => {},
  opening: DecryptionKeys = {},
): Promise<Manifest> {
  return withTemporaryFolder(target.dataDir, async (folder) => {
    const isDatabase = (name: string) => name.startsWith('database/');
    const manifest = await readArchive(file, folder, isDatabase, onProgress, opening);
    if (manifest.database === 'sqlite') await unpackSqlite(folder, manifest);
    else if (target.url) await restoreBeside(target, target.url, manifest, folder);
    else if (manifest.database === 'rows')
      await expectRowsMatchManifest(manifest, openArchivedRows(folder, manifest));
    else throw new Error('the backup is of a PostgreSQL: DATABASE_URL must name a server to prove it on');
    return manifest;
  });
}

async function restoreBeside(
  target: BackupTarget,
  url: string,
  manifest: Manifest,
  folder: string,
): Promise<void> {
  const name = `atrium_proof_${crypto.randomUUID().replaceAll('-', '')}`;
  const beside = new URL(url);
  beside.pathname = `/${name}`;
  const client = await connectPostgresql(url);
  try {
    await client.query(`create database ${pg.escapeIdentifier(name)} template template0`);
    // The tables may be in a schema that only the search path of the original database has.
    await client.query(`alter database ${pg.escapeIdentifier(name)} set search_path from current`);
    await loadIntoPostgresql(target, beside.href, manifest, folder).finally(() =>
      client.query(`drop database ${pg.escapeIdentifier(name)}`),
    );
  } finally {
    await client.end();
  }
}

async function openReplaced(where: string): Promise<RowSource> {
  try {
    if (/^postgres(ql)?:/.test(where)) return await openPostgresqlRows(where);
    return openSqliteRows(sqliteFile(where));
  } catch (cause) {
    // The part of an address before the last @ may contain a password.
    const address = where.slice(where.lastIndexOf('@') + 1);
    throw new Error(`the replaced database ${address} cannot be read: ${(cause as Error).message}`, {
      cause,
    });
  }
}

async function expectEmpty({ dataDir, url, buckets: storages }: BackupTarget): Promise<void> {
  const refuse = (what: string) => {
    throw new Error(`a backup is restored into an empty place only: ${what} is there already`);
  };
  if (url) await expectEmptyDatabase(url);
  else {
    for (const file of ['', '-wal'].map((ending) => sqliteFile(dataDir) + ending)) {
      if (await pathExists(file)) refuse(file);
    }
  }
  for (const bucket of fileBuckets) {
    for await (const { key } of storages[bucket].list()) refuse(`${bucket}/${key}`);
  }
}

/** @throws {Error} when the backup is newer than this program, or of PostgreSQL and the target SQLite */
function expectRestorable(target: BackupTarget, { migrations, database }: Manifest): void {
  joinMigrationNames(target.migrations, migrations, 'the backup');
  if (!target.url && database !== 'sqlite') {
    throw new Error('the backup is of a PostgreSQL: DATABASE_URL must name an empty one');
  }
}

async function bringIn(
  target: BackupTarget,
  manifest: Manifest,
  folder: string,
  replaced: RowSource | undefined,
): Promise<EndedAccess> {
  const { dataDir, url, buckets: storages } = target;
  const sqlite = url ? undefined : await unpackSqlite(folder, manifest);
  const files = manifest.parts.map(({ name }) => name).filter((name) => !name.startsWith('database/'));
  await markRestore(target, folder, files);
  try {
    for (const name of files) {
      const [bucket, key = ''] = name.split('/') as [Bucket, string];
      await storages[bucket].put(key, join(folder, name));
    }
    if (url) await loadIntoPostgresql(target, url, manifest, folder);
    const rows = sqlite ? openSqliteRows(sqlite) : await openPostgresqlRows(url!);
    const { oldAccounts, sealing_keys } = await lookInto(rows, manifest, replaced);
    const event_id = sqlite
      ? endOldAccessInSqlite(sqlite, manifest.made_at, new Date())
      : await endOldAccessInPostgresql(url!, manifest.made_at, new Date());
    if (sqlite) await rename(sqlite, sqliteFile(dataDir));
    await rm(restoreMarker(dataDir));
    return { oldAccounts, sealing_keys, event_id };
  } catch (error) {
    // If this fails too, the marker remains, and the next restore undoes this one.
    await undoRestore(target).catch(() => {});
    throw error;
  }
}

const Marker = z.object({
  /** Host, port and name. Null for SQLite. */
  database: z.string().nullable(),
  /** `uploads/…` and `private/…` */
  files: z.array(z.string()),
});

/** Written first, so that the next restore can undo a killed one. `folder` is on the same disk. */
export async function markRestore(
  { url, dataDir }: BackupTarget,
  folder: string,
  files: string[],
): Promise<void> {
  const marker: z.output<typeof Marker> = { database: nameOf(url), files };
  const written = join(folder, 'marker');
  await writeFile(written, JSON.stringify(marker), { mode: 0o600, flush: true });
  await rename(written, restoreMarker(dataDir));
}

/**
 * Removes what an unfinished restore brought in, and its marker, if there is one.
 * @throws {Error} when that restore had another database as its target
 */
async function undoRestore({ url, dataDir, buckets: storages }: BackupTarget): Promise<void> {
  const text = await readFile(restoreMarker(dataDir), 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const marker = Marker.parse(JSON.parse(text));
  if (marker.database !== nameOf(url)) {
    throw new Error(
      `a restore into ${marker.database ?? 'SQLite'} was interrupted here: repeat it with the same settings first`,
    );
  }
  for (const name of marker.files) {
    const [bucket, key = ''] = name.split('/') as [Bucket, string];
    await storages[bucket].remove(key);
  }
  if (url) await clearDatabase(url);
  else await rm(sqliteFile(dataDir), { force: true });
  await rm(restoreMarker(dataDir));
}

function nameOf(url: string | undefined): string | null {
  if (!url) return null;
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}

/** Closes `restored`. */
async function lookInto(
  restored: RowSource,
  { tables }: Manifest,
  replaced: RowSource | undefined,
): Promise<Pick<EndedAccess, 'oldAccounts' | 'sealing_keys'>> {
  try {
    return {
      oldAccounts: replaced ? await findOutdatedAccounts(restored, replaced) : [],
      sealing_keys: tables.factors ? await findSealingKeysOfApps(restored) : [],
    };
  } finally {
    await restored.close();
  }
}
