import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, DatabaseOptions } from './database.ts';
import { entityMetadataOf, pictureColumnsOf, privateFileColumnsOf } from './file-columns.ts';

/** @throws {Error} when the database cannot be opened or written, or a column for files has an unexpected name */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const described = entityMetadataOf(options.entities);
  for (const columnsOf of [pictureColumnsOf, privateFileColumnsOf]) columnsOf(described);
  if (options.url) {
    const { openPostgresql } = await import('./postgresql.ts');
    return openPostgresql(options, options.url);
  }
  await mkdir(options.dataDir, { recursive: true });
  const { openSqlite } = await import('./sqlite.ts');
  return openSqlite(options, join(options.dataDir, 'atrium.sqlite'));
}
