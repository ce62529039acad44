// On PostgreSQL alone: what every connection sets, and what it must not ask for.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backupTargetOf } from '../../src/services.ts';
import { makeBackup } from '../../src/backup/backup.ts';
import { openPostgresqlRows } from '../../src/backup/postgresql.ts';
import { verifyBackup } from '../../src/backup/restore.ts';
import { readSettings } from '../../src/config/env.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabaseProxy } from '../support/database-proxy.ts';
import { createPostgresql, openTestDatabase } from '../support/database.ts';
import { randomFrom, seed } from '../support/random.ts';
import { testApp } from '../support/test-app.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'atrium-sessions-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Makes a database whose sessions begin with other settings than PostgreSQL's own. */
async function createForeignDatabase(): Promise<string> {
  const url = await createPostgresql();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create schema company');
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  for (const setting of [
    "datestyle to 'German, DMY'",
    "timezone to 'Asia/Kathmandu'",
    'standard_conforming_strings to off',
    'extra_float_digits to -15',
    "default_transaction_isolation to 'serializable'",
    "intervalstyle to 'iso_8601'",
    "bytea_output to 'escape'",
    'statement_timeout to 9000',
    'search_path to company, public',
  ])
    await client.query(`alter database ${rows[0]!.name} set ${setting}`);
  await client.end();
  return url;
}

const words = {
  excerpt: 'C:\\temp\\n',
  content: '<p>\\\'; "x"</p>',
  category: 'Technology',
  is_published: true,
};

test('the defaults of a database change nothing, and its search path counts', async () => {
  const url = await createForeignDatabase();
  const database = await openTestDatabase({ url, dataDir });
  await migrate(database);
  const now = new Date('2026-02-03T04:05:06.789Z');
  const site = await testApp('postgresql', { database, clock: () => now });
  try {
    const made = await site.rest('admin').post('/api/admin/blog-posts', { title: "O'Brien \\ 1", ...words });
    expect(made.status).toBe(201);
    const { body } = await site.rest('admin').get(`/api/admin/blog-posts/${made.body.post.id}`);
    expect(body.post).toMatchObject({
      title: "O'Brien \\ 1",
      excerpt: words.excerpt,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    });
    const listed = await site
      .rest('admin')
      .get('/api/admin/blog-posts?updated_since=2026-02-03T04:05:06.000Z');
    expect(listed.body.posts).toHaveLength(1);

    const { rows } = await sql<{ schema: string }>`
      select schemaname as schema from pg_tables where tablename = 'posts'`.execute(database.read);
    expect(rows).toEqual([{ schema: 'company' }]);

    const target = await backupTargetOf(readSettings({ DATA_DIR: dataDir, DATABASE_URL: url }));
    const file = join(dataDir, 'a.tar.gz');
    await makeBackup(target, file);
    expect((await verifyBackup(target, file)).tables.posts).toMatchObject({ rows: 1 });
  } finally {
    await site.close();
    await database.close();
  }
});

/** The parameters that PgBouncer accepts without settings. */
const accepted = ['user', 'database', 'client_encoding', 'application_name'];

test('no connection begins with a parameter that poolers refuse', async () => {
  const proxy = await openDatabaseProxy(await createPostgresql('atrium_base'), randomFrom(seed));
  const database = await openTestDatabase({ url: proxy.url, dataDir });
  try {
    // One connection of each kind: of writes, of reads, of events and of backups.
    await database.fork().execute('select 1');
    await database.ping();
    const isConnected = new Promise((resolve) => database.events.onConnection(resolve));
    expect(await isConnected).toBe(true);
    await (await openPostgresqlRows(proxy.url)).close();
    expect(proxy.startups()).toHaveLength(4);
    for (const names of proxy.startups()) expect(accepted).toEqual(expect.arrayContaining(names));
  } finally {
    await database.close();
    await proxy.close();
  }
});
