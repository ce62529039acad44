// On both databases: the schema that one set of migrations makes with two dialects.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { migrations } from '../../prisma-free-migrations/list.ts';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { fold } from '../../src/shared/fold.ts';
import { Message } from '../../src/modules/inbox/message.entity.ts';
import { Job } from '../../src/modules/jobs/jobs.module.ts';
import { createPostgresql, databaseKinds, openTestDatabase } from '../support/database.ts';
import { chooseByForm, isShortForm } from '../support/test-form.ts';
import { createActivity, createJob, createMessage } from '../support/factories.ts';
import { insertMessages } from '../support/insert-messages.ts';
import { loadAllSamples } from '../support/sample-site.ts';

const names = migrations.map(({ name }) => name);

describe.each(databaseKinds)('the migrations on %s', (kind) => {
  async function withEmptyDatabase(
    act: (database: Database, reopen: () => Promise<Database>, where: string[]) => Promise<void>,
  ) {
    const dataDir = await mkdtemp(join(tmpdir(), 'atrium-migrations-'));
    const url = kind === 'postgresql' ? await createPostgresql() : undefined;
    const open = (known = migrations) => openTestDatabase({ url, dataDir, known });
    const database = await open();
    try {
      await act(database, () => open([]), url ? [dataDir, url] : [dataDir]);
    } finally {
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  }

  test('lead from nothing to exactly what the entities say', () =>
    withEmptyDatabase(async (database) => {
      expect(await migrate(database)).toEqual(names);
      expect(await migrate(database)).toEqual([]);
      expect(await database.orm.schema.getUpdateSchemaSQL()).toBe('');
    }));

  test('go down to nothing and up again, on the sample content', () =>
    withEmptyDatabase(async (database, _, [dataDir]) => {
      await migrate(database);
      await loadAllSamples(database, dataDir!, new Date());
      for (const _ of names) await database.orm.migrator.down();
      expect(await database.orm.migrator.getExecuted()).toEqual([]);
      expect(await migrate(database)).toEqual(names);
      expect(await database.orm.schema.getUpdateSchemaSQL()).toBe('');
    }));

  test.skipIf(isShortForm && kind === 'postgresql')(
    'close read messages and file spam at the moment of the migration, and keep all others as they were',
    () =>
      withEmptyDatabase(async (database) => {
        await migrate(database);
        const em = database.fork();
        const { id: about_id } = await createJob(em, { title: 'Carpenter' });
        for (const _ of [1, 2]) await createJob(em, { title: 'Mason' });
        const at = new Date('2020-01-01');
        for (const job of ['Carpenter', 'Mason'])
          await createMessage(em, {
            kind: 'application',
            email: 'Eva@Example.com',
            details: { job },
            is_read: job === 'Carpenter',
            created_at: at,
          });
        // More than one batch.
        const more = { subject: 'More', created_at: at, is_read: false };
        await insertMessages(
          database,
          Array.from({ length: 1200 }, () => more),
        );
        const { id: last } = await createMessage(em, { email: 'Tom@Example.com', phone: '+49 (0)30 12' });
        const [spam, trash] = [
          await createMessage(em, { spam_reasons: ['only links'], created_at: at }),
          await createMessage(em, { created_at: at }),
        ];
        trash.moveToTrash(at);
        await em.flush();
        const first = names.indexOf('20261130-inbox-work');
        await database.orm.migrator.down({ to: names[first - 1]! });
        expect(await migrate(database)).toEqual(names.slice(first));
        const [read, unread, newest, ...filed] = await database
          .fork()
          .find(Message, { id: [1, 2, last, spam.id, trash.id] }, { orderBy: { id: 'asc' } });
        // The version before has no trash. There, what was in it is not in the inbox.
        for (const message of filed) {
          expect(message.folder).toBe('spam');
          expect(message.moved_at!.getTime()).toBeGreaterThan(at.getTime());
        }
        expect(filed[0]!.spam_reasons).toEqual(['only links']);
        expect(newest).toMatchObject({ folder: 'inbox', moved_at: null, is_read: false });
        expect(newest!.search_text).toContain('4903012');
        expect(read).toMatchObject({ state: 'closed', about_id, email_key: 'eva@example.com' });
        expect(read!.closed_at!.getTime()).toBeGreaterThan(at.getTime());
        expect(unread).toMatchObject({ state: 'open', closed_at: null, about_id: null, assignee_id: null });
        expect(newest!.email_key).toBe('tom@example.com');
      }),
  );

  test.skipIf(isShortForm && kind === 'postgresql')(
    'count again on the way down, by triggers as before, and remove what counted on the way up',
    () =>
      withEmptyDatabase(async (database) => {
        await migrate(database);
        const em = database.fork();
        for (const is_active of [true, true, false]) await createJob(em, { is_active, type: 'Contract' });
        await createActivity(em, { type: 'update', module: 'blog' });
        const counts = async () => {
          const { rows } = await sql<{ name: string; facets: string; amount: number | string }>`
          select name, facets, sum(amount) as amount from row_counters group by name, facets
          having sum(amount) <> 0 order by name, facets`.execute(database.read);
          return rows.map(({ name, facets, amount }) => {
            const values = JSON.parse(facets) as unknown[];
            return [
              name,
              values.map((value) => (typeof value === 'boolean' ? Number(value) : value)),
              Number(amount),
            ];
          });
        };
        const searched = async (term: string) => {
          const { rows } =
            await sql`select id from activities_fts where activities_fts match ${term}`.execute(
              database.read,
            );
          return rows.length;
        };
        await database.orm.migrator.down({ to: '20261122-sitemap' });
        const counted = [
          ['activities', ['update', 'blog'], 1],
          ['activity_days', ['update', 1], 1],
          ['jobs', ['Contract', 0, 0], 1],
          ['jobs', ['Contract', 0, 1], 2],
        ];
        expect(await counts()).toEqual(counted);
        if (database.kind === 'sqlite') expect(await searched('type : upd AND was_public : "1  "')).toBe(1);
        // The tables of then lack columns of today's entities.
        const tables = database.fork().getKysely<{ jobs: Record<string, unknown> }>();
        const { id: _, ...job } = await tables.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
        const lists = Object.entries(job).map(([name, value]) => [
          name,
          Array.isArray(value) ? JSON.stringify(value) : value,
        ]);
        await tables.insertInto('jobs').values(Object.fromEntries(lists)).execute();
        await database.fork().nativeDelete(Job, { is_active: false });
        expect(await counts()).toEqual([...counted.slice(0, 2), ['jobs', ['Contract', 0, 1], 3]]);
        expect(await migrate(database)).toEqual(names.slice(names.indexOf('20261122-capped-counts')));
        await expect(counts()).rejects.toThrow(/row_counters/);
        const titles = await tables.selectFrom('jobs').select(['title', 'sort_title']).execute();
        expect(titles).not.toEqual([]);
        for (const { title, sort_title } of titles) expect(sort_title).toBe(fold(String(title)));
        await createJob(database.fork());
        if (database.kind === 'sqlite') {
          await expect(searched('type : upd')).rejects.toThrow(/no such column: type/);
          expect(await searched('search_text : wrote')).toBe(1);
        }
      }),
  );

  test.each(chooseByForm(['an empty one', 'one in use'], kind === 'sqlite' ? ['an empty one'] : []))(
    'DU7 killed half-way leave %s as it was, and go on from there',
    (what) =>
      withEmptyDatabase(async (database, _reopen, where) => {
        if (what === 'one in use') {
          await migrate(database);
          await createJob(database.fork());
        }
        const executed = await database.orm.migrator.getExecuted();
        const child = spawn(process.execPath, ['tests/support/endless-migration.ts', ...where], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        await once(child.stdout, 'data');
        child.kill('SIGKILL');
        await once(child, 'close');
        // All pending migrations run in one transaction.
        await expect.poll(() => database.orm.migrator.getExecuted()).toEqual(executed);
        expect(await migrate(database)).toEqual(what === 'one in use' ? [] : names);
        expect(await database.orm.schema.getUpdateSchemaSQL()).toBe('');
        expect(await database.fork().count(Job)).toBe(what === 'one in use' ? 1 : 0);
      }),
  );

  test('DU7 refuse a database that is newer than the program, in one line', () =>
    withEmptyDatabase(async (database, reopenWithoutMigrations) => {
      await migrate(database);
      const older = await reopenWithoutMigrations();
      await expect(migrate(older)).rejects.toThrow(/^the database is newer than this program: [^\n]+$/);
      await older.close();
    }));
});
