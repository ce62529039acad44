import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrations } from '../../prisma-free-migrations/list.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { ensureTrigrams } from '../../src/database/search/trigrams.ts';
import { entities } from '../../src/entities.ts';
import { listMessages } from '../../src/modules/inbox/inbox.service.ts';
import { createPostgresql } from '../support/database.ts';
import { createMessage } from '../support/factories.ts';

test('where PostgreSQL does not let us create pg_trgm, search works, says that it is slow, and mends itself later', async () => {
  const url = new URL(await createPostgresql());
  const owner = new pg.Client({ connectionString: url.href });
  await owner.connect();
  const role = `limited_${randomUUID().replaceAll('-', '')}`;
  await owner.query(`create role ${role} login; grant create, usage on schema public to ${role}`);
  url.username = role;
  const database = await openDatabase({ entities, migrations, url: url.href, dataDir: tmpdir() });
  const find = (search: string) =>
    listMessages({ em: database.fork(), read: database.read, viewer: null, now: new Date() }, { search });

  await migrate(database);
  await createMessage(database.fork(), { subject: 'A Question' });
  expect(await ensureTrigrams(database)).toMatch(
    /^search is slow on many rows: .*pg_trgm.*permission denied/,
  );
  expect((await find('QUEST')).meta.total).toBe(1);

  await owner.query('create extension pg_trgm');
  expect(await ensureTrigrams(database)).toBeUndefined();
  expect(await database.orm.schema.getUpdateSchemaSQL()).toBe('');
  expect((await find('QUEST')).meta.total).toBe(1);
  for (const _ of migrations) await database.orm.migrator.down();
  await database.close();
  await owner.query(`drop owned by ${role}; drop role ${role}`);
  await owner.end();
});
