import { tableOf, type Where } from '../../database/list/table.ts';
import type { Reader } from '../../database/operation.ts';
import { type JobType, jobTypes } from '../../shared/catalog.ts';
import { type JobQuery, JobView } from './job.schema.ts';
import { jobsFacts } from './jobs.facts.ts';

export const jobTable = tableOf<JobView>({
  name: 'jobs',
  view: JobView,
  missing: 'There is no such job.',
  pageSize: jobsFacts.pageSize,
});

/** A job that is an internship counts as Internship whatever its type (docs/product.md, §9.3). */
function ofType(type: JobType | undefined): Where<JobView> {
  if (type === undefined) return {};
  return type === 'Internship' ? { is_internship: true } : { type, is_internship: false };
}

/** One page of jobs, inactive ones too. */
export function readJobs(read: Reader, { type, is_active, ...query }: JobQuery) {
  return jobTable.page(read, query, { ...ofType(type), is_active });
}

/** All active jobs. */
export function readOpenJobs(read: Reader, type: JobType | undefined) {
  return jobTable.all(read, { ...ofType(type), is_active: true });
}

/** How many jobs there are of each type, inactive ones too. */
export async function countJobs(read: Reader) {
  const [others, internships] = await Promise.all([
    jobTable.count(read, 'type', jobTypes, { is_internship: false }),
    jobTable.count(read, 'type', jobTypes, { is_internship: true }),
  ]);
  return {
    total: others.total + internships.total,
    by: { ...others.by, Internship: internships.total },
  };
}
