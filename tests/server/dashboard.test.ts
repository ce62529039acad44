import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { User } from '../../src/modules/users/user.entity.ts';
import type { ActivityModule } from '../../src/shared/facts.ts';
import { databaseKinds } from '../support/database.ts';
import { createActivity } from '../support/factories.ts';
import { loggedModules } from '../support/log-items.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const dayMs = 24 * 60 * 60 * 1000;

describe.each(databaseKinds)('the dashboard on %s', (kind) => {
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp(kind);
  });
  afterAll(() => site.close());

  test('it counts all rows for every role', async () => {
    const amounts: Partial<Record<ActivityModule, number>> = { blog: 1, portfolio: 2, job: 3, team: 1 };
    for (const { module, role, create } of loggedModules) {
      for (let made = 0; made < (amounts[module] ?? 0); made += 1) {
        await create(site.rest(role), `Item ${made}`);
      }
    }
    const { status, body } = await site.rest('user').get('/api/admin/dashboard/stats');
    expect(status).toBe(200);
    const userCount = await site.database.fork().count(User);
    expect(body).toEqual({ blogCount: 1, portfolioCount: 2, jobCount: 3, userCount });
    expect(await site.as('hr').dashboard.stats.query()).toEqual(body);
    expect((await site.rest('anonymous').get('/api/admin/dashboard/stats')).status).toBe(401);
  });

  test('it returns thirty days in UTC with the changes of each by type', async () => {
    const em = site.database.fork();
    const midnight = Math.floor(Date.now() / dayMs) * dayMs;
    const at = (days: number, ms = 0) => new Date(midnight - days * dayMs + ms);
    await createActivity(em, { type: 'update', created_at: at(1) });
    await createActivity(em, { type: 'update', created_at: at(0, -1) });
    await createActivity(em, { type: 'delete', created_at: at(29) });
    await createActivity(em, { type: 'delete', created_at: at(29, -1) });
    await createActivity(em, { type: 'delete', created_at: at(5), is_verified: false });

    const { days } = await site.as('user').dashboard.activityByDay.query();
    expect(days).toHaveLength(30);
    const shown = (days: number) => at(days).toISOString().slice(0, 10);
    expect(days[0]).toEqual({ day: shown(29), create: 0, update: 0, delete: 1 });
    expect(days[24]).toEqual({ day: shown(5), create: 0, update: 0, delete: 0 });
    expect(days[28]).toEqual({ day: shown(1), create: 0, update: 2, delete: 0 });
    expect(days[29]).toMatchObject({ day: shown(0), create: 7 });
  });
});
