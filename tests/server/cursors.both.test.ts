// About the order of rows and the comparison of places in it, which each database does in its own way.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Job } from '../../src/modules/jobs/jobs.module.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { createJob, createMember, createProject } from '../support/factories.ts';
import { seed } from '../support/random.ts';
import { useSite } from '../support/use-site.ts';
import { isShortForm } from '../support/test-form.ts';

interface Row {
  id: number;
}

describe.each(databaseKinds)('a list read by cursor on %s', (kind) => {
  const testOnce = onceInGate(kind);
  const site = useSite({ on: kind });
  const rest = () => site.rest('admin');
  const readPage = async (path: string, many: string, query: string) => {
    const { status, body } = await rest().get(`/api/admin/${path}?${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return { rows: body[many] as Row[], cursor: body.meta.next_cursor as string | undefined };
  };

  const change = fc.record({
    act: fc.constantFrom('insert', 'update', 'delete'),
    at: fc.nat({ max: 11 }),
    title: fc.constantFrom('Ada', 'ada', 'Émile', 'Zoë', ''),
  });

  test.skipIf(isShortForm)(
    'has each row that stays exactly once, in the order, while others write',
    async () => {
      const sorts = ['', 'created_at', '-created_at', 'title', '-title', 'type', '-is_active'];
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...sorts),
          fc.integer({ min: 1, max: 4 }),
          fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 6 }),
          async (sort, size, writes) => {
            const em = site.database.fork();
            await em.nativeDelete(Job, {});
            const ids: number[] = [];
            for (let i = 0; i < 12; i += 1) {
              const type = i % 2 ? 'Contract' : 'Full-time';
              ids.push((await createJob(em, { title: `T${i % 4}`, type, is_active: i % 3 > 0 })).id);
            }
            const query = `per_page=${size}&${sort && `sort=${sort}&`}`;
            const whole = await readPage('jobs', 'jobs', `per_page=100&${sort && `sort=${sort}`}`);
            const expected = whole.rows.map(({ id }) => id);
            const touched = new Set<number>();
            const seen: number[] = [];
            let cursor: string | undefined;
            for (let page = 0; page === 0 || cursor; page += 1) {
              const found = await readPage('jobs', 'jobs', query + (cursor ? `cursor=${cursor}` : ''));
              seen.push(...found.rows.map(({ id }) => id));
              cursor = found.cursor;
              for (const { act, at, title } of writes[page] ?? []) {
                const id = ids[at]!;
                if (act === 'insert') await createJob(site.database.fork(), { title: title || 'New' });
                else touched.add(id);
                if (act === 'delete') await site.database.fork().nativeDelete(Job, { id });
                if (act === 'update') await rest().patch(`/api/admin/jobs/${id}`, { title: title || 'T' });
              }
            }
            const untouched = (id: number) => ids.includes(id) && !touched.has(id);
            expect(seen.filter(untouched)).toEqual(expected.filter(untouched));
          },
        ),
        { seed, numRuns: 15 },
      );
    },
  );

  test('follows several sorts in different directions', async () => {
    for (let at = 0; at < 9; at += 1) {
      const type = at % 2 ? 'Contract' : 'Full-time';
      await createJob(site.database.fork(), { title: `T${at % 3}`, type, is_active: at % 4 > 0 });
    }
    for (const sort of ['type,-title', '-title,type,is_active', 'is_active,-created_at', 'type,title']) {
      const whole = await readPage('jobs', 'jobs', `sort=${sort}&per_page=100`);
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const end = cursor ? `&cursor=${cursor}` : '';
        const found = await readPage('jobs', 'jobs', `sort=${sort}&per_page=2${end}`);
        seen.push(...found.rows.map(({ id }) => id));
        cursor = found.cursor;
      } while (cursor);
      expect(seen, sort).toEqual(whole.rows.map(({ id }) => id));
      const words = await readPage('jobs', 'jobs', `sort=${sort}&per_page=100&search=T1`);
      const ids = new Set(words.rows.map(({ id }) => id));
      expect(words.rows, sort).toEqual(whole.rows.filter(({ id }) => ids.has(id)));
    }
  });

  test('follows the order of staff, within groups too', async () => {
    for (let i = 0; i < 7; i += 1) {
      await createMember(site.database.fork(), { section: i % 2 ? 'management' : 'development' } as never);
      await createProject(site.database.fork(), { title: `P${i}` });
    }
    const lists = [
      ['team', 'team'],
      ['portfolios', 'portfolios'],
    ] as const;
    for (const [path, many] of lists) {
      const all = (await rest().get(`/api/admin/${path}`)).body[many].map(({ id }: Row) => id);
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const found = await readPage(path, many, `per_page=2${cursor ? `&cursor=${cursor}` : ''}`);
        seen.push(...found.rows.map(({ id }) => id));
        cursor = found.cursor;
      } while (cursor);
      expect(seen, path).toEqual(all);
    }
  });

  testOnce(
    'refuses a cursor of another filter, order or list, and one beside a page or a search',
    async () => {
      for (let i = 0; i < 3; i += 1) await createJob(site.database.fork());
      const { cursor } = await readPage('jobs', 'jobs', 'per_page=1&type=Full-time');
      const refused = [
        ...[`jobs?cursor=${cursor}`, `jobs?type=Full-time&sort=title&cursor=${cursor}`],
        ...[
          `team?cursor=${cursor}`,
          ...['x', 'xx', 'xxx', '='].map((end) => `jobs?type=Full-time&cursor=${cursor}${end}`),
          'jobs?cursor=abc',
          'jobs?cursor=',
        ],
        ...[`jobs?type=Full-time&page=1&cursor=${cursor}`, `jobs?type=Full-time&search=a&cursor=${cursor}`],
      ];
      for (const url of refused) {
        const answer = await rest().get(`/api/admin/${url}`);
        expect(answer, url).toMatchObject({
          status: 422,
          body: { errors: { cursor: [expect.any(String)] } },
        });
      }
      const next = await readPage('jobs', 'jobs', `type=Full-time&per_page=2&cursor=${cursor}`);
      expect(next.rows).toHaveLength(2);
      expect(next.cursor).toBeUndefined();
    },
  );
});
