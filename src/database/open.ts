import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, DatabaseOptions } from './database.ts';

/**
 * Opens SQLite or PostgreSQL, whichever the options name. It does not migrate.
 *
 * @throws when the database can not be reached or its file not be written
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url) {
    const { openPostgresql } = await import('./postgresql.ts');
    return openPostgresql(options, options.url);
  }
  await mkdir(options.dataDir, { recursive: true });
  const { openSqlite } = await import('./sqlite.ts');
  return openSqlite(options, join(options.dataDir, 'atrium.sqlite'));
}
