import { z } from 'zod';
import { ById } from '../../shared/fields.ts';
import { router } from '../../trpc/init.ts';
import { publicProcedureOf } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/rest.ts';
import { filterOf } from '../kit/fields-of.ts';
import { jobColumns } from './jobs.facts.ts';
import { getOpenJob, jobs, listOpenJobs } from './jobs.module.ts';

export const jobsRouter = router({
  ...jobs.procedures,

  open: publicProcedureOf('career')
    .meta(rest('GET', '/jobs', 'List active jobs', { isPublicCacheable: true }))
    .input(z.object({ type: filterOf(jobColumns.type) }))
    .output(z.object({ jobs: z.array(jobs.View) }))
    .query(async ({ ctx, input }) => ({ jobs: await listOpenJobs(ctx, input.type) })),

  openOne: publicProcedureOf('career')
    .meta(rest('GET', '/jobs/{id}', 'Read an active job', { isPublicCacheable: true }))
    .input(ById)
    .output(z.object({ job: jobs.View }))
    .query(async ({ ctx, input }) => ({ job: await getOpenJob(ctx, input.id) })),
});
