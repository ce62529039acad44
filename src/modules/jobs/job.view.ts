import { type StoredRow, toEditableView, toTextList } from '../../database/columns.ts';
import type { JobView } from './job.schema.ts';

/** What leaves the house of a job, from a row or an entity. */
export function toJobView(job: StoredRow<JobView>): JobView {
  return {
    ...toEditableView(job),
    title: job.title,
    description: job.description,
    type: job.type,
    location: job.location,
    department: job.department,
    requirements: toTextList(job.requirements),
    responsibilities: toTextList(job.responsibilities),
    is_internship: Boolean(job.is_internship),
    duration: job.duration ?? null,
    is_active: Boolean(job.is_active),
    application_link: job.application_link,
  };
}
