import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countedTables } from '../../src/database/counted-tables.ts';
import { findWrongCounters, foldCounters, mendCounters } from '../../src/database/counter-check.ts';
import { readCounters, sumOf } from '../../src/database/counters.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { columnTypes } from '../../prisma-free-migrations/column-types.ts';
import { startListing, stopListing } from '../../prisma-free-migrations/listed-tables.ts';
import { Activity } from '../../src/modules/activities/activity.entity.ts';
import { listActivityDays } from '../../src/modules/dashboard/dashboard.service.ts';
import { Message } from '../../src/modules/inbox/message.entity.ts';
import { Job } from '../../src/modules/jobs/job.entity.ts';
import { Member } from '../../src/modules/team/member.entity.ts';
import { activityModules, activityTypes, jobTypes } from '../../src/shared/catalog.ts';
import { databaseKinds } from '../support/database.ts';
import { createActivity, createJob, createMember, createMessage } from '../support/factories.ts';
import { enterMessages } from '../support/many-rows.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const rolledBack = new Error('rolled back');

describe.each(databaseKinds)('the counters on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await testApp(kind);
  });
  afterAll(() => house.close());

  const work = () => ({
    ...{ em: house.database.fork(), read: house.database.read, viewer: null, now: new Date() },
  });

  test('are kept by triggers on each listed table', async () => {
    const { rows } = await (kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`
      : sql<{ name: string }>`select tgname as name from pg_trigger`
    ).execute(house.database.read);
    const names = rows.map(({ name }) => name);
    for (const table of Object.keys(countedTables)) {
      for (const act of ['insert', 'update', 'delete']) expect(names).toContain(`${table}_counted_${act}`);
    }
  });

  test('begin with a table that starts to be listed, and go with it', async () => {
    const db = house.database.fork().getKysely<unknown>();
    const { id, asId, moment } = columnTypes(db);
    const listed = { table: 'things', facets: ['kind'] };
    await house.database.fork().transactional(async (em) => {
      const migrating = em.getKysely<unknown>();
      await migrating.schema
        .createTable('things')
        .addColumn('id', id, asId)
        .addColumn('kind', 'text', (col) => col.notNull())
        .addColumn('search_text', 'text', (col) => col.notNull())
        .addColumn('created_at', moment, (col) => col.notNull())
        .execute();
      await startListing(migrating, listed);
    });
    await sql`insert into things (kind, search_text, created_at) values ('round', 'a ball', '2026-01-01')`.execute(
      db,
    );
    expect(sumOf(await readCounters(house.database.read, ['things']))).toBe(1);
    await house.database.fork().transactional(async (em) => {
      const migrating = em.getKysely<unknown>();
      await stopListing(migrating, listed);
      await migrating.schema.dropTable('things').execute();
    });
    expect(await readCounters(house.database.read, ['things'])).toEqual([]);
  });

  test('are what a recount gives, whatever is made, changed, deleted and rolled back', async () => {
    const step = fc.record({
      entity: fc.constantFrom(Message, Activity, Job, Member),
      act: fc.constantFrom('make', 'make', 'change', 'delete'),
      number: fc.nat(100),
      flags: fc.tuple(fc.boolean(), fc.boolean()),
    });
    type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
    const take = async ({ entity, act, number, flags: [one, other] }: Step, em = house.database.fork()) => {
      const type = jobTypes[number % jobTypes.length];
      const kinds = {
        type: activityTypes[number % activityTypes.length],
        module: one ? null : activityModules[number % activityModules.length],
      };
      if (act === 'make') {
        if (entity === Message) await createMessage(em, { is_read: one, spam_reasons: other ? ['x'] : [] });
        else if (entity === Activity) await createActivity(em, { ...kinds, is_verified: other });
        else if (entity === Job) await createJob(em, { type, is_active: one, is_internship: other });
        else await createMember(em, { section: one ? 'leadership' : 'development' });
        return;
      }
      const rows = await em.find(entity as typeof Message, {}, { orderBy: { id: 'asc' } });
      const row = rows[number % rows.length];
      if (!row) return;
      if (act === 'delete') return void (await em.nativeDelete(entity as typeof Message, { id: row.id }));
      const change: unknown = row;
      if (change instanceof Message) Object.assign(row, { is_read: one, is_spam: other });
      else if (change instanceof Activity) Object.assign(row, { ...kinds, is_verified: other });
      else if (change instanceof Job) Object.assign(row, { type, is_active: one, is_internship: other });
      else Object.assign(row, { section: one ? 'tech-support' : 'leadership' });
      await em.flush();
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), fc.boolean(), async (steps, isKept) => {
        const all = inTransaction(work(), async ({ em }) => {
          for (const one of steps) await take(one, em);
          if (!isKept) throw rolledBack;
        });
        await (isKept ? all : expect(all).rejects.toBe(rolledBack));
        expect(await findWrongCounters(house.database.fork())).toEqual([]);
      }),
      { numRuns: 25 },
    );
    await house.database.fork().nativeUpdate(Message, { is_spam: false }, { is_read: true });
    await house.database.fork().nativeDelete(Job, {});
    expect(await findWrongCounters(house.database.fork())).toEqual([]);
    const count = await house.database.fork().count(Message, { is_spam: false });
    const { body } = await house.rest('admin').get('/api/admin/messages?is_read=1');
    expect(body.meta.total).toBe(count);
    expect((await house.rest('admin').get('/api/admin/dashboard/stats')).body.jobCount).toBe(0);
  });

  test('that are wrong are named and set right, and say the same as the lists then', async () => {
    await createMember(house.database.fork(), { section: 'human-resource' });
    const db = house.database.fork().getKysely<unknown>();
    await sql`update row_counters set amount = amount + 2 where name = 'members' and facets like '%human%'`.execute(
      db,
    );
    const wrong = [{ name: 'members', day: 0, facets: '["human-resource"]', excess: 2 }];
    expect(await findWrongCounters(house.database.fork())).toEqual(wrong);
    expect((await house.rest('admin').get('/api/admin/team')).body.stats.by['human-resource']).toBe(3);
    expect(await mendCounters(house.database.fork())).toEqual(wrong);
    expect(await mendCounters(house.database.fork())).toEqual([]);
    expect((await house.rest('admin').get('/api/admin/team')).body.stats.by['human-resource']).toBe(1);
  });

  test('draw the chart of the dashboard: only what is confirmed, by day and type', async () => {
    await house.database.fork().nativeDelete(Activity, {});
    const at = (hour: number) => new Date(Date.UTC(2026, 4, 5, hour));
    const em = house.database.fork();
    for (const hour of [0, 23]) await createActivity(em, { type: 'update', created_at: at(hour) });
    await createActivity(em, { type: 'delete', created_at: at(24) });
    await createActivity(em, { created_at: at(12), is_verified: false });
    const days = await listActivityDays({ ...work(), now: at(30) });
    expect(days.slice(-2)).toEqual([
      { day: '2026-05-05', create: 0, update: 2, delete: 0 },
      { day: '2026-05-06', create: 0, update: 0, delete: 1 },
    ]);
  });

  test('do not make two changes wait for each other, where the database itself does not', async () => {
    if (kind === 'sqlite') return;
    await inTransaction(work(), async ({ em }) => {
      await createMessage(em);
      await createMessage(house.database.fork());
    });
    expect(await findWrongCounters(house.database.fork())).toEqual([]);
  });

  test('of which changes have made many rows are put together, also by two at once', async () => {
    const created_at = new Date();
    for (let count = 0; count < 60; count += 1) {
      await enterMessages(house.database, [{ subject: 'x', created_at, is_read: count % 2 === 0 }]);
    }
    await Promise.all([1, 2].map(() => foldCounters(house.database.fork(), 50)));
    await foldCounters(house.database.fork(), 50);
    expect(await findWrongCounters(house.database.fork())).toEqual([]);
    const { rows } = await sql<{ name: string }>`select name from row_counters
      group by name, day, facets having count(*) > 1`.execute(house.database.read);
    expect(rows).toEqual([]);
  });
});
