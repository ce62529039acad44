import { router } from '../../trpc/init.ts';
import { signedIn } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/rest.ts';
import { ActivityDays, DashboardStats } from './dashboard.schema.ts';
import { getStats, listActivityDays } from './dashboard.service.ts';

export const dashboardRouter = router({
  stats: signedIn
    .meta(rest('GET', '/admin/dashboard/stats', 'Count posts, projects, jobs and users'))
    .output(DashboardStats)
    .query(({ ctx }) => getStats(ctx)),

  activityByDay: signedIn
    .output(ActivityDays)
    .query(async ({ ctx }) => ({ days: await listActivityDays(ctx) })),
});
