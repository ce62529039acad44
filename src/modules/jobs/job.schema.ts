import { z } from 'zod';
import { webAddress } from '../../shared/addresses.ts';
import { jobTypes } from '../../shared/catalog.ts';
import {
  clearableText,
  editableFields,
  entryList,
  flag,
  Id,
  oneLine,
  oneOf,
  requiredText,
  Version,
} from '../../shared/fields.ts';
import { Counts, PageMeta, PageQuery } from '../../shared/pagination.ts';

const type = oneOf('Type', jobTypes);

/** What the form of a job sends. */
export const JobInput = z.object({
  title: oneLine('Title', 200),
  description: requiredText('Description', 20_000),
  type,
  location: oneLine('Location', 200),
  department: oneLine('Department', 200),
  requirements: entryList('Requirements', 'requirement', 500),
  responsibilities: entryList('Responsibilities', 'responsibility', 500),
  is_internship: flag('Internship').optional(),
  duration: clearableText('Duration', 100),
  is_active: flag('Active').optional(),
  application_link: webAddress('Application link'),
});
export type JobInput = z.output<typeof JobInput>;

/** A change of a job; both flags, duration and link stay when they are absent. */
export const JobChange = JobInput.extend({ id: Id, version: Version });
export type JobChange = z.output<typeof JobChange>;

export const JobView = z.object({
  ...editableFields,
  title: z.string(),
  description: z.string(),
  type: z.enum(jobTypes),
  location: z.string(),
  department: z.string(),
  requirements: z.array(z.string()),
  responsibilities: z.array(z.string()),
  is_internship: z.boolean(),
  /** Only an internship has one. */
  duration: z.string().nullable(),
  is_active: z.boolean(),
  /** Empty when people apply through our own form. */
  application_link: z.string(),
});
export type JobView = z.output<typeof JobView>;

/** The queries of the panel's list. */
export const JobQuery = PageQuery.extend({
  type: type.optional(),
  is_active: flag('Active').optional(),
});
export type JobQuery = z.output<typeof JobQuery>;

/** The query of the public list. */
export const OpenJobsQuery = z.object({ type: type.optional() });

export const JobPage = z.object({ jobs: z.array(JobView), meta: PageMeta, stats: Counts(jobTypes) });
