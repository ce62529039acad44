import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from '../pictures/files/storage.ts';
import { joinNames } from '../database/migrate.ts';
import { readArchive } from './archive-reader.ts';
import type { DecryptionKeys } from './encryption.ts';
import {
  type EndedAccess,
  endOldAccessInPostgresql,
  endOldAccessInSqlite,
  findOutdatedAccounts,
  type OutdatedAccount,
} from './outdated-access.ts';
import { expectMatchesManifest, loadIntoPostgresql, unpackSqlite } from './load-database.ts';
import { markRestoring, undoInterrupted, unmarkRestoring } from './interrupted-restore.ts';
import type { Manifest } from './manifest.ts';
import { withTemporaryFolder } from './temporary-folder.ts';
import { connectPostgresql, clearDatabase, openPostgresqlRows, tablesOf } from './postgresql-rows.ts';
import type { OnBackupProgress } from './progress.ts';
import type { RowSource } from './rows.ts';
import { openSqliteRows } from './sqlite-rows.ts';
import { type BackupTarget, type Bucket, buckets, pathExists, sqliteFile } from './target.ts';

export interface RestoreOptions {
  onProgress?: OnBackupProgress;
  opening?: DecryptionKeys;
  /**
   * The database that the restored database replaces: its data folder, or its `postgres://…` address. If absent,
   * accounts are not compared.
   */
  replaced?: string | undefined;
}

export type Restored = Manifest & EndedAccess;

/**
 * Restores a backup into an empty target, and compares the result with the manifest. Removes the restored sessions,
 * tokens and links. A backup of SQLite can be restored into PostgreSQL.
 * @throws {Error} when the target is not empty, or when the backup is damaged, is newer than this program, or is of
 * PostgreSQL while the target uses SQLite. In these cases, nothing of the backup remains in the target
 */
export async function restoreBackup(
  target: BackupTarget,
  file: string,
  { onProgress = () => {}, opening = {}, replaced }: RestoreOptions = {},
): Promise<Restored> {
  await undoInterrupted(target);
  await expectEmpty(target);
  // The replaced database is opened before anything is written, so that a wrong address stops the restore at
  // no cost.
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

async function openReplaced(where: string): Promise<RowSource> {
  try {
    if (/^postgres(ql)?:/.test(where)) return await openPostgresqlRows(where);
    return openSqliteRows(sqliteFile(where));
  } catch (cause) {
    // The part of an address before the last @ may contain a password.
    const named = where.slice(where.lastIndexOf('@') + 1);
    throw new Error(`the replaced database ${named} cannot be read: ${(cause as Error).message}`, { cause });
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
  for (const bucket of buckets) {
    for await (const { key } of storages[bucket].list()) refuse(`${bucket}/${key}`);
  }
}

export async function expectEmptyDatabase(url: string): Promise<void> {
  const client = await connectPostgresql(url);
  const [table] = await tablesOf(client).finally(() => client.end());
  if (table) throw new Error(`the database is not empty: it has a table ${table}`);
}

/**
 * Checks that the backup can be restored into the target.
 * @throws {Error} when the backup has a migration that this program does not have, or when the backup is of
 * PostgreSQL and the target uses SQLite
 */
export function expectRestorable(target: BackupTarget, { migrations, database }: Manifest): void {
  joinNames(target.migrations, migrations, 'the backup');
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
  const restored: [storage: Storage, key: string][] = [];
  const files = manifest.parts.map(({ name }) => name).filter((name) => !name.startsWith('database/'));
  await markRestoring(target, files);
  try {
    for (const name of files) {
      const [bucket, key = ''] = name.split('/') as [Bucket, string];
      restored.push([target.buckets[bucket], key]);
      await target.buckets[bucket].put(key, join(folder, name));
    }
    const ended = target.url
      ? await restorePostgresqlRows(target, target.url, manifest, folder, replaced)
      : await bringIntoSqlite(target, manifest, folder, replaced);
    await unmarkRestoring(target);
    return ended;
  } catch (error) {
    for (const [storage, key] of restored) await storage.remove(key);
    await unmarkRestoring(target);
    throw error;
  }
}

async function bringIntoSqlite(
  { dataDir }: BackupTarget,
  manifest: Manifest,
  folder: string,
  replaced: RowSource | undefined,
): Promise<EndedAccess> {
  const file = await unpackSqlite(folder);
  await expectMatchesManifest(manifest, openSqliteRows(file));
  const oldAccounts = await compareAccounts(openSqliteRows(file), replaced);
  const event_id = endOldAccessInSqlite(file, manifest.made_at, new Date());
  await mkdir(dataDir, { recursive: true });
  await rename(file, sqliteFile(dataDir));
  return { oldAccounts, event_id };
}

async function restorePostgresqlRows(
  target: BackupTarget,
  url: string,
  manifest: Manifest,
  folder: string,
  replaced: RowSource | undefined,
): Promise<EndedAccess> {
  await loadIntoPostgresql(target, url, manifest, folder);
  try {
    const oldAccounts = await compareAccounts(await openPostgresqlRows(url), replaced);
    const event_id = await endOldAccessInPostgresql(url, manifest.made_at, new Date());
    return { oldAccounts, event_id };
  } catch (error) {
    await clearDatabase(url);
    throw error;
  }
}

/**
 * Returns the outdated accounts. Returns an empty list when there is no replaced database. Closes `restored`
 * in both cases.
 */
async function compareAccounts(
  restored: RowSource,
  replaced: RowSource | undefined,
): Promise<OutdatedAccount[]> {
  try {
    return replaced ? await findOutdatedAccounts(restored, replaced) : [];
  } finally {
    await restored.close();
  }
}
