import { trpc } from '../../lib/trpc.ts';
import { type FormKind, field } from '../forms/form-kind.ts';
import { type Opening, useKeptForm } from '../forms/use-kept-form.ts';
import { emptyJob, type JobDraft, toDraft } from './job-draft.ts';
import type { Job } from './job-types.ts';

const kind: FormKind<JobDraft, Job> = {
  name: 'jobs',
  toDraft,
  fields: [
    field('title', 'Title'),
    field('description', 'Description'),
    field('requirements', 'Requirements'),
    field('responsibilities', 'Responsibilities'),
    field('type', 'Type'),
    field('is_internship', 'Internship'),
    field('duration', 'Duration'),
    field('department', 'Department'),
    field('location', 'Location'),
    field('application_link', 'Application link'),
    field('is_active', 'Active'),
  ],
};

/** An opening of a job's form. */
export function useJobForm(opening: Omit<Opening<JobDraft, Job>, 'empty'>) {
  const { client, jobs } = trpc.useUtils();
  const calls = {
    create: async (draft: JobDraft, options: object) => (await client.jobs.create.mutate(draft, options)).job,
    update: async (draft: JobDraft, ground: { id: number; version: number }, options: object) =>
      (await client.jobs.update.mutate({ ...draft, ...ground }, options)).job,
    refresh: () => jobs.invalidate(),
  };
  return useKeptForm(kind, calls, { ...opening, empty: emptyJob });
}
export type JobFormState = ReturnType<typeof useJobForm>;
