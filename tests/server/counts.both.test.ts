// On both databases: capped counts, which are triggers and tables of the database.
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { filteredTables } from '../../src/database/list/filters.ts';
import { countRows } from '../../src/database/list/page.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { listMessages } from '../../src/modules/inbox/messages.ts';
import { Message } from '../../src/modules/inbox/message.entity.ts';
import { Job } from '../../src/modules/jobs/jobs.module.ts';
import { Member } from '../../src/modules/team/team.module.ts';
import { jobTypes } from '../../src/shared/enumerations.ts';
import { storedValuesOf } from '../../src/shared/settings/choices.ts';
import { settingDefaults } from '../../src/shared/settings/defaults.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { createJob, createMember, createMessage } from '../support/factories.ts';
import { insertMessages } from '../support/insert-messages.ts';
import { chooseByForm } from '../support/test-form.ts';
import { useSite } from '../support/use-site.ts';

const rolledBack = new Error('rolled back');
/** An internship is created by its flag, so this type is left out. */
const types = jobTypes.filter((type) => type !== 'Internship');
const sections = storedValuesOf(settingDefaults.choices, 'team_sections');

describe.each(databaseKinds)('the counts on %s', (kind) => {
  const testOnce = onceInGate(kind);
  const site = useSite({ on: kind });

  const work = () => ({
    em: site.database.fork(),
    read: site.database.read,
    viewer: null,
    now: new Date(),
  });

  test('need no trigger and no table of their own', async () => {
    const { rows } = await (kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master
          where name like 'row_counters%' or type = 'trigger' and name like '%counted%'`
      : sql<{ name: string }>`select tgname as name from pg_trigger
          where not tgisinternal and tgname not in ('posts_tagged_insert', 'posts_tagged_update')
          union select relname from pg_class where relname like 'row_counters%'
          union select proname from pg_proc where proname like '%\\_counted'`
    ).execute(site.database.read);
    expect(rows).toEqual([]);
  });

  test('match the rows after any create, change, deletion and rollback', async () => {
    const step = fc.record({
      entity: fc.constantFrom(Message, Job, Member),
      act: fc.constantFrom('make', 'make', 'change', 'delete'),
      number: fc.nat(100),
      flags: fc.tuple(fc.boolean(), fc.boolean()),
    });
    type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
    const take = async ({ entity, act, number, flags: [one, other] }: Step, em = site.database.fork()) => {
      const type = types[number % types.length];
      const section = sections[number % sections.length];
      if (act === 'make') {
        if (entity === Message) await createMessage(em, { is_read: one, spam_reasons: other ? ['x'] : [] });
        else if (entity === Job) await createJob(em, { type, is_active: one, is_internship: other });
        else await createMember(em, { section });
        return;
      }
      const rows = await em.find(entity as typeof Message, {}, { orderBy: { id: 'asc' } });
      const row = rows[number % rows.length];
      if (!row) return;
      if (act === 'delete') return void (await em.remove(row).flush());
      const change: unknown = row;
      if (change instanceof Message) Object.assign(row, { is_read: one, folder: other ? 'spam' : 'inbox' });
      else if (change instanceof Job) Object.assign(row, { type, is_active: one, is_internship: other });
      else Object.assign(row, { section });
      await em.flush();
    };
    const told = async () => {
      const get = async (address: string) => (await site.rest('admin').get(`/api/admin/${address}`)).body;
      const [unread, spam, team, jobs] = [
        await get('messages?is_read=0&page=1'),
        await listMessages(work(), { page: 1, folder: 'spam' }),
        await get('team?page=1'),
        await get('jobs?page=1'),
      ];
      const { jobCount } = await get('dashboard/stats');
      const totals = [unread, spam, team, jobs].map(({ meta }) => meta.total);
      return { totals, team: team.stats, jobs: jobs.stats, jobCount };
    };
    const stored = async () => {
      const em = site.database.fork();
      const [messages, members, jobs] = [
        await em.findAll(Message),
        await em.findAll(Member),
        await em.findAll(Job),
      ];
      const unread = messages.filter(({ folder, is_read }) => folder === 'inbox' && !is_read).length;
      const spam = messages.filter(({ folder }) => folder === 'spam').length;
      const typeOf = ({ is_internship, type }: Job) => (is_internship ? 'Internship' : type);
      const by = <T>(words: readonly T[], rows: T[]) =>
        Object.fromEntries(words.map((word) => [word, rows.filter((row) => row === word).length]));
      return {
        totals: [unread, spam, members.length, jobs.length],
        team: {
          total: members.length,
          by: by(
            sections,
            members.map(({ section }) => section),
          ),
        },
        jobs: { total: jobs.length, by: by(jobTypes, jobs.map(typeOf)) },
        jobCount: jobs.length,
      };
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), fc.boolean(), async (steps, isStored) => {
        const all = inTransaction(work(), async ({ em }) => {
          for (const one of steps) await take(one, em);
          if (!isStored) throw rolledBack;
        });
        await (isStored ? all : expect(all).rejects.toBe(rolledBack));
        expect(await told()).toEqual(await stored());
      }),
      { numRuns: chooseByForm(25, kind === 'sqlite' ? 15 : 8) },
    );
  });

  test('follow a job that is created, changed, deleted and restored', async () => {
    await site.database.fork().nativeDelete(Job, {});
    const admin = site.rest('admin');
    const stats = async () => {
      const { stats, meta } = (await admin.get('/api/admin/jobs?page=1&type=Contract')).body;
      return [stats.total, stats.by.Contract, meta.total];
    };
    const words = {
      title: 'Engineer',
      type: 'Contract',
      location: 'London',
      department: 'Development',
      description: 'Builds',
      requirements: ['Patience'],
      responsibilities: ['Build'],
      is_active: true,
    };
    const { job } = (await admin.post('/api/admin/jobs', words)).body;
    expect(await stats()).toEqual([1, 1, 1]);
    await admin.put(`/api/admin/jobs/${job.id}`, { ...words, type: 'Part-time' });
    expect(await stats()).toEqual([1, 0, 0]);
    await admin.delete(`/api/admin/jobs/${job.id}`);
    expect(await stats()).toEqual([0, 0, 0]);
    await admin.post(`/api/admin/jobs/${job.id}/restore`);
    expect(await stats()).toEqual([1, 0, 0]);
  });

  test('of lists end at 10,000, those of the dashboard and of the sitemap do not', async () => {
    await site.database.fork().nativeDelete(Message, {});
    const created_at = new Date();
    const all = Array.from({ length: 10_001 }, () => ({ subject: 'x', created_at, folder: 'spam' as const }));
    await insertMessages(site.database, all);
    const { meta } = await listMessages(work(), { page: 1, folder: 'spam' });
    expect(meta).toEqual({ page: 1, per_page: 10, total: 10_000, total_is_minimum: true });
    expect(await countRows(site.database.read, 'messages', { folder: 'spam' })).toBe(10_001);
  });

  test('every list begins after a row that is named, in its own order', async () => {
    for (const section of ['tech-support', 'leadership', 'development', 'leadership'] as const) {
      await createMember(site.database.fork(), { section });
    }
    const admin = site.rest('admin');
    for (const { id } of await Promise.all([1, 2, 3].map(() => createJob(site.database.fork())))) {
      await admin.delete(`/api/admin/jobs/${id}`);
    }
    for (const { id } of await Promise.all([1, 2, 3].map(() => createMessage(site.database.fork())))) {
      await admin.delete(`/api/admin/messages/${id}`);
    }
    const lists = {
      team: '/api/admin/team',
      items: '/api/admin/jobs/trash',
      events: '/api/admin/security-events',
      activities: '/api/admin/activities',
    };
    for (const [member, path] of Object.entries(lists)) {
      const idsOf = async (query: string) => {
        const { status, body } = await admin.get(`${path}?${query}`);
        expect(status).toBe(200);
        return { ids: (body[member] as { id: number }[]).map(({ id }) => id), total: body.meta.total };
      };
      const { ids } = await idsOf('per_page=100');
      expect(ids.length, path).toBeGreaterThan(1);
      const [first, ...others] = ids;
      expect(await idsOf(`per_page=100&before=${first}`), path).toEqual({
        ids: others,
        total: others.length,
      });
      expect((await idsOf(`before=${ids.at(-1)}`)).ids, path).toEqual([]);
      const tooDeep = await admin.get(`${path}?page=101&per_page=100`);
      expect([tooDeep.status, Object.keys(tooDeep.body.errors)], path).toEqual([422, ['page']]);
      const tooLarge = await admin.get(`${path}?before=${2 ** 53 - 1}`);
      expect([tooLarge.status, Object.keys(tooLarge.body.errors)], path).toEqual([422, ['before']]);
      expect((await admin.get(`${path}?before=${2 ** 31 - 1}`)).status, path).toBe(200);
    }
  });

  testOnce.each(Object.keys(filteredTables))(
    'of %s accept only the filters of their lists',
    async (table) => {
      const counted = countRows(site.database.read, table as keyof typeof filteredTables, { nothing: 1 });
      await expect(counted).rejects.toThrow('not filtered by nothing');
    },
  );
});
