import { router } from '../../trpc/init.ts';
import { signedIn } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { DashboardStats, OldDrafts } from './dashboard.schema.ts';
import { getStats, listOldDrafts, type TitledModules } from './dashboard.service.ts';

export function dashboardRouterOf(modules: TitledModules) {
  return router({
    stats: signedIn
      .meta(
        rest('GET', '/admin/dashboard/stats', 'Count posts, projects, jobs and users', {
          scopes: ['dashboard:read'],
        }),
      )
      .output(DashboardStats)
      .query(({ ctx }) => getStats(ctx)),

    oldDrafts: signedIn
      .meta({ scopes: ['dashboard:read'] })
      .output(OldDrafts)
      .query(({ ctx }) => listOldDrafts(ctx, modules)),
  });
}
