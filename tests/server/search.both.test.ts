// On both databases: the search index: FTS5 on SQLite, trigrams on PostgreSQL.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filteredTables } from '../../src/database/list/filters.ts';
import { foldText } from '../../src/shared/fold-text.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { listMessages } from '../../src/modules/inbox/messages.ts';
import { Message } from '../../src/modules/inbox/message.entity.ts';
import { Unavailable } from '../../src/shared/errors.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { createJob, createMember, createMessage, createUser } from '../support/factories.ts';
import { insertMessages } from '../support/insert-messages.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { chooseByForm, isShortForm } from '../support/test-form.ts';

const path = '/api/admin/messages';
const start = Date.UTC(2026, 0, 1);
const many = 10_050;

const searched = Object.keys(filteredTables);

describe.each(databaseKinds)('the search on %s', (kind) => {
  const testOnce = onceInGate(kind);
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp(kind);
  });
  afterAll(() => site.close());

  const listed = async (query: Record<string, string>) => {
    const { body } = await site.rest('admin').get(`${path}?${new URLSearchParams(query)}`);
    return { ids: (body.messages as { id: number }[]).map(({ id }) => id), meta: body.meta };
  };

  test('finds exactly the rows that contain the words, in any letter case and with any symbols, the newest first', async () => {
    const own = await testApp(kind);
    const unit = fc.constantFrom(...'abcABCéÉßẞжЖ中%_\\"\'*:^-()ﬁ 1٣'.split(''), '👩‍🚀', 'İ', 'and', 'OR');
    const text = (maxLength: number, minLength = 0) => fc.string({ unit, maxLength, minLength });
    const rows = fc.sample(fc.tuple(text(30), fc.boolean(), fc.boolean(), fc.nat(20)), { numRuns: 150 });
    await insertMessages(
      own.database,
      rows.map(([subject, is_read, isSpam, minute]) => ({
        subject,
        is_read,
        folder: isSpam ? ('spam' as const) : ('inbox' as const),
        created_at: new Date(start + minute * 60_000),
      })),
    );
    const work = () => ({ em: own.database.fork(), read: own.database.read, viewer: null, now: new Date() });
    const stored = await own.database
      .fork()
      .find(Message, {}, { orderBy: { created_at: 'desc', id: 'desc' } });
    await fc.assert(
      fc.asyncProperty(text(6, 1), fc.option(fc.boolean(), { nil: undefined }), async (term, is_read) => {
        const { messages, meta } = await listMessages(work(), {
          search: term,
          is_read,
          page: 1,
          per_page: 100,
        });
        const expected = stored.filter(
          (row) =>
            row.folder === 'inbox' &&
            (is_read === undefined || row.is_read === is_read) &&
            foldText(term)
              .split(/\s+/)
              .every((word) => row.search_text.includes(word)),
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
      await insertMessages(
        site.database,
        Array.from({ length: many }, (_, place) => ({
          subject: `Widget ${place % 1000 === 7 ? 'zeppelin xq' : 'common'} ${place}`,
          // The order of ids differs from that of the times.
          created_at: new Date(start + ((place * 7919) % many) * 1000),
          is_read: place < 10_000,
        })),
      );
    });

    const newest = async () => {
      const orderBy = { created_at: 'desc', id: 'desc' } as const;
      const all = await site.database.fork().find(Message, {}, { orderBy, fields: ['id'] });
      return all.map(({ id }) => id);
    };
    /** Returns how many of the newest rows are read. */
    const newestRead = (rows: number) =>
      Array.from({ length: many }, (_, place) => ({ moment: (place * 7919) % many, place }))
        .sort((one, other) => other.moment - one.moment)
        .slice(0, rows)
        .filter(({ place }) => place < 10_000).length;

    test('counts exactly up to 10,000, and otherwise says that there are more', async () => {
      const counted = { page: 1, per_page: 10 };
      expect((await listed({ search: 'WIDGET', page: '1' })).meta).toEqual({
        ...counted,
        total: 10_000,
        total_is_minimum: true,
      });
      expect((await listed({ search: 'wi', page: '1' })).meta.total_is_minimum).toBe(true);
      // SQLite filters the newest 10,001 rows that contain the word.
      const read = (await listed({ search: 'widget', is_read: '1', page: '1' })).meta;
      if (kind === 'postgresql') expect(read).toEqual({ ...counted, total: 10_000 });
      else expect(read).toEqual({ ...counted, total: newestRead(10_001), total_is_minimum: true });
      expect((await listed({ search: 'zeppelin', page: '1' })).meta).toEqual({ ...counted, total: 11 });
      expect((await listed({ search: 'zeppelin', is_read: '0', page: '1' })).meta).toEqual({
        ...counted,
        total: 1,
      });
      expect((await listed({ search: 'zeppelins', page: '1' })).meta).toEqual({ ...counted, total: 0 });
      const capped = { ...counted, total: 10_000, total_is_minimum: true };
      expect((await listed({ page: '1' })).meta).toEqual(capped);
      expect((await listed({ is_read: '1', page: '1' })).meta).toEqual({ ...counted, total: 10_000 });
      expect((await listed({ is_read: '0', page: '1' })).meta).toEqual({ ...counted, total: many - 10_000 });
    });

    test('searches one or two letters among the newest 10,000 rows, and says that there are older ones', async () => {
      const oldest = await newest().then((ids) => ids.slice(10_000));
      const all = await site.database
        .fork()
        .find(Message, { search_text: { $like: '%xq%' } }, { orderBy: { created_at: 'desc', id: 'desc' } });
      const found = all.filter(({ id }) => !oldest.includes(id)).map(({ id }) => id);
      const answer = await listed({ search: 'xq', page: '1', per_page: '100' });
      expect(answer.ids).toEqual(found);
      expect(answer.meta).toEqual({
        page: 1,
        per_page: 100,
        total: found.length,
        total_is_minimum: true,
      });
      const unread = await listed({ search: 'xq', is_read: '0', page: '1' });
      expect(unread.meta).toEqual({ page: 1, per_page: 10, total: 1 });
    });

    test.skipIf(isShortForm && kind === 'sqlite')(
      'pages through all results and all rows, without gaps and repetitions',
      async () => {
        const expected = await newest();
        const ids: number[] = [];
        // The short form reads the last page of those that can be counted, and others below.
        for (let page = chooseByForm(1, 100); page <= 100; page += 1) {
          ids.push(...(await listed({ page: String(page), per_page: '100' })).ids);
        }
        const rest = await listed({ before: String(ids.at(-1)), page: '1', per_page: '100' });
        expect([...ids, ...rest.ids]).toEqual(expected.slice(chooseByForm(0, 9900)));
        expect(rest.meta).toEqual({ page: 1, per_page: 100, total: many - 10_000 });
        for (const search of ['', 'widget', 'id']) {
          for (const page of [1, 6, 51, 60, 100]) {
            const found = await listed({ page: String(page), per_page: '100', search });
            expect(found.ids).toEqual(expected.slice((page - 1) * 100, page * 100));
          }
          for (const place of [0, 99, 5000, many - 51]) {
            const before = String(expected[place]);
            const found = await listed({ before, page: '1', per_page: '50', search });
            expect(found.ids).toEqual(expected.slice(place + 1, place + 51));
          }
        }
        expect((await listed({ search: 'widget' })).ids).toEqual(expected.slice(0, 1000));
        expect((await listed({})).ids).toEqual(expected.slice(0, 1000));
        expect((await listed({ before: String(expected[9]) })).ids).toEqual(expected.slice(10, 1010));
      },
    );

    testOnce('ends its numbered pages at row 10,000, with a message on how to continue', async () => {
      const expected = await newest();
      for (const search of ['', 'widget', 'id']) {
        const last = await listed({ page: '1112', per_page: '9', search });
        expect(last.ids).toEqual(expected.slice(9999, 10_000));
        const query = new URLSearchParams({ page: '1113', per_page: '9', search });
        const { status, body } = await site.rest('admin').get(`${path}?${query}`);
        expect(status).toBe(422);
        expect(body.errors).toEqual({
          page: [
            'Pages end at row 10,000, so page may be at most 1,112 here. To read on, send the id of the last row as before.',
          ],
        });
      }
    });

    test('goes on after a row that has been deleted since', async () => {
      const expected = await newest();
      const gone = await createMessage(site.database.fork(), { subject: 'Widget' });
      await site.database.fork().nativeDelete(Message, { id: gone.id });
      for (const search of ['', 'widget', 'id']) {
        const query = { before: String(gone.id), page: '1', search };
        // The row before the deleted one takes its position.
        const last = Math.max(...expected);
        expect((await listed(query)).ids).toEqual(
          expected.slice(expected.indexOf(last), expected.indexOf(last) + 10),
        );
      }
      for (const before of ['0', '-1', 'x', '1.5']) {
        const { status, body } = await site.rest('admin').get(`${path}?before=${before}`);
        expect([status, Object.keys(body.errors)]).toEqual([422, ['before']]);
      }
    });
  });

  test('follows each change, and nothing that was rolled back', async () => {
    const work = { em: site.database.fork(), read: site.database.read, viewer: null, now: new Date() };
    const find = async (search: string, is_read = '0') =>
      (await listed({ search, is_read, page: '1' })).meta.total;
    const row = await createMessage(site.database.fork(), { subject: 'Quagmire' });
    expect([await find('quagmire'), await find('quagmire', '1')]).toEqual([1, 0]);
    await site.rest('admin').patch(`${path}/${row.id}/read`);
    expect([await find('quagmire'), await find('quagmire', '1')]).toEqual([0, 1]);
    const rolledBack = inTransaction(work, async ({ em }) => {
      await createMessage(em, { subject: 'Quagmire' });
      await em.nativeDelete(Message, { id: row.id });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect([await find('quagmire'), await find('quagmire', '1')]).toEqual([0, 1]);
    await site.rest('admin').delete(`${path}/${row.id}`);
    expect([await find('quagmire'), await find('quagmire', '1')]).toEqual([0, 0]);
  });

  test('covers every list, with its filter and in its order', async () => {
    const em = site.database.fork();
    const [first, second] = [
      await createMember(em, { name: 'Quintus', section: 'tech-support' }),
      await createMember(em, { name: 'Quintilla', section: 'leadership' }),
    ];
    const job = await createJob(em, { title: 'Quaestor', location: 'Köln', type: 'Contract' });
    await createUser(em, { role: 'hr', name: 'Quirin', email: 'q@example.com' });
    const idsAt = async (address: string, list: string) =>
      (await site.rest('admin').get(address)).body[list].map(({ id }: { id: number }) => id);
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
            site.database.read,
          )
        : await sql<{
            name: string;
          }>`select indexname as name from pg_indexes where indexdef like '%gin_trgm_ops%'`.execute(
            site.database.read,
          );
    expect(rows.map(({ name }) => name).sort()).toEqual(names.sort());
    expect(await site.database.orm.schema.getUpdateSchemaSQL()).toBe('');
  });

  test('accepts a bounded number at once, and refuses the others with a message', async () => {
    const { search } = site.database.read;
    const answers = await Promise.allSettled(
      Array.from({ length: 30 }, () => search(sql`select count(*) from messages`)),
    );
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused).toHaveLength(kind === 'sqlite' ? 9 : 6);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(Unavailable);
  });

  test('returns an error of the database as such, and continues to search', async () => {
    const { search } = site.database.read;
    await expect(search(sql`select 1 from nowhere`)).rejects.toThrow(/nowhere/);
    expect(await search(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });
});

test.skipIf(isShortForm)(
  'SQLite searches on another thread: other requests are served during a long search',
  async () => {
    const site = await testApp('sqlite');
    // Signs in and loads what the list needs, so that the request below takes a fraction of the search.
    const readList = () => site.rest('admin').get(`${path}?page=1`);
    await readList();
    let isDone = false;
    const endless = sql<{
      count: number;
    }>`with recursive numbers (n) as (select 1 union all select n + 1 from numbers limit 3000000)
    select count(*) as count from numbers`;
    const long = site.database.read.search<{ count: number }>(endless).finally(() => (isDone = true));
    expect((await readList()).status).toBe(200);
    expect(isDone).toBe(false);
    expect(await long).toEqual([{ count: 3_000_000 }]);
    await site.close();
  },
);
