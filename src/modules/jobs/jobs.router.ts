import { z } from 'zod';
import { ById, BySlug } from '../../shared/fields.ts';
import { router } from '../../trpc/init.ts';
import { publicProcedureOf } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { getIdOfCurrentSlug } from '../../content/addresses/moved-pages.service.ts';
import { filterFieldOf } from '../../content/module/fields-of.ts';
import { jobColumns } from './jobs.facts.ts';
import { getOpenJob, jobs, listOpenJobs, PublicJob } from './jobs.module.ts';

export const jobsRouter = router({
  ...jobs.procedures,

  open: publicProcedureOf('career')
    .meta(rest('GET', '/jobs', 'List active jobs', { isPublicCacheable: true }))
    .input(z.object({ type: filterFieldOf(jobColumns.type) }))
    .output(
      z.object({
        jobs: z
          .array(PublicJob.omit({ shared_picture: true }).meta({ title: 'PublicJobSummary' }))
          .describe('The jobs'),
      }),
    )
    .query(async ({ ctx, input }) => ({ jobs: await listOpenJobs(ctx, input.type) })),

  openOne: publicProcedureOf('career')
    .meta(rest('GET', '/jobs/{id}', 'Read an active job', { isPublicCacheable: true }))
    .input(ById)
    .output(z.object({ job: PublicJob.describe('The job') }))
    .query(async ({ ctx, input }) => ({ job: await getOpenJob(ctx, input.id) })),

  openBySlug: publicProcedureOf('career')
    .meta(
      rest('GET', '/jobs/by-slug/{slug}', 'Read an active job by its address', { isPublicCacheable: true }),
    )
    .input(BySlug)
    .output(z.object({ job: PublicJob.describe('The job') }))
    .query(async ({ ctx, input: { slug } }) => {
      const id = await getIdOfCurrentSlug(ctx, 'jobs', { slug, missing: jobs.table.missing });
      return { job: await getOpenJob(ctx, id) };
    }),
});
