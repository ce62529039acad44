import type { Where } from '../../database/list/table.ts';
import type { OperationContext } from '../../database/operation.ts';
import { type JobType, jobTypes } from '../../shared/enumerations.ts';
import { defineModule } from '../kit/define-module.ts';
import type { View } from '../kit/fields-of.ts';
import { jobColumns } from './jobs.facts.ts';

export type JobView = View<typeof jobColumns>;

export const jobs = defineModule('jobs', {
  columns: jobColumns,
  missing: 'There is no such job.',
  title: 'title',
  logged: ['title', 'type', 'department', 'is_active'],
  search: ['title', 'department', 'location'],
  indexes: [
    ['created_at', 'id'],
    ['is_active', 'created_at', 'id', 'closes_at'],
    ['is_active', 'closes_at'],
    ['is_active', 'id', 'updated_at', 'closes_at'],
    ['is_internship', 'created_at', 'id'],
    ['is_internship', 'type', 'created_at', 'id'],
  ],
  derive: ({ is_internship, duration }) => ({ duration: is_internship ? duration : null }),
  summaries: {
    list: 'List jobs, inactive ones included',
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
  starter: async () => ({ rows: (await import('./job.seed.ts')).starterJobs }),
});

export const Job = jobs.entity;
export type Job = InstanceType<typeof Job>;

/** A job marked as an internship has the type Internship, whatever is stored (docs/product.md, §9.3). */
function ofType(type: JobType | undefined): Where<JobView> {
  if (type === undefined) return {};
  return type === 'Internship' ? { is_internship: true } : { type, is_internship: false };
}

export async function listOpenJobs(
  { read, now }: OperationContext,
  type: JobType | undefined,
): Promise<JobView[]> {
  const rows = await jobs.table.all(read, { ...ofType(type), open_at: now });
  return rows.map(jobs.toView);
}

/** @throws {NotFound}, also for an inactive or closed job */
export function getOpenJob(work: OperationContext, id: number): Promise<JobView> {
  return jobs.get(work, id, { open_at: work.now });
}
