import { access } from 'node:fs/promises';
import { expectNoInterruptedRestore, sqliteFile } from '../backup/manifest.ts';
import { listTablesOfDatabase } from '../backup/postgresql.ts';
import { listSqliteTables } from '../backup/sqlite.ts';
import { readSettings, type Settings } from '../config/env.ts';
import { orExplain } from '../services.ts';

/**
 * The settings for a command that works on a site.
 * @throws {Error} when there is no site, or only a part of one
 */
export async function readSettingsOfSite(): Promise<Settings> {
  const settings = readSettings();
  await expectSite(settings);
  return settings;
}

/**
 * Creates nothing, so that a wrong setting is not taken for an empty site.
 * @throws {Error} when there is no site, or only a part of one
 */
export async function expectSite({
  DATABASE_URL: url,
  DATA_DIR: dataDir,
}: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>): Promise<void> {
  await expectNoInterruptedRestore(dataDir);
  const tables = await orExplain('the database cannot be opened', () =>
    url ? listTablesOfDatabase(url) : listTablesOfFile(sqliteFile(dataDir)),
  );
  if (tables.includes('migrations')) return;
  const place = url ? 'the database of DATABASE_URL' : `DATA_DIR ${dataDir}`;
  throw new Error(`there is no site in ${place}: this command needs the settings of the server`);
}

async function listTablesOfFile(file: string): Promise<string[]> {
  try {
    await access(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return listSqliteTables(file);
}
