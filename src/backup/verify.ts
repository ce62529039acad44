import pg from 'pg';
import { readArchive } from './archive-reader.ts';
import { openArchivedRows } from './archived-rows.ts';
import type { DecryptionKeys } from './encryption.ts';
import type { Manifest } from './manifest.ts';
import { withTemporaryFolder } from './temporary-folder.ts';
import { connectPostgresql } from './postgresql-rows.ts';
import type { OnBackupProgress } from './progress.ts';
import { loadIntoPostgresql, expectMatchesManifest, unpackSqlite } from './load-database.ts';
import { openSqliteRows } from './sqlite-rows.ts';
import type { BackupTarget } from './target.ts';

/**
 * Checks that a backup can be restored. Restores its database into a temporary folder or database, and compares the
 * rows with the manifest. A backup of PostgreSQL needs a temporary database on the configured server. If no server is
 * configured, a backup in the form `rows` is only read. Returns the manifest.
 * @throws {Error} that says what is wrong
 */
export async function verifyBackup(
  target: BackupTarget,
  file: string,
  onProgress: OnBackupProgress = () => {},
  opening: DecryptionKeys = {},
): Promise<Manifest> {
  return withTemporaryFolder(target.dataDir, async (folder) => {
    const manifest = await readArchive(
      file,
      folder,
      (name) => name.startsWith('database/'),
      onProgress,
      opening,
    );
    if (manifest.database === 'sqlite')
      await expectMatchesManifest(manifest, openSqliteRows(await unpackSqlite(folder)));
    else if (target.url) await restoreBeside(target, target.url, manifest, folder);
    else if (manifest.database === 'rows')
      await expectMatchesManifest(manifest, openArchivedRows(folder, manifest));
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
