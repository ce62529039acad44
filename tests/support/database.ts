import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { migrations } from '../../prisma-free-migrations/list.ts';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { entities } from '../../src/entities.ts';

export const databaseKinds = ['sqlite', 'postgresql'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

export async function copyDatabase(kind: DatabaseKind, dataDir: string): Promise<Database> {
  if (kind === 'sqlite') {
    const base = inject('sqliteBase');
    await mkdir(dataDir, { recursive: true });
    for (const file of await readdir(base)) await copyFile(join(base, file), join(dataDir, file));
    return openDatabase({ entities, migrations, url: undefined, dataDir });
  }
  const url = await createPostgresql('atrium_base');
  return openDatabase({ entities, migrations, url, dataDir });
}

/** Returns the address of a new database, which is empty or a copy of `template`. */
export async function createPostgresql(template = 'template0'): Promise<string> {
  const server = inject('postgresql');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name} template ${template}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
