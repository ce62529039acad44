// On both databases: JSON of earlier versions and the migration of the log.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrations } from '../../prisma-free-migrations/list.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createPostgresql, databaseKinds, openTestDatabase } from '../support/database.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const path = '/api/admin/activities';

describe.each(databaseKinds)('entries of another version, on %s', (kind) => {
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp(kind);
    const db = site.database.fork().getKysely<Record<string, Record<string, unknown>>>();
    const isSqlite = kind === 'sqlite';
    const now = isSqlite ? Date.now() : new Date();
    const stored = { user_id: 7, user_name: 'Ada', metadata: '{}', created_at: now, search_text: 'ada' };
    for (const [type, module] of [
      ['create', 'testimonials'],
      ['publish', 'blog'],
      ['archive', 'events'],
    ]) {
      const entry = { ...stored, type, module, description: `Did ${type} of ${module}` };
      await db
        .insertInto('activities')
        .values({ ...entry, is_verified: isSqlite ? 1 : true, was_public: isSqlite ? 1 : true })
        .execute();
    }
    const event = { type: 'teleported', address: 'here', details: '{}', created_at: now, search_text: '' };
    await db.insertInto('security_events').values(event).execute();
  });
  afterAll(() => site.close());

  test.each(['admin', 'user'] as const)(
    '%s reads them in the log and its file as they are stored',
    async (role) => {
      const { status, body } = await site.rest(role).get(path);
      expect(status).toBe(200);
      expect(body.activities).toMatchObject([
        { type: 'archive', module: 'events', description: 'Did archive of events' },
        { type: 'publish', module: 'blog', description: 'Did publish of blog' },
        { type: 'create', module: 'testimonials', description: 'Did create of testimonials' },
      ]);
      expect(await site.as(role).activities.list.query({ page: 1, per_page: 10 })).toMatchObject({
        activities: body.activities,
      });
      expect((await site.rest(role).get(`${path}?search=ada`)).body.meta.total).toBe(3);
      const file = await site.rest(role).get('/api/admin/activities.csv');
      expect(file).toMatchObject({ status: 200, body: expect.stringContaining('Did archive of events') });
    },
  );

  test('the security log shows an event of another version by its stored word', async () => {
    const { status, body } = await site.rest('admin').get('/api/admin/security-events?search=');
    expect(status).toBe(200);
    expect(body.events).toContainEqual(expect.objectContaining({ type: 'teleported', address: 'here' }));
  });
});

describe.each(databaseKinds)('the log of the version before, on %s', (kind) => {
  test('stores callers’ words as notes and hides what is no longer shown; going back restores the words', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'atrium-log-'));
    const url = kind === 'postgresql' ? await createPostgresql() : undefined;
    const index = migrations.findIndex(({ name }) => name === '20261122-activity-actors');
    const open = (known: typeof migrations) => openTestDatabase({ url, dataDir, known });
    const older = await open(migrations.slice(0, index));
    await migrate(older);
    const db = older.fork().getKysely<Record<string, Record<string, unknown>>>();
    const flag = (value: boolean) => (kind === 'sqlite' ? Number(value) : value);
    const moment = kind === 'sqlite' ? 1 : new Date(1);
    const row = { created_at: moment, updated_at: moment, title: 'Ünal', search_text: 'ünal' };
    const post = { ...row, excerpt: 'E', content: 'C', category: 'Technology', tags: '[]' };
    await db
      .insertInto('posts')
      .values({ ...post, id: 1, is_published: flag(true) })
      .execute();
    await db
      .insertInto('posts')
      .values({ ...post, id: 2, is_published: flag(false) })
      .execute();
    const job = { ...row, description: 'D', type: 'Contract', location: 'L', department: 'D' };
    const lists = { requirements: '[]', responsibilities: '[]', application_link: '' };
    await db
      .insertInto('jobs')
      .values({ ...job, ...lists, id: 1, is_internship: flag(false), is_active: flag(true) })
      .execute();
    const enter = (
      [type, module, item_id]: [string, string | null, number],
      description: string,
      { isVerified = true, isTold = false, changes = '{}' as string | null } = {},
    ) =>
      db
        .insertInto('activities')
        .values({
          type,
          module,
          item_id,
          item_name: 'Ünal',
          description,
          user_name: 'Ida',
          metadata: '{}',
          changes,
          is_verified: flag(isVerified),
          has_caller_post: flag(isTold),
          user_id: 1,
          created_at: moment,
          search_text: `${description}\nIda`.toLowerCase(),
        })
        .execute();
    await enter(['update', 'blog', 1], 'Told of it', { isTold: true });
    await enter(['update', 'blog', 2], 'Restored blog post "Ünal"', { changes: null });
    await enter(['update', 'job', 1], 'Brought back', { isTold: true, changes: null });
    await enter(['delete', 'blog', 999], 'Only said', { isVerified: false, isTold: true });
    await enter(['create', 'team', 1], 'Created team member "Ünal"', { changes: null });
    await enter(['create', 'events', 1], 'Held', { isTold: true });
    const read = () => db.selectFrom('activities').selectAll().orderBy('id').execute();
    const before = await read();
    await older.close();

    const newer = await open(migrations.slice(0, index + 1));
    try {
      await migrate(newer);
      const rows = await newer
        .fork()
        .getKysely<Record<string, Record<string, unknown>>>()
        .selectFrom('activities')
        .selectAll()
        .orderBy('id')
        .execute();
      expect(
        rows.map(({ description, note, was_public, user_email }) => [
          description,
          note,
          Boolean(was_public),
          user_email,
        ]),
      ).toEqual([
        ['Updated blog post "Ünal"', 'Told of it', true, null],
        ['Restored blog post "Ünal"', null, false, null],
        ['Restored job posting "Ünal"', 'Brought back', true, null],
        ['Only said', 'Only said', false, null],
        ['Created team member "Ünal"', null, true, null],
        ['Held', 'Held', false, null],
      ]);
      expect(rows.map(({ search_text, open_search_text }) => [search_text, open_search_text])).toMatchObject([
        ['updated blog post "ünal"\nida', ''],
        ['restored blog post "ünal"\nida', 'updated blog post: a draft\nida'],
        ['restored job posting "ünal"\nida', ''],
        ['only said\nida', 'deleted blog post: a draft\nida'],
        ['created team member "ünal"\nida', ''],
        ['held\nida', 'created events: a draft\nida'],
      ]);
      await newer.orm.migrator.down();
      const after = await sql<Record<string, unknown>>`select * from activities order by id`.execute(
        newer.fork().getKysely(),
      );
      expect(after.rows).toEqual(before);
    } finally {
      await newer.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
