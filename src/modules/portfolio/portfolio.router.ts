import { z } from 'zod';
import { ById, BySlug } from '../../shared/fields.ts';
import { includeContent, PageMeta, PageQuery, updatedSince } from '../../shared/pagination.ts';
import { runIdempotent } from '../../trpc/idempotent.ts';
import {
  procedureWithGrant,
  publicProcedureOf,
  router,
  receiveFormMiddleware,
} from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { getIdOfCurrentSlug } from '../../content/addresses/moved-pages.ts';
import { languageFilter } from '../../content/translations/shown-language.ts';
import { filterFieldOf } from '../../content/module/fields-of.ts';
import { resolveListedValues } from '../../content/module/form-parts.ts';
import { portfolioFacts, projectColumns } from './portfolio.facts.ts';
import {
  createProject,
  ProjectChange,
  ProjectInput,
  ProjectPatch,
  portfolioModule,
  maxProjectBytes,
  updateProject,
} from './portfolio.module.ts';
import {
  getPublicProject,
  ListedProject,
  listFeaturedProjects,
  listPublicProjectPage,
  NextProject,
  PublicProject,
} from './public-projects.ts';

const body = { files: { image: 'picture' }, takesJson: true, textBytes: maxProjectBytes } as const;

const Shown = portfolioModule.Shown.describe(`The ${portfolioFacts.noun}`);
const ProjectPage = z.object({
  portfolio: PublicProject.describe('The project'),
  next: NextProject.nullable().describe('The next project, or null'),
});

export const portfolioRouter = router({
  ...portfolioModule.procedures,

  create: procedureWithGrant('portfolio:manage')
    .meta(
      rest('POST', '/admin/portfolios', 'Add a portfolio project', { status: 201, ...body, isOnce: true }),
    )
    .use(receiveFormMiddleware)
    .use(resolveListedValues(projectColumns))
    .input(ProjectInput)
    .output(z.object({ id: z.int().describe('The id'), portfolio: Shown }))
    .mutation(async (call) => {
      const stored = runIdempotent(call, createProject);
      const completed = stored.then((row) => portfolioModule.complete(call.ctx, row));
      const project = await portfolioModule.showForCaller(call.ctx, completed);
      return { id: project.id, portfolio: project };
    }),

  update: procedureWithGrant('portfolio:manage')
    .meta(rest('PUT', '/admin/portfolios/{id}', 'Change a portfolio project', body))
    .use(receiveFormMiddleware)
    .use(resolveListedValues(projectColumns))
    .input(ProjectChange)
    .output(z.object({ portfolio: Shown }))
    .mutation(async ({ ctx, input }) => ({
      portfolio: await portfolioModule.showForCaller(ctx, updateProject(ctx, input)),
    })),

  patch: procedureWithGrant('portfolio:manage')
    .meta(rest('PATCH', '/admin/portfolios/{id}', 'Change some fields of a portfolio project', body))
    .use(receiveFormMiddleware)
    .use(resolveListedValues(projectColumns))
    .input(ProjectPatch)
    .output(z.object({ portfolio: Shown }))
    .mutation(async ({ ctx, input }) => ({
      portfolio: await portfolioModule.showForCaller(ctx, updateProject(ctx, input)),
    })),

  published: publicProcedureOf('portfolio')
    .meta(rest('GET', '/portfolios', 'List the portfolio', { isPublicCacheable: true }))
    .use(resolveListedValues(projectColumns, portfolioFacts.table))
    .input(
      z.object({
        ...PageQuery.pick({ page: true, per_page: true }).shape,
        category: filterFieldOf(projectColumns.category),
        include: includeContent,
        updated_since: updatedSince,
        ...languageFilter,
      }),
    )
    .output(
      z
        .object({
          portfolios: z.array(ListedProject).describe('The projects'),
          meta: PageMeta.optional(),
        })
        .meta({ title: 'ProjectPublishedAnswer' }),
    )
    .query(({ ctx, input }) => listPublicProjectPage(ctx, input, ctx.publicUrl)),

  featured: publicProcedureOf('portfolio')
    .output(z.object({ portfolios: z.array(ListedProject) }))
    .query(async ({ ctx }) => ({ portfolios: await listFeaturedProjects(ctx) })),

  publishedOne: publicProcedureOf('portfolio')
    .meta(rest('GET', '/portfolios/{id}', 'Read a portfolio project', { isPublicCacheable: true }))
    .input(ById)
    .output(ProjectPage)
    .query(({ ctx, input }) => getPublicProject(ctx, input.id)),

  publishedBySlug: publicProcedureOf('portfolio')
    .meta(
      rest('GET', '/portfolios/by-slug/{slug}', 'Read a portfolio project by its address', {
        isPublicCacheable: true,
      }),
    )
    .input(BySlug.extend(languageFilter))
    .output(ProjectPage)
    .query(async ({ ctx, input: { slug, lang } }) => {
      const id = await getIdOfCurrentSlug(ctx, 'portfolio', {
        slug,
        lang,
        missing: portfolioModule.table.missing,
      });
      return getPublicProject(ctx, id);
    }),
});
