import { authRouter } from './modules/auth/auth.router.ts';
import { blogRouter } from './modules/blog/blog.router.ts';
import { siteRouter } from './modules/site/site.router.ts';
import { router } from './trpc/init.ts';

/** The modules of the house. */
export const appRouter = router({
  auth: authRouter,
  blog: blogRouter,
  site: siteRouter,
});

export type AppRouter = typeof appRouter;
