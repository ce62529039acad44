import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../support/database.ts';
import { createMember, createUser } from '../support/factories.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const clerk = {
  title: 'Clerk',
  type: 'Full-time' as const,
  location: 'London',
  department: 'Sales',
  description: 'Sell',
  requirements: ['One'],
  responsibilities: ['Two'],
};
const fault = {
  sqlite: (table: string, act: string) => [
    `create trigger fault before ${act} on ${table} begin select raise(abort, 'broken'); end`,
  ],
  postgresql: (table: string, act: string) => [
    `create function fault() returns trigger as $$ begin raise exception 'broken'; end $$ language plpgsql`,
    `create trigger fault before ${act} on ${table} for each row execute function fault()`,
  ],
};

describe.each(databaseKinds)('a change and its entry on %s', (kind) => {
  let site: TestApp;
  beforeEach(async () => {
    site = await testApp(kind);
  });
  afterEach(() => site.close());

  const breakTable = async (table: string, act: 'insert' | 'update' | 'delete') => {
    for (const statement of fault[kind](table, act)) {
      await site.database.fork().getConnection().execute(statement);
    }
  };
  const entries = async () => (await site.rest('admin').get('/api/admin/activities')).body.activities;
  const members = async () => (await site.rest('admin').get('/api/admin/team')).body.team;

  test('AD2 when the entry cannot be stored, the change is not stored either', async () => {
    const member = await createMember(site.database.fork());
    await breakTable('activities', 'insert');
    const answers = [
      await site.rest('admin').post(`/api/admin/team/${member.id}/remove-photo`),
      await site.rest('admin').delete(`/api/admin/team/${member.id}`),
      await site.rest('admin').post('/api/admin/jobs', clerk),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 500, 500]);
    expect(await members()).toHaveLength(1);
    expect((await site.rest('admin').get('/api/admin/jobs')).body.meta.total).toBe(0);
  });

  test.each([
    ['delete', 'delete'],
    ['update', 'put'],
  ] as const)('AD2 AD4 when a %s fails, its entry is not stored either', async (act, verb) => {
    const job = await site.as('admin').jobs.create.mutate(clerk);
    await breakTable('jobs', act);
    const before = await entries();
    const url = `/api/admin/jobs/${job.id}`;
    const { status } = await (verb === 'delete'
      ? site.rest('admin').delete(url)
      : site.rest('admin').put(url, { ...job.job, title: 'Other' }));
    expect(status).toBe(500);
    expect(await entries()).toEqual(before);
  });

  test('AD6 entries of a deleted account keep the name', async () => {
    const em = site.database.fork();
    const hr = await createUser(em, { role: 'hr', email: 'leaver@example.com', name: 'Lee Aver' });
    const authorization = `Bearer ${await site.openSessionOf(hr)}`;
    await site.rest('anonymous').post('/api/admin/jobs', clerk, { authorization });
    expect((await site.rest('admin').delete(`/api/admin/users/${hr.id}`)).status).toBe(200);
    expect((await entries()).map(({ user_name }: { user_name: string }) => user_name)).toContain('Lee Aver');
  });
});
