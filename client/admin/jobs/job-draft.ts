import type { Job } from './job-types.ts';

/** A job as the form holds it. */
export type JobDraft = Omit<Job, 'id' | 'version' | 'created_at' | 'updated_at' | 'duration'> & {
  duration: string;
};

/** The defaults of a new job (docs/product.md, §5.8). */
export const emptyJob: JobDraft = {
  title: '',
  description: '',
  type: 'Full-time',
  location: '',
  department: '',
  requirements: [''],
  responsibilities: [''],
  is_internship: false,
  duration: '',
  is_active: true,
  application_link: '',
};

export function toDraft({ id, version, created_at, updated_at, ...job }: Job): JobDraft {
  return { ...job, duration: job.duration ?? '' };
}
