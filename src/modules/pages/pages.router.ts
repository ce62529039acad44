import { z } from 'zod';
import { getIdOfCurrentSlug } from '../../content/addresses/moved-pages.ts';
import { languageFilter } from '../../content/translations/shown-language.ts';
import { ById, BySlug } from '../../shared/fields.ts';
import { PageMeta, PageQuery } from '../../shared/pagination.ts';
import { procedureWithGrant, publicProcedure, router } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { getMenuPlace, MenuPlace, MenuPlacementInput, setMenuPlace } from './menu-place.ts';
import { pagesModule } from './pages.module.ts';
import {
  getPublishedPage,
  listPlacedPages,
  listPublishedPages,
  PageSummary,
  PlacedPage,
  PlaceQuery,
  PublicPage,
} from './public-pages.ts';

export const pagesRouter = router({
  ...pagesModule.procedures,

  menu: procedureWithGrant('settings:manage')
    .meta(rest('GET', '/admin/pages/{id}/menu', 'Read which menu contains a page'))
    .input(ById)
    .output(MenuPlace)
    .query(({ ctx, input }) => getMenuPlace(ctx, input.id)),

  setMenu: procedureWithGrant('settings:manage')
    .meta(rest('PUT', '/admin/pages/{id}/menu', 'Put a page into a menu, or take it out'))
    .input(MenuPlacementInput)
    .output(MenuPlace)
    .mutation(({ ctx, input }) => setMenuPlace(ctx, input)),

  published: publicProcedure
    .meta(rest('GET', '/pages', 'List published pages', { isPublicCacheable: true }))
    .input(PageQuery.extend(languageFilter))
    .output(
      z.object({
        pages: z
          .array(
            PageSummary.extend({ path: z.string().describe('The path on the site') }).meta({
              title: 'PublicPageSummary',
            }),
          )
          .describe('The pages'),
        meta: PageMeta.describe('The length of the list, and how to read on'),
      }),
    )
    .query(({ ctx, input }) => listPublishedPages(ctx, input)),

  placed: publicProcedure
    .meta(
      rest('GET', '/pages/placed', 'Read the blocks that staff have put on a fixed page', {
        isPublicCacheable: true,
      }),
    )
    .input(PlaceQuery)
    .output(z.object({ pages: z.array(PlacedPage).describe('The pages') }))
    .query(async ({ ctx, input }) => ({ pages: await listPlacedPages(ctx, input) })),

  publishedOne: publicProcedure
    .meta(rest('GET', '/pages/{id}', 'Read a published page', { isPublicCacheable: true }))
    .input(ById)
    .output(z.object({ page: PublicPage.describe('The page') }))
    .query(async ({ ctx, input }) => ({ page: await getPublishedPage(ctx, input.id) })),

  publishedBySlug: publicProcedure
    .meta(
      rest('GET', '/pages/by-slug', 'Read a published page by its path, without the first slash', {
        isPublicCacheable: true,
      }),
    )
    .input(BySlug.extend(languageFilter))
    .output(z.object({ page: PublicPage.describe('The page') }))
    .query(async ({ ctx, input }) => {
      const id = await getIdOfCurrentSlug(ctx, 'pages', {
        slug: input.slug,
        lang: input.lang,
        missing: pagesModule.table.missing,
      });
      return { page: await getPublishedPage(ctx, id) };
    }),
});
