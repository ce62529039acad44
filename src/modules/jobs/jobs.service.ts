import type { OperationContext } from '../../database/operation.ts';
import type { JobType } from '../../shared/catalog.ts';
import { type EditorialWork, recordsOf } from '../records/records.service.ts';
import { Job } from './job.entity.ts';
import { countJobs, jobTable, readJobs, readOpenJobs } from './job.repository.ts';
import type { JobChange, JobInput, JobQuery, JobView } from './job.schema.ts';
import { toJobView } from './job.view.ts';

/** The acts on the jobs. */
export const jobs = recordsOf<JobView, Job>({
  entity: Job,
  table: jobTable,
  module: 'job',
  toView: toJobView,
  subjectOf: ({ id, title, type, department, is_active }) => ({
    id,
    label: title,
    facts: { title, type, department, is_active },
    isPublic: is_active,
  }),
});

/** One page of all jobs, with the counts by type. */
export async function listJobs({ read }: OperationContext, query: JobQuery) {
  const [{ rows, meta }, stats] = await Promise.all([readJobs(read, query), countJobs(read)]);
  return { jobs: rows.map(toJobView), meta, stats };
}

/** The active jobs, of one type or of all. */
export async function listOpenJobs(
  { read }: OperationContext,
  type: JobType | undefined,
): Promise<JobView[]> {
  return (await readOpenJobs(read, type)).map(toJobView);
}

/** A job for its form, active or not. @throws {NotFound} */
export function getJob(work: OperationContext, id: number): Promise<JobView> {
  return jobs.get(work, id);
}

/** @throws {NotFound} for an inactive job too */
export function getOpenJob(work: OperationContext, id: number): Promise<JobView> {
  return jobs.get(work, id, { is_active: true });
}

/** Posts a job; it is active unless the form says otherwise. */
export function createJob(work: EditorialWork, input: JobInput): Promise<JobView> {
  const { is_internship = false, is_active = true, duration = '', application_link = '', ...words } = input;
  return jobs.create(
    work,
    () => Job.post({ ...words, is_internship, is_active, duration, application_link }, work.now),
    async (_, job) => job,
  );
}

/** @throws {NotFound} · {Conflict} when the job has moved on since `version` */
export function updateJob(work: EditorialWork, { id, version, ...words }: JobChange): Promise<JobView> {
  return jobs.update(work, { id, version }, (job) => job.revise(words, work.now));
}

/** @throws {NotFound} */
export function removeJob(work: EditorialWork, id: number): Promise<{ success: true }> {
  return jobs.remove(work, id);
}
