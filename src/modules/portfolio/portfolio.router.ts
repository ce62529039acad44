import { z } from 'zod';
import { idempotent } from '../../trpc/idempotent.ts';
import { router } from '../../trpc/init.ts';
import { allowed, publicProcedureOf, takesForm } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/rest.ts';
import { filterOf } from '../kit/fields-of.ts';
import { resolvesLists } from '../kit/listed-input.ts';
import { portfolioFacts, projectColumns } from './portfolio.facts.ts';
import {
  createProject,
  listPortfolio,
  ProjectChange,
  ProjectInput,
  PublicProject,
  portfolio,
  updateProject,
} from './portfolio.module.ts';

// Accepts only forms, because client generators could not tell from JSON that a file needs a form.
const body = { files: { image: 'picture' } } as const;

export const portfolioRouter = router({
  ...portfolio.procedures,

  create: allowed('portfolio:manage')
    .meta(
      rest('POST', '/admin/portfolios', 'Add a portfolio project', { status: 201, ...body, isOnce: true }),
    )
    .use(takesForm)
    .use(resolvesLists(projectColumns))
    .input(ProjectInput)
    .output(z.object({ id: z.int(), portfolio: portfolio.Shown }))
    .mutation(async (call) => {
      const project = portfolio.complete(call.ctx, await idempotent(call, createProject));
      return { id: project.id, portfolio: project };
    }),

  update: allowed('portfolio:manage')
    .meta(rest('PUT', '/admin/portfolios/{id}', 'Change a portfolio project', body))
    .use(takesForm)
    .use(resolvesLists(projectColumns))
    .input(ProjectChange)
    .output(z.object({ portfolio: portfolio.Shown }))
    .mutation(async ({ ctx, input }) => ({ portfolio: await updateProject(ctx, input) })),

  published: publicProcedureOf('portfolio')
    .meta(rest('GET', '/portfolios', 'List the portfolio', { isPublicCacheable: true }))
    .use(resolvesLists(projectColumns, portfolioFacts.table))
    .input(z.object({ category: filterOf(projectColumns.category) }))
    .output(z.object({ portfolios: z.array(PublicProject) }))
    .query(async ({ ctx, input }) => ({ portfolios: await listPortfolio(ctx, input.category) })),
});
