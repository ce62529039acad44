import { z } from 'zod';
import { ById, Success } from '../../shared/fields.ts';
import { idempotent } from '../../trpc/idempotent.ts';
import { router } from '../../trpc/init.ts';
import { allowed, cachedResult, publicProcedure, takesForm } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/rest.ts';
import {
  createProject,
  getProject,
  listPortfolio,
  listProjects,
  removeProject,
  updateProject,
} from './portfolio.service.ts';
import {
  PortfolioQuery,
  ProjectChange,
  ProjectInput,
  ProjectPage,
  ProjectQuery,
  ShownProject,
} from './project.schema.ts';

const files = { image: 'picture' } as const;

export const portfolioRouter = router({
  list: allowed('portfolio:manage')
    .meta(rest('GET', '/admin/portfolios', 'List portfolio projects'))
    .input(ProjectQuery)
    .use(cachedResult)
    .output(ProjectPage)
    .query(({ ctx, input }) => listProjects(ctx, input)),

  one: allowed('portfolio:manage')
    .input(ById)
    .output(z.object({ portfolio: ShownProject }))
    .query(async ({ ctx, input }) => ({ portfolio: await getProject(ctx, input.id) })),

  create: allowed('portfolio:manage')
    .meta(rest('POST', '/admin/portfolios', 'Add a portfolio project', { status: 201, files, isOnce: true }))
    .use(takesForm)
    .input(ProjectInput)
    .output(z.object({ id: z.int(), portfolio: ShownProject }))
    .mutation(async (call) => {
      const portfolio = await idempotent(call, createProject);
      return { id: portfolio.id, portfolio };
    }),

  update: allowed('portfolio:manage')
    .meta(rest('PUT', '/admin/portfolios/{id}', 'Change a portfolio project', { files }))
    .use(takesForm)
    .input(ProjectChange)
    .output(z.object({ portfolio: ShownProject }))
    .mutation(async ({ ctx, input }) => ({ portfolio: await updateProject(ctx, input) })),

  remove: allowed('portfolio:manage')
    .meta(rest('DELETE', '/admin/portfolios/{id}', 'Delete a portfolio project'))
    .input(ById)
    .output(Success)
    .mutation(({ ctx, input }) => removeProject(ctx, input.id)),

  published: publicProcedure
    .meta(rest('GET', '/portfolios', 'List the portfolio', { isPublicCacheable: true }))
    .input(PortfolioQuery)
    .output(z.object({ portfolios: z.array(ShownProject) }))
    .query(async ({ ctx, input }) => ({ portfolios: await listPortfolio(ctx, input.category) })),
});
