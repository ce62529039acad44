// On both databases: counts over all tables with booleans of both dialects.
import { describe, expect, test } from 'vitest';
import { User } from '../../src/modules/users/user.ts';
import type { ActivityModule } from '../../src/shared/module-facts.ts';
import { endOfDay, localDayOf } from '../../src/shared/zoned-time.ts';
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

  test('the day has the caller’s drafts, what was never saved, and what begins or ends today', async () => {
    const writer = site.as('content_moderator');
    const hr = site.as('hr');
    const post = { title: 'Mine', excerpt: 'E', content: '<p>C</p>', category: 'Technology' } as const;
    const { id } = await writer.blog.create.mutate({ ...post, is_published: false });
    const bare = await writer.blog.saveDraft.mutate({ title: 'A title alone' });
    await site.as('admin').blog.create.mutate({ ...post, title: 'Of another', is_published: false });
    await writer.blog.create.mutate({ ...post, title: 'Public', is_published: true });
    await writer.blog.patch.mutate({ id, title: 'Mine, changed' });
    const job = await hr.jobs.saveDraft.mutate({ title: 'A job to finish' });
    await createJob(site.database.fork(), { title: 'Closed', is_active: false });

    const opening = (name: string) => ({ opening: `${name}-opening`, base_version: null });
    const typed = (draft: object) => ({ draft, ground: { base: {} } });
    await writer.workingCopies.blog.save.mutate({
      ...opening('never-saved'),
      item_id: null,
      fields: typed({ title: ' Half a thought ' }),
    });
    await writer.workingCopies.testimonials.save.mutate({
      ...opening('no-title'),
      item_id: null,
      fields: typed({}),
    });
    await writer.workingCopies.blog.save.mutate({ ...opening('of-a-row'), item_id: id, fields: typed({}) });

    const em = site.database.fork();
    const { time_zone } = (await site.as('admin').site.settings.query()).region;
    const lastToday = endOfDay(time_zone, localDayOf(time_zone, new Date()));
    const tomorrow = new Date(lastToday.getTime() + 1);
    for (const [title, published_at, unpublish_at] of [
      ['Goes out', lastToday, null],
      ['Goes out tomorrow', tomorrow, null],
      ['Ends', new Date(0), lastToday],
      ['Is out', new Date(0), null],
    ] as const)
      await createPost(em, { title, is_published: true, published_at, unpublish_at });

    const day = await writer.dashboard.day.query();
    expect(day.drafts.map(({ module, title, id: row }) => [module, title, row])).toEqual([
      ['blog', 'Mine, changed', id],
      ['blog', 'A title alone', bare.id],
    ]);
    expect(day.unsaved.map(({ module, title }) => [module, title])).toEqual([
      ['testimonials', ''],
      ['blog', 'Half a thought'],
    ]);
    expect(day.today.map(({ title, isEnd }) => [title, isEnd]).toSorted()).toEqual([
      ['Ends', true],
      ['Goes out', false],
    ]);
    expect(await hr.dashboard.day.query()).toMatchObject({
      drafts: [{ module: 'jobs', id: job.id, title: 'A job to finish' }],
      unsaved: [],
      today: [],
    });
    expect(await site.as('user').dashboard.day.query()).toEqual({ drafts: [], unsaved: [], today: [] });
  });
});
