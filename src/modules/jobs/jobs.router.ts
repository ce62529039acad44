import { z } from 'zod';
import { ById, Success } from '../../shared/fields.ts';
import { idempotent } from '../../trpc/idempotent.ts';
import { router } from '../../trpc/init.ts';
import { allowed, cachedResult, publicProcedure } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/rest.ts';
import { JobChange, JobInput, JobPage, JobQuery, JobView, OpenJobsQuery } from './job.schema.ts';
import {
  createJob,
  getJob,
  getOpenJob,
  listJobs,
  listOpenJobs,
  removeJob,
  updateJob,
} from './jobs.service.ts';

export const jobsRouter = router({
  list: allowed('jobs:manage')
    .meta(rest('GET', '/admin/jobs', 'List jobs, inactive ones included'))
    .input(JobQuery)
    .use(cachedResult)
    .output(JobPage)
    .query(({ ctx, input }) => listJobs(ctx, input)),

  one: allowed('jobs:manage')
    .input(ById)
    .output(z.object({ job: JobView }))
    .query(async ({ ctx, input }) => ({ job: await getJob(ctx, input.id) })),

  create: allowed('jobs:manage')
    .meta(rest('POST', '/admin/jobs', 'Post a job', { status: 201, isOnce: true }))
    .input(JobInput)
    .output(z.object({ id: z.int(), job: JobView }))
    .mutation(async (call) => {
      const job = await idempotent(call, createJob);
      return { id: job.id, job };
    }),

  update: allowed('jobs:manage')
    .meta(rest('PUT', '/admin/jobs/{id}', 'Change a job'))
    .input(JobChange)
    .output(z.object({ job: JobView }))
    .mutation(async ({ ctx, input }) => ({ job: await updateJob(ctx, input) })),

  remove: allowed('jobs:manage')
    .meta(rest('DELETE', '/admin/jobs/{id}', 'Delete a job'))
    .input(ById)
    .output(Success)
    .mutation(({ ctx, input }) => removeJob(ctx, input.id)),

  open: publicProcedure
    .meta(rest('GET', '/jobs', 'List active jobs', { isPublicCacheable: true }))
    .input(OpenJobsQuery)
    .output(z.object({ jobs: z.array(JobView) }))
    .query(async ({ ctx, input }) => ({ jobs: await listOpenJobs(ctx, input.type) })),

  openOne: publicProcedure
    .meta(rest('GET', '/jobs/{id}', 'Read an active job', { isPublicCacheable: true }))
    .input(ById)
    .output(z.object({ job: JobView }))
    .query(async ({ ctx, input }) => ({ job: await getOpenJob(ctx, input.id) })),
});
