// On both databases: the indexes behind lists of ten thousand rows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../support/database.ts';
import {
  createActivity,
  createJob,
  createMember,
  createMessage,
  createPost,
  createProject,
} from '../../support/factories.ts';
import { type TestApp, testApp } from '../../support/test-app.ts';

const many = 10_000;
const dashboards = 200;
const lists = {
  posts: '/api/admin/blog-posts',
  members: '/api/admin/team',
  jobs: '/api/admin/jobs',
  projects: '/api/admin/portfolios',
  messages: '/api/admin/messages',
  activities: '/api/admin/activities',
};

describe.each(databaseKinds)('lists of ten thousand rows on %s', (kind) => {
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp(kind);
    const em = site.database.fork();
    for (const create of [
      createPost,
      createMember,
      createJob,
      createProject,
      createMessage,
      createActivity,
    ]) {
      await create(em);
    }
    for (const table of Object.keys(lists)) await multiply(table);
  });
  afterAll(() => site.close());

  /** Copies the one row of a table ten thousand times. */
  async function multiply(table: string): Promise<void> {
    const db = site.database.fork().getConnection();
    const [row] = await db.execute<[object]>(`select * from ${table}`);
    const columns = Object.keys(row)
      .filter((name) => name !== 'id')
      .map((name) => `"${name}"`)
      .join(', ');
    const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${many - 1}) select i from n`;
    await db.execute(
      `insert into ${table} (${columns}) select ${columns} from ${table}, (${numbers}) as numbers`,
    );
  }

  test.each(Object.entries(lists))(
    'LD4 %s: a page and the whole list are bounded, and the total is returned',
    async (_table, path) => {
      const page = await site.rest('admin').get(`${path}?page=2&per_page=100`);
      const whole = await site.rest('admin').get(path);
      for (const [{ status, body }, rows] of [
        [page, 100],
        [whole, 1000],
      ] as const) {
        expect(status).toBe(200);
        const [list] = Object.values(body).filter(Array.isArray);
        expect(list).toHaveLength(rows);
        expect(body.meta.total).toBe(many);
        expect(JSON.stringify(body).length).toBeLessThan(10 * 1024 * 1024);
      }
    },
  );

  test('LD4 two hundred concurrent dashboards all get responses, which are small', async () => {
    const urls = [
      '/api/admin/dashboard/stats',
      '/api/admin/activities?page=1&per_page=10',
      '/api/admin/messages/unread?page=1',
    ];
    const asked = Array.from({ length: dashboards }, (_, at) => site.rest('hr').get(urls[at % urls.length]!));
    for (const { status, body } of await Promise.all(asked)) {
      expect(status).toBe(200);
      expect(JSON.stringify(body).length).toBeLessThan(10_000);
    }
  });

  test('LD4 a client that has a list already gets a 304, both a visitor and a polling dashboard', async () => {
    const authorization = `Bearer ${await site.openSession('admin')}`;
    const visitors = ['/api/blog-posts', '/api/jobs', '/api/team', '/api/portfolios'];
    const staff = [
      '/api/admin/dashboard/stats',
      '/api/admin/activities?page=1',
      '/api/admin/messages/unread?page=1',
    ];
    for (const url of [...visitors, ...staff]) {
      const who = visitors.includes(url) ? {} : { authorization };
      const { headers, statusCode } = await site.app.inject({ url, headers: who });
      expect(statusCode, url).toBe(200);
      const again = { url, headers: { ...who, 'if-none-match': String(headers.etag) } };
      const { statusCode: status, rawPayload } = await site.app.inject(again);
      expect({ status, bytes: rawPayload.length }, url).toEqual({ status: 304, bytes: 0 });
    }
  });
});
