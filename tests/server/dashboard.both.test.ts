// On both databases: counts over all tables with booleans of both dialects.
import { describe, expect, test } from 'vitest';
import { User } from '../../src/modules/users/user.ts';
import type { ActivityModule } from '../../src/shared/module-facts.ts';
import { databaseKinds } from '../support/database.ts';
import { createJob, createPost } from '../support/factories.ts';
import { loggedModules } from '../support/log-items.ts';
import { useSite } from '../support/use-site.ts';

const dayMs = 24 * 60 * 60 * 1000;

describe.each(databaseKinds)('the dashboard on %s', (kind) => {
  const site = useSite({ on: kind });

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

  test('it returns drafts older than thirty days, the oldest first, to people who may edit them', async () => {
    const em = site.database.fork();
    const createdAt = async (row: object, days: number) => {
      Object.assign(row, { created_at: new Date(Date.now() - days * dayMs) });
      await em.flush();
    };
    await createdAt(await createPost(em, { title: 'Forgotten', is_published: false }), 40);
    await createdAt(await createPost(em, { title: 'Older still', is_published: false }), 90);
    await createdAt(await createPost(em, { title: 'Fresh', is_published: false }), 29);
    await createdAt(await createPost(em, { title: 'Published', is_published: true }), 90);
    await createdAt(await createJob(em, { title: 'Closed', is_active: false }), 90);

    const { total, drafts } = await site.as('content_moderator').dashboard.oldDrafts.query();
    expect(total).toBe(2);
    expect(drafts.map(({ module, title }) => [module, title])).toEqual([
      ['blog', 'Older still'],
      ['blog', 'Forgotten'],
    ]);
    expect(await site.as('hr').dashboard.oldDrafts.query()).toEqual({ total: 0, drafts: [] });
  });
});
