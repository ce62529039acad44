// On both databases: the schema that one set of migrations makes with two dialects.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { version10 } from '../../prisma-free-migrations/1.0.ts';
import { migrations } from '../../prisma-free-migrations/list.ts';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { ensureTrigramIndexes } from '../../src/database/search/trigrams.ts';
import { Message } from '../../src/modules/inbox/message.entity.ts';
import { Job } from '../../src/modules/jobs/jobs.module.ts';
import { SecurityEvent } from '../../src/modules/security-log/security-event.ts';
import { User } from '../../src/modules/users/user.ts';
import { Activity } from '../../src/log/activity.entity.ts';
import { SiteSetting } from '../../src/settings/site-setting.entity.ts';
import { createSiteSettings } from '../../src/settings/site-settings.ts';
import {
  copyDatabase,
  createPostgresql,
  databaseKinds,
  onceInGate,
  openTestDatabase,
} from '../support/database.ts';
import { readRows, readSchema } from '../support/database-schema.ts';
import { earlierPrograms, openEarlierDatabase, programBetween } from '../support/frozen-site.ts';
import { chooseByForm, isShortForm } from '../support/test-form.ts';
import { createJob } from '../support/factories.ts';

const names = migrations.map(({ name }) => name);

describe.each(databaseKinds)('the migrations on %s', (kind) => {
  const testOnce = onceInGate(kind);
  type Act = (database: Database, reopen: () => Promise<Database>, where: string[]) => Promise<void>;
  const withEmptyDatabase = (act: Act) => withDatabase(false, act);
  /** A copy of the database that all tests copy. */
  const withMigratedDatabase = (act: Act) => withDatabase(true, act);

  async function withDatabase(isMigrated: boolean, act: Act) {
    const dataDir = await mkdtemp(join(tmpdir(), 'atrium-migrations-'));
    const url =
      kind === 'postgresql' ? await createPostgresql(isMigrated ? 'atrium_base' : undefined) : undefined;
    if (isMigrated && !url) await (await copyDatabase('sqlite', dataDir)).close();
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
      await ensureTrigramIndexes(database);
      expect(await database.orm.schema.getUpdateSchemaSQL()).toBe('');
    }));

  test('bring databases of all earlier programs to the schema of a new one, and to the same rows', () =>
    withEmptyDatabase(async (empty, _, [dataDir]) => {
      await migrate(empty);
      await ensureTrigramIndexes(empty);
      const schema = await readSchema(empty);
      await empty.close();
      const rows: Record<string, string[]>[] = [];
      for (const program of earlierPrograms) {
        const database = await openEarlierDatabase(kind, program, dataDir!);
        await migrate(database);
        await ensureTrigramIndexes(database);
        expect(await readSchema(database), program).toEqual(schema);
        const executed = await database.orm.migrator.getExecuted();
        expect(executed.map(({ name }) => name)).toEqual(names);
        expect(await migrate(database)).toEqual([]);
        // These are moments of the migration.
        for (const column of ['closed_at', 'moved_at'])
          await database.fork().nativeUpdate(Message, { [column]: { $ne: null } }, { [column]: new Date(0) });
        await database
          .fork()
          .nativeUpdate(SecurityEvent, { address: 'upgrade' }, { created_at: new Date(0) });
        await database
          .fork()
          .nativeUpdate(SiteSetting, { group_name: 'privacy' }, { created_at: new Date(0) });
        rows.push(await readRows(database));
        await database.close();
      }
      expect(rows[0]!.messages).toHaveLength(10);
      for (const [at, program] of earlierPrograms.entries()) expect(rows[at], program).toEqual(rows[0]);
    }));

  testOnce('leave counting off on a site that is there, with its other figures, and on for a new one', () =>
    withEmptyDatabase(async (empty, _, [dataDir]) => {
      await migrate(empty);
      const privacyOf = async (database: Database) => (await createSiteSettings(database).current()).privacy;
      expect((await privacyOf(empty)).counts_visits).toBe(true);
      await empty.close();
      const database = await openEarlierDatabase(kind, earlierPrograms.at(-1)!, dataDir!);
      const db = database.fork().getKysely<Record<string, Record<string, unknown>>>();
      for (const [version, contact_months] of [9, 7].entries())
        await db
          .insertInto('site_settings')
          .values({
            group_name: 'privacy',
            version: version + 1,
            value: JSON.stringify({ contact_months }),
            user_name: 'Ada',
            created_at: kind === 'sqlite' ? 0 : new Date(0),
          })
          .execute();
      await migrate(database);
      expect(await privacyOf(database)).toMatchObject({
        counts_visits: false,
        contact_months: 7,
        spam_days: 30,
      });
      await database.close();
    }),
  );

  describe('a database of 0.1', () => {
    let dataDir: string;
    let database: Database;
    const before = Date.now();
    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'atrium-migrations-'));
      database = await openEarlierDatabase(kind, '0.1', dataDir);
      await migrate(database);
    });
    afterAll(async () => {
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    });

    test('has its read messages closed and its spam filed at the moment of the migration, and no others', async () => {
      for (const { id, state, is_read, folder, closed_at, moved_at } of await database
        .fork()
        .find(Message, {})) {
        expect([state, closed_at && closed_at.getTime() >= before], `${id}`).toEqual(
          is_read ? ['closed', true] : ['open', null],
        );
        expect(moved_at && moved_at.getTime() >= before, `${id}`).toBe(folder === 'spam' || null);
      }
    });

    test('has its accounts active, with the last sign-in and the person of each event from the log', async () => {
      const em = database.fork();
      const users = await em.find(User, { id: { $lte: 4 } }, { orderBy: { id: 'asc' } });
      expect(users.map(({ deactivated_at }) => deactivated_at)).toEqual([null, null, null, null]);
      const lastSignIns = users.map(({ last_sign_in_at }) => last_sign_in_at?.toISOString());
      expect(lastSignIns).toEqual([
        '2026-11-22T02:54:55.130Z',
        '2026-11-22T05:00:00.123Z',
        '2026-11-22T06:00:00.123Z',
        '2026-11-22T07:00:00.123Z',
      ]);
      const about = await em.find(SecurityEvent, { of_id: { $ne: null } }, { orderBy: { id: 'asc' } });
      const persons = about.map(({ type, of_id }) => [type, of_id]);
      expect(persons).toEqual([
        ['user_created', 2],
        ['user_created', 3],
        ['user_created', 4],
        ['user_created', 5],
        ['user_deleted', 5],
        ['reset_used', 4],
      ]);
    });

    test('has the texts of programs in the log as notes, and those of hidden rows hidden', async () => {
      const entries = await database
        .fork()
        .find(Activity, { user_name: 'Ida Müßig' }, { orderBy: { id: 'asc' } });
      const columns = entries.map((entry) => [
        entry.description,
        entry.note ?? null,
        entry.was_public,
        entry.open_search_text,
      ]);
      expect(columns).toEqual([
        ['Updated blog post "Größe "x""', 'Told of it', true, ''],
        ['Restored blog post "Ünal"', null, false, 'updated blog post: a draft\nida mussig'],
        ['Restored job posting "Job’s"', 'Brought back', true, ''],
        ['Only said', 'Only said', false, 'deleted blog post: a draft\nida mussig'],
        ['Held', 'Held', false, 'created events: a draft\nida mussig'],
        ['Published', 'Published', true, ''],
        ['Nothing', null, false, 'created entry: a draft\nida mussig'],
        ['Told', 'Told', true, ''],
        ['Inactive “job”', null, false, 'created job posting: a draft\nida mussig'],
        ['Odd one', 'Odd one', false, 'odd entry: a draft\nida mussig'],
      ]);
    });
  });

  const between = [
    [programBetween, 'its later steps', version10.joined!.commit],
    ['0.1', '20261121-same-event', '3a2e5217'],
    ['3a2e5217', '20261128-row-languages', '3a2e5217'],
    ['3a2e5217', '20261121-pictures', '3a2e5217'],
  ] as const;
  // The names of the steps are compared, so the gate tries one on PostgreSQL.
  test.each(chooseByForm(between, kind === 'sqlite' ? between : between.slice(0, 1)))(
    'refuse a database of %s without %s in one line, and change nothing',
    (program, missing, commit) =>
      withEmptyDatabase(async (empty, _, [dataDir]) => {
        await empty.close();
        const database = await openEarlierDatabase(kind, program, dataDir!);
        if (program !== programBetween) await database.orm.migrator.unlogMigration(missing);
        const [schema, rows] = [await readSchema(database), await readRows(database)];
        await expect(migrate(database)).rejects.toThrow(
          `the database is between two versions: start commit ${commit} with it first`,
        );
        expect([await readSchema(database), await readRows(database)]).toEqual([schema, rows]);
        await database.close();
      }),
  );

  test('leave a database of the last commit before they were joined as it is', () =>
    withMigratedDatabase(async (database) => {
      const { name, joined } = version10;
      await database.orm.migrator.unlogMigration(name);
      for (const one of joined!.names) await database.orm.migrator.logMigration(one);
      const [schema, rows] = [await readSchema(database), await readRows(database)];
      expect(await migrate(database)).toEqual([]);
      // The name that joins them is noted last, also after the migration of a module that was added.
      const executed = (await database.orm.migrator.getExecuted()).map((one) => one.name);
      expect(executed).toEqual([...names.filter((one) => one !== name), name]);
      expect([await readSchema(database), await readRows(database)]).toEqual([schema, rows]);
    }));

  test.skipIf(isShortForm).each(['an empty one', 'one in use'])(
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
        await ensureTrigramIndexes(database);
        expect(await database.orm.schema.getUpdateSchemaSQL()).toBe('');
        expect(await database.fork().count(Job)).toBe(what === 'one in use' ? 1 : 0);
      }),
  );

  test('DU7 refuse a database that is newer than the program, in one line', () =>
    withMigratedDatabase(async (_, reopenWithoutMigrations) => {
      const older = await reopenWithoutMigrations();
      await expect(migrate(older)).rejects.toThrow(/^the database is newer than this program: [^\n]+$/);
      await older.close();
    }));
});
