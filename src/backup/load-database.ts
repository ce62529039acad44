import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { openArchivedRows } from './archived-rows.ts';
import { fillPostgresql } from './fill-postgresql.ts';
import { databasePart, type Manifest } from './manifest.ts';
import { clearDatabase, openPostgresqlRows } from './postgresql-rows.ts';
import { restorePostgresql } from './postgresql-tools.ts';
import { tableFactsOf, findDifference, type RowSource } from './rows.ts';
import { findSqliteDamage, openSqliteRows } from './sqlite-rows.ts';
import type { BackupTarget } from './target.ts';

/**
 * Loads the database of an unpacked backup into an empty PostgreSQL, and compares the rows with the manifest.
 * Removes the rows again when it throws.
 * @throws {Error} when the backup is damaged
 */
export async function loadIntoPostgresql(
  target: Pick<BackupTarget, 'makeTables'>,
  url: string,
  manifest: Manifest,
  folder: string,
): Promise<void> {
  try {
    if (manifest.database === 'pg_dump') await restorePostgresql(url, join(folder, databasePart.pg_dump));
    else {
      const source =
        manifest.database === 'rows'
          ? openArchivedRows(folder, manifest)
          : openSqliteRows(await unpackSqlite(folder));
      await target.makeTables(url, manifest.migrations);
      await fillPostgresql(url, Object.keys(manifest.tables), source).finally(() => source.close());
    }
    await expectMatchesManifest(manifest, await openPostgresqlRows(url));
  } catch (error) {
    await clearDatabase(url);
    throw error;
  }
}

/**
 * Unpacks the SQLite file of a backup in the same folder. Returns its path.
 * @throws {Error} when the file is damaged
 */
export async function unpackSqlite(folder: string): Promise<string> {
  const file = join(folder, 'atrium.sqlite');
  const part = join(folder, databasePart.sqlite);
  await pipeline(createReadStream(part), createGunzip(), createWriteStream(file, { mode: 0o600 }));
  const damage = findSqliteDamage(file);
  if (damage) throw new Error(`the database of the backup is damaged: ${damage}`);
  return file;
}

/**
 * Compares the rows of `source` with the manifest, and closes `source`.
 * @throws {Error} with the name of the first table that differs
 */
export async function expectMatchesManifest(manifest: Manifest, source: RowSource): Promise<void> {
  const found = await tableFactsOf(source, Object.keys(manifest.tables)).finally(() => source.close());
  const difference = findDifference(manifest.tables, found);
  if (difference) throw new Error(`what was restored is not what was backed up: ${difference}`);
}
