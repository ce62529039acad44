import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrations } from '../../prisma-free-migrations/list.ts';
import type { DatabaseOptions } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { entities } from '../../src/entities.ts';
import { startPostgresql } from './postgresql.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder with a migrated SQLite file, to be copied. */
    sqliteBase: string;
    /** The address of a PostgreSQL server with a migrated database `atrium_base`, to be copied. */
    postgresql: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sqliteBase = await mkdtemp(join(tmpdir(), 'atrium-base-'));
  const server = await startPostgresql();
  const url = await server.createDatabase('atrium_base');
  await migrateOnce({ url: undefined, dataDir: sqliteBase });
  await migrateOnce({ url, dataDir: sqliteBase });
  project.provide('sqliteBase', sqliteBase);
  project.provide('postgresql', server.url);
  return async () => {
    await server.stop();
    await rm(sqliteBase, { recursive: true, force: true });
  };
}

async function migrateOnce(where: Pick<DatabaseOptions, 'url' | 'dataDir'>): Promise<void> {
  const database = await openDatabase({ entities, migrations, ...where });
  await migrate(database);
  await database.close();
}
