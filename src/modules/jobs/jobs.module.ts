import { z } from 'zod';
import { getIdOfCurrentSlug } from '../../content/addresses/moved-pages.ts';
import { defineModule } from '../../content/module/define-module.ts';
import { filterFieldOf, type RowView, rowViewOf } from '../../content/module/fields-of.ts';
import type { ListCtx } from '../../content/operations/read.ts';
import { inAnyLanguage, inShownLanguage, languageFilter } from '../../content/translations/shown-language.ts';
import { jobTypesFilterKey } from '../../database/list/filters.ts';
import type { TableFilter } from '../../database/list/table.ts';
import { pageViewFields, type SharePictureView, withSharePictures } from '../../pictures/media.ts';
import type { ColumnValues } from '../../shared/column-types.ts';
import { type JobType, jobTypes } from '../../shared/enumerations.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { ById, BySlug } from '../../shared/fields.ts';
import { languageOfRow } from '../../shared/site-languages.ts';
import { pathOfRow } from '../../shared/slugs.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { publicProcedureOf, router } from '../../trpc/procedures.ts';
import { jobColumns, jobsFacts } from './jobs.facts.ts';

type JobView = RowView<typeof jobColumns>;

export const jobsModule = defineModule('jobs', {
  columns: jobColumns,
  missing: 'There is no such job.',
  title: 'title',
  logged: ['title', 'type', 'department', 'is_active'],
  search: ['title', 'department', 'location'],
  indexes: [
    ['created_at', 'id'],
    ['is_active', 'created_at', 'id', 'closes_at'],
    ['is_active', 'closes_at'],
    ['is_active', 'is_in_sitemap', 'id', 'updated_at', 'closes_at', 'slug'],
    ['is_internship', 'created_at', 'id'],
    ['is_internship', 'type', 'created_at', 'id'],
  ],
  derive: (job) => ({
    duration: job.is_internship ? job.duration : null,
    salary_period: periodOf(job),
  }),
  summaries: {
    list: 'List jobs',
    create: 'Post a job',
    update: 'Change a job',
    remove: 'Delete a job',
  },
  lists: {
    filters: ['type', 'is_active'],
    groups: 'type',
    inGroup: (type) => ({ type, is_internship: type === 'Internship' }),
    where: ({ type, is_active }) => ({ ...ofType(type), is_active }),
    count: async (read, table) => {
      const [others, internships] = await Promise.all([
        table.count(read, 'type', jobTypes, { where: { is_internship: false } }),
        table.count(read, 'type', jobTypes, { where: { is_internship: true } }),
      ]);
      return {
        total: others.total + internships.total,
        by: { ...others.by, Internship: internships.total },
      };
    },
  },
});

export const Job = jobsModule.entity;
export type Job = InstanceType<typeof Job>;

type Salary = Pick<
  ColumnValues<typeof jobColumns>,
  'salary_min' | 'salary_max' | 'salary_currency' | 'salary_period'
>;

/** Without a period, the salary is yearly. @throws {RuleBroken} when it is incomplete or contradictory */
function periodOf({ salary_min, salary_max, salary_currency, salary_period }: Salary): string | null {
  if (!salary_min && !salary_max) return salary_period;
  if (!salary_currency) throw RuleBroken.of('salary_currency', 'Currency is required with a salary');
  if (salary_min && salary_max && Number(salary_min) > Number(salary_max))
    throw RuleBroken.of('salary_max', 'Salary to must not be less than salary from');
  return salary_period || 'Year';
}

/** Whatever its stored type, a job marked as an internship is one (docs/product.md, §9.3). */
function ofType(type: JobType | JobType[] | undefined): TableFilter<JobView> {
  if (type === undefined) return {};
  if (Array.isArray(type)) return { [jobTypesFilterKey]: type };
  return type === 'Internship' ? { is_internship: true } : { type, is_internship: false };
}

export async function listOpenJobs(
  ctx: ListCtx,
  { type, lang }: { type?: JobType | JobType[] | undefined; lang?: string | undefined } = {},
): Promise<(JobView & { path: string })[]> {
  const open = { open_at: ctx.now, ...(await inShownLanguage(ctx, lang)) };
  const rows = await jobsModule.table.all(ctx.read, { ...ofType(type), ...open });
  const { languages } = await ctx.siteSettings.current();
  return rows
    .map(jobsModule.toView)
    .map((view) => ({ ...view, path: pathOfRow(jobsFacts, view, languageOfRow(languages, view.lang)) }));
}

/** @throws {NotFound} when there is no such job, or it is inactive or closed */
export async function getOpenJob(
  ctx: ListCtx,
  id: number,
): Promise<JobView & { path: string; shared_picture: SharePictureView }> {
  const [shown] = await withSharePictures(ctx, [
    await jobsModule.get(ctx, id, { open_at: ctx.now, ...(await inAnyLanguage(ctx)) }),
  ]);
  return shown!;
}

const PublicJob = rowViewOf(jobColumns).View.extend(pageViewFields).meta({ title: 'PublicJob' });

export const jobsRouter = router({
  ...jobsModule.procedures,

  open: publicProcedureOf('career')
    .meta(rest('GET', '/jobs', 'List active jobs', { isPublicCacheable: true }))
    .input(z.object({ type: filterFieldOf(jobColumns.type), ...languageFilter }))
    .output(
      z.object({
        jobs: z
          .array(PublicJob.omit({ shared_picture: true }).meta({ title: 'PublicJobSummary' }))
          .describe('The jobs'),
      }),
    )
    .query(async ({ ctx, input }) => ({ jobs: await listOpenJobs(ctx, input) })),

  openOne: publicProcedureOf('career')
    .meta(rest('GET', '/jobs/{id}', 'Read an active job', { isPublicCacheable: true }))
    .input(ById)
    .output(z.object({ job: PublicJob.describe('The job') }))
    .query(async ({ ctx, input }) => ({ job: await getOpenJob(ctx, input.id) })),

  openBySlug: publicProcedureOf('career')
    .meta(
      rest('GET', '/jobs/by-slug/{slug}', 'Read an active job by its address', { isPublicCacheable: true }),
    )
    .input(BySlug.extend(languageFilter))
    .output(z.object({ job: PublicJob.describe('The job') }))
    .query(async ({ ctx, input: { slug, lang } }) => {
      const id = await getIdOfCurrentSlug(ctx, 'jobs', { slug, lang, missing: jobsModule.table.missing });
      return { job: await getOpenJob(ctx, id) };
    }),
});
