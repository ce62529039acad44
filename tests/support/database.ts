import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { inject, test } from 'vitest';
import { migrations } from '../../prisma-free-migrations/list.ts';
import type { Database, DatabaseOptions } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { entities } from '../../src/entities.ts';
import { answerTimeoutMs } from './postgresql.ts';
import { isShortForm } from './test-form.ts';

export type DatabaseKind = Database['kind'];

declare module 'vitest' {
  export interface ProvidedContext {
    databaseKinds: DatabaseKind[];
  }
}

/** The databases on which the tests of the current project run. `vite.config.ts` sets them. */
export const databaseKinds = inject('databaseKinds');

/** Returns `test` for what follows from no SQL: the short form runs it on SQLite alone. */
export const onceInGate = (kind: DatabaseKind) => test.skipIf(isShortForm && kind === 'postgresql');

/** Opens a database without migrating it. `known` replaces the list of migrations. */
export function openTestDatabase({
  url,
  dataDir = '',
  known = migrations,
}: Pick<Partial<DatabaseOptions>, 'url' | 'dataDir'> & { known?: typeof migrations }): Promise<Database> {
  return openDatabase({ entities, migrations: known, url, dataDir, answerTimeoutMs });
}

/**
 * Opens a copy of the migrated base database. Closing a copy on PostgreSQL also drops it, because all copies
 * together would not fit into memory.
 */
export async function copyDatabase(kind: DatabaseKind, dataDir: string): Promise<Database> {
  if (kind === 'sqlite') {
    const base = inject('sqliteBase');
    await mkdir(dataDir, { recursive: true });
    for (const file of await readdir(base)) await copyFile(join(base, file), join(dataDir, file));
    return openTestDatabase({ dataDir });
  }
  const url = await createPostgresql('atrium_base');
  const database = await openTestDatabase({ url, dataDir });
  const close = async () => {
    await database.close();
    await askServer(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
  };
  return { ...database, close };
}

/** Returns the address of a new database, which is empty or a copy of `template`. */
export async function createPostgresql(template = 'template0'): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await askServer(`create database ${name} template ${template}`);
  const url = new URL(inject('postgresql'));
  url.pathname = `/${name}`;
  return url.href;
}

async function askServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresql') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
