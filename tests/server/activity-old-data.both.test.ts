// On both databases: JSON of earlier versions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../support/database.ts';
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
