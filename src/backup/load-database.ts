import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import {
  type BackupTarget,
  databasePartNames,
  type Manifest,
  type OnBackupProgress,
  rowsPartName,
} from './manifest.ts';
import {
  clearDatabase,
  expectEmptyDatabase,
  fillPostgresql,
  openPostgresqlRows,
  restorePostgresql,
} from './postgresql.ts';
import {
  findDifferingTable,
  type RowSource,
  type TableFacts,
  tableFactsOf,
  type TableRow,
} from './table-rows.ts';
import { findSqliteDamage, openSqliteRows } from './sqlite.ts';

/**
 * Loads the database of an unpacked backup into an empty PostgreSQL, and compares it with the manifest.
 * @throws {Error} when the backup is damaged. The database may then hold some of it
 */
export async function loadIntoPostgresql(
  target: Pick<BackupTarget, 'makeTables'>,
  url: string,
  manifest: Manifest,
  folder: string,
): Promise<void> {
  if (manifest.database === 'pg_dump') await restorePostgresql(url, join(folder, databasePartNames.pg_dump));
  else {
    const source =
      manifest.database === 'rows'
        ? openArchivedRows(folder, manifest)
        : openSqliteRows(await unpackSqlite(folder, manifest));
    await target.makeTables(url, manifest.migrations);
    await fillPostgresql(url, Object.keys(manifest.tables), source).finally(() => source.close());
  }
  await expectRowsMatchManifest(manifest, await openPostgresqlRows(url));
}

/**
 * Unpacks the SQLite file of a backup in `folder`, and compares its rows with the manifest.
 * @throws {Error} when the file is damaged
 */
export async function unpackSqlite(folder: string, manifest: Manifest): Promise<string> {
  const file = join(folder, 'atrium.sqlite');
  const part = join(folder, databasePartNames.sqlite);
  await pipeline(createReadStream(part), createGunzip(), createWriteStream(file, { mode: 0o600 }));
  const damage = findSqliteDamage(file);
  if (damage) throw new Error(`the database of the backup is damaged: ${damage}`);
  await expectRowsMatchManifest(manifest, openSqliteRows(file));
  return file;
}

export function openArchivedRows(folder: string, { migrations, tables }: Manifest): RowSource {
  return {
    migrations: async () => migrations,
    rows: async function* (table) {
      const content = createReadStream(join(folder, rowsPartName(table))).pipe(createGunzip());
      for await (const line of createInterface({ input: content })) yield JSON.parse(line) as TableRow;
    },
    lastId: async (table) => tables[table]?.last_id ?? 0,
    close: async () => {},
  };
}

/**
 * Compares the rows of `source` with the manifest, and closes it.
 * @throws {Error} with the name of the first table that differs
 */
export async function expectRowsMatchManifest(manifest: Manifest, source: RowSource): Promise<void> {
  const actual = await tableFactsOf(source, Object.keys(manifest.tables)).finally(() => source.close());
  const difference = findDifferingTable(manifest.tables, actual);
  if (difference) throw new Error(`what was restored is not what was backed up: ${difference}`);
}

/**
 * Copies the rows of a SQLite file into an empty PostgreSQL database, and compares both.
 * @throws {Error} when the database is not empty, or when the copy fails or differs. It is empty again after
 * a failed copy
 */
export async function copyToPostgresql(
  { tables, makeTables }: Pick<BackupTarget, 'tables' | 'makeTables'>,
  file: string,
  url: string,
  onProgress: OnBackupProgress = () => {},
): Promise<Record<string, TableFacts>> {
  await expectEmptyDatabase(url);
  const source = openSqliteRows(file);
  try {
    const original = await tableFactsOf(source, tables);
    const total = Object.values(original).reduce((sum, { rows }) => sum + rows, 0);
    try {
      await makeTables(url, await source.migrations());
      let done = 0;
      await fillPostgresql(url, tables, source, () => {
        done += 1;
        onProgress(done, total);
      });
      const target = await openPostgresqlRows(url);
      const copied = await tableFactsOf(target, tables).finally(() => target.close());
      const difference = findDifferingTable(original, copied);
      if (difference) throw new Error(`the copy differs from its original: ${difference}`);
      return copied;
    } catch (error) {
      await clearDatabase(url);
      throw error;
    }
  } finally {
    await source.close();
  }
}
