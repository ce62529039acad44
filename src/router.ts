import { activitiesRouter } from './modules/activities/activities.router.ts';
import { accountRouter } from './modules/auth/account.router.ts';
import { authRouter } from './modules/auth/auth.router.ts';
import { blogRouter } from './modules/blog/blog.router.ts';
import { dashboardRouter } from './modules/dashboard/dashboard.router.ts';
import { inboxRouter } from './modules/inbox/inbox.router.ts';
import { jobsRouter } from './modules/jobs/jobs.router.ts';
import { portfolioRouter } from './modules/portfolio/portfolio.router.ts';
import { siteRouter } from './modules/site/site.router.ts';
import { teamRouter } from './modules/team/team.router.ts';
import { usersRouter } from './modules/users/users.router.ts';
import { router } from './trpc/init.ts';

/** The modules of the house. */
export const appRouter = router({
  account: accountRouter,
  activities: activitiesRouter,
  auth: authRouter,
  blog: blogRouter,
  dashboard: dashboardRouter,
  inbox: inboxRouter,
  jobs: jobsRouter,
  portfolio: portfolioRouter,
  site: siteRouter,
  team: teamRouter,
  users: usersRouter,
});

export type AppRouter = typeof appRouter;
