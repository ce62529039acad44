// On both databases: PostgreSQL without the extension for trigrams.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { ensureTrigramIndexes } from '../../src/database/search/trigrams.ts';
import { listMessages } from '../../src/modules/inbox/messages.ts';
import { createPostgresql, openTestDatabase } from '../support/database.ts';
import { createMessage } from '../support/factories.ts';
import { isShortForm } from '../support/test-form.ts';

test.skipIf(isShortForm)(
  'when PostgreSQL does not allow creating pg_trgm, search works, warns that it is slow, and recovers later',
  async () => {
    const url = new URL(await createPostgresql());
    const owner = new pg.Client({ connectionString: url.href });
    await owner.connect();
    const role = `limited_${randomUUID().replaceAll('-', '')}`;
    await owner.query(`create role ${role} login; grant create, usage on schema public to ${role}`);
    url.username = role;
    const database = await openTestDatabase({ url: url.href });
    const find = (search: string) =>
      listMessages({ em: database.fork(), read: database.read, viewer: null, now: new Date() }, { search });

    await migrate(database);
    await createMessage(database.fork(), { subject: 'A Question' });
    expect(await ensureTrigramIndexes(database)).toMatch(
      /^search is slow on many rows: .*pg_trgm.*permission denied/,
    );
    expect((await find('QUEST')).meta.total).toBe(1);

    await owner.query('create extension pg_trgm');
    expect(await ensureTrigramIndexes(database)).toBeUndefined();
    expect(await database.orm.schema.getUpdateSchemaSQL()).toBe('');
    expect((await find('QUEST')).meta.total).toBe(1);
    await database.close();
    await owner.query(`drop owned by ${role}; drop role ${role}`);
    await owner.end();
  },
);
