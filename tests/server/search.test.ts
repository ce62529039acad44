import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countedTables } from '../../src/database/counted-tables.ts';
import { fold } from '../../src/database/search.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { listMessages } from '../../src/modules/inbox/inbox.service.ts';
import { Message } from '../../src/modules/inbox/message.entity.ts';
import {
  activityModules,
  activityTypes,
  blogCategories,
  jobTypes,
  portfolioCategories,
  teamSections,
} from '../../src/shared/catalog.ts';
import { Unavailable } from '../../src/shared/errors.ts';
import { roles } from '../../src/shared/roles.ts';
import { databaseKinds } from '../support/database.ts';
import { createJob, createMember, createMessage, createUser } from '../support/factories.ts';
import { enterMessages } from '../support/many-rows.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const path = '/api/admin/messages';
const start = Date.UTC(2026, 0, 1);
const many = 10_050;

const searched = Object.keys(countedTables);

describe.each(databaseKinds)('the search on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await testApp(kind);
  });
  afterAll(() => house.close());

  const listed = async (query: Record<string, string>) => {
    const { body } = await house.rest('admin').get(`${path}?${new URLSearchParams(query)}`);
    return { ids: (body.messages as { id: number }[]).map(({ id }) => id), meta: body.meta };
  };

  test('finds just the rows that hold the words, whatever their letters, signs and length, newest first', async () => {
    const own = await testApp(kind);
    const unit = fc.constantFrom(...'abcABCéÉßẞжЖ中%_\\"\'*:^-()ﬁ 1٣'.split(''), '👩‍🚀', 'İ', 'and', 'OR');
    const text = (maxLength: number, minLength = 0) => fc.string({ unit, maxLength, minLength });
    const rows = fc.sample(fc.tuple(text(30), fc.boolean(), fc.boolean(), fc.nat(20)), {
      numRuns: 150,
      seed: 1,
    });
    await enterMessages(
      own.database,
      rows.map(([subject, is_read, is_spam, minute]) => ({
        ...{ subject, is_read, is_spam },
        created_at: new Date(start + minute * 60_000),
      })),
    );
    const work = () => ({ em: own.database.fork(), read: own.database.read, viewer: null, now: new Date() });
    const kept = await own.database.fork().find(Message, {}, { orderBy: { created_at: 'desc', id: 'desc' } });
    await fc.assert(
      fc.asyncProperty(text(6, 1), fc.option(fc.boolean(), { nil: undefined }), async (term, is_read) => {
        const { messages, meta } = await listMessages(work(), {
          search: term,
          is_read,
          page: 1,
          per_page: 100,
        });
        const expected = kept.filter(
          (row) =>
            !row.is_spam &&
            (is_read === undefined || row.is_read === is_read) &&
            row.search_text.includes(fold(term)),
        );
        expect(messages.map(({ id }) => id)).toEqual(expected.slice(0, 100).map(({ id }) => id));
        expect(meta.total).toBe(expected.length);
      }),
      { numRuns: 200 },
    );
    await own.close();
  });

  describe('over many rows', () => {
    beforeAll(async () => {
      await enterMessages(
        house.database,
        Array.from({ length: many }, (_, place) => ({
          subject: `Widget ${place % 1000 === 7 ? 'zeppelin xq' : 'common'} ${place}`,
          // Ids go up and down against the moments.
          created_at: new Date(start + ((place * 7919) % many) * 1000),
          is_read: place < 10_000,
          is_spam: false,
        })),
      );
    });

    test('counts exactly up to 10,000, and then says that there are more', async () => {
      const counted = { page: 1, per_page: 10 };
      expect((await listed({ search: 'WIDGET', page: '1' })).meta).toEqual({
        ...counted,
        total: 10_000,
        total_is_minimum: true,
      });
      expect((await listed({ search: 'wi', page: '1' })).meta.total_is_minimum).toBe(true);
      const just = await listed({ search: 'widget', is_read: '1', page: '1' });
      expect(just.meta).toEqual({ ...counted, total: 10_000 });
      expect((await listed({ search: 'zeppelin', page: '1' })).meta).toEqual({ ...counted, total: 11 });
      expect((await listed({ search: 'xq', page: '1' })).meta).toEqual({ ...counted, total: 11 });
      expect((await listed({ search: 'zeppelins', page: '1' })).meta).toEqual({ ...counted, total: 0 });
      expect((await listed({ page: '1' })).meta).toEqual({ ...counted, total: many });
    });

    test('leads through all that it found, and all that there is, without a gap or a row twice', async () => {
      const expected = (
        await house.database
          .fork()
          .find(Message, {}, { orderBy: { created_at: 'desc', id: 'desc' }, fields: ['id'] })
      ).map(({ id }) => id);
      const ids: number[] = [];
      for (let page = 1; page <= many / 100 + 1; page += 1) {
        ids.push(...(await listed({ page: String(page), per_page: '100' })).ids);
      }
      expect(ids).toEqual(expected);
      for (const search of ['', 'widget', 'id']) {
        for (const page of [1, 6, 51, 60, 101, 102]) {
          const found = await listed({ page: String(page), per_page: '100', search });
          expect(found.ids).toEqual(expected.slice((page - 1) * 100, page * 100));
        }
      }
      expect((await listed({ search: 'widget' })).ids).toEqual(expected.slice(0, 1000));
      expect((await listed({})).ids).toEqual(expected.slice(0, 1000));
    });
  });

  test('follows each change, and nothing that was rolled back', async () => {
    const work = { em: house.database.fork(), read: house.database.read, viewer: null, now: new Date() };
    const find = async (search: string, is_read = '0') =>
      (await listed({ search, is_read, page: '1' })).meta.total;
    const row = await createMessage(house.database.fork(), { subject: 'Quagmire' });
    expect([await find('quagmire'), await find('quagmire', '1')]).toEqual([1, 0]);
    await house.rest('admin').patch(`${path}/${row.id}/read`);
    expect([await find('quagmire'), await find('quagmire', '1')]).toEqual([0, 1]);
    const rolledBack = inTransaction(work, async ({ em }) => {
      await createMessage(em, { subject: 'Quagmire' });
      await em.nativeDelete(Message, { id: row.id });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect([await find('quagmire'), await find('quagmire', '1')]).toEqual([0, 1]);
    await house.rest('admin').delete(`${path}/${row.id}`);
    expect([await find('quagmire'), await find('quagmire', '1')]).toEqual([0, 0]);
  });

  test('covers every list, with its filter and in its order', async () => {
    const em = house.database.fork();
    const [first, second] = [
      await createMember(em, { name: 'Quintus', section: 'tech-support' }),
      await createMember(em, { name: 'Quintilla', section: 'leadership' }),
    ];
    const job = await createJob(em, { title: 'Quaestor', location: 'Köln', type: 'Contract' });
    await createUser(em, { role: 'hr', name: 'Quirin', email: 'q@example.com' });
    const idsAt = async (address: string, list: string) =>
      (await house.rest('admin').get(address)).body[list].map(({ id }: { id: number }) => id);
    expect(await idsAt('/api/admin/team?search=quint', 'team')).toEqual([second.id, first.id]);
    expect(await idsAt('/api/admin/team?search=quint&section=tech-support', 'team')).toEqual([first.id]);
    expect(await idsAt('/api/admin/team?search=qu', 'team')).toEqual([second.id, first.id]);
    expect(await idsAt('/api/admin/jobs?search=K%C3%96LN&type=Contract', 'jobs')).toEqual([job.id]);
    expect(await idsAt('/api/admin/jobs?search=K%C3%96LN&type=Internship', 'jobs')).toEqual([]);
    expect(await idsAt('/api/admin/users?search=quirin&role=hr', 'users')).toHaveLength(1);
    expect(await idsAt('/api/admin/users?search=quirin&role=admin', 'users')).toEqual([]);
  });

  test('has an index over each table, which the schema comparison leaves alone', async () => {
    const names =
      kind === 'sqlite'
        ? searched.map((table) => `${table}_fts`)
        : [
            ...searched.map((table) => `${table}_search_text_trigrams`),
            'activities_open_search_text_trigrams',
          ];
    const { rows } =
      kind === 'sqlite'
        ? await sql<{
            name: string;
          }>`select name from sqlite_master where sql like 'create virtual table%'`.execute(
            house.database.read,
          )
        : await sql<{
            name: string;
          }>`select indexname as name from pg_indexes where indexdef like '%gin_trgm_ops%'`.execute(
            house.database.read,
          );
    expect(rows.map(({ name }) => name).sort()).toEqual(names.sort());
    expect(await house.database.orm.schema.getUpdateSchemaSQL()).toBe('');
  });

  test('takes only so many at once that look at every row, and says so to the others', async () => {
    const { scanning } = house.database.read.search;
    const answers = await Promise.allSettled(
      Array.from({ length: 30 }, () => scanning(sql`select count(*) from messages`)),
    );
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused).toHaveLength(kind === 'sqlite' ? 9 : 8);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(Unavailable);
  });

  test('answers an error of the database as one, and searches on', async () => {
    const { indexed } = house.database.read.search;
    await expect(indexed(sql`select 1 from nowhere`)).rejects.toThrow(/nowhere/);
    expect(await indexed(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });
});

test('the values that lists are filtered by differ in their first three letters, by which SQLite tells them apart', () => {
  const sections = teamSections.map(({ value }) => value);
  for (const values of [
    blogCategories,
    portfolioCategories,
    jobTypes,
    sections,
    activityTypes,
    activityModules,
    roles,
  ]) {
    expect(new Set(values.map((value) => value.padEnd(3).slice(0, 3))).size).toBe(values.length);
  }
});

test('SQLite searches on another thread: others are served while a search is long', async () => {
  const house = await testApp('sqlite');
  let isDone = false;
  const endless = sql<{
    count: number;
  }>`with recursive numbers (n) as (select 1 union all select n + 1 from numbers limit 3000000)
    select count(*) as count from numbers`;
  const long = house.database.read.search.scanning<{ count: number }>(endless).finally(() => (isDone = true));
  expect((await house.rest('admin').get(`${path}?page=1&search=abc`)).status).toBe(200);
  expect(isDone).toBe(false);
  expect(await long).toEqual([{ count: 3_000_000 }]);
  await house.close();
});
