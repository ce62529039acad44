import { z } from 'zod';
import { Id, oneOf, Success } from '../../shared/fields.ts';
import { moduleNames } from '../../shared/module-facts.ts';
import { Download, spreadsheetType } from '../../trpc/download.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import {
  procedureWithGrant,
  procedureWithGrantAndStepUp,
  publicProcedure,
  refuseInBatch,
  router,
} from '../../trpc/procedures.ts';
import { countViewsOfRow, exportVisits, listVisits, readOverview } from './visits.ts';
import {
  RangeInput,
  ViewInput,
  VisitsFileQuery,
  VisitsOverview,
  VisitsQuery,
  VisitSums,
} from './visits.schema.ts';

const maxViewBytes = 1024;

export const visitsRouter = router({
  record: publicProcedure
    .use(refuseInBatch)
    .meta(rest('POST', '/visits', 'Count a view of a page', { textBytes: maxViewBytes }))
    .input(ViewInput)
    .output(Success)
    .mutation(async ({ ctx, input }) => {
      const site = await ctx.siteSettings.current();
      const { address, userAgent } = ctx.request;
      if (site.privacy.counts_visits && !ctx.viewer)
        await ctx.countView({ ...input, address, userAgent }, site);
      return { success: true as const };
    }),

  sums: procedureWithGrant('visits:read')
    .meta(rest('GET', '/admin/visits', 'List sums of views and visits'))
    .input(VisitsQuery)
    .output(VisitSums)
    .query(({ ctx, input }) => listVisits(ctx, input)),

  csv: procedureWithGrantAndStepUp('visits:read')
    .meta(
      rest('GET', '/admin/visits.csv', 'Download sums of views and visits as CSV', {
        download: spreadsheetType,
        scopes: ['csv:read', 'visits:read'],
      }),
    )
    .input(VisitsFileQuery)
    .output(z.instanceof(Download).meta({ override: { type: 'string', format: 'binary' } }))
    .query(({ ctx, input }) => exportVisits(ctx, input)),

  overview: procedureWithGrant('visits:read')
    .input(RangeInput)
    .output(VisitsOverview)
    .query(({ ctx, input }) => readOverview(ctx, input)),

  ofRow: procedureWithGrant('visits:read')
    .input(z.object({ module: oneOf('Module', moduleNames), id: Id }))
    .output(z.object({ views: z.int().nullable(), days: z.int() }))
    .query(({ ctx, input }) => countViewsOfRow(ctx, input)),
});
