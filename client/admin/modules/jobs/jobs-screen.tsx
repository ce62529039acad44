import { jobColumns } from '../../../../src/modules/jobs/jobs.facts.ts';
import { jobPath } from '../../../shared/site-paths.ts';
import { defineResource } from '../../resource/define-resource.tsx';
import { JobCard } from './job-card.tsx';
import { JobForm } from './job-form.tsx';

/** Job management. A job with `is_internship` is listed and counted as an internship, whatever its type. */
export const JobsScreen = defineResource('jobs', {
  columns: jobColumns,
  nouns: { one: 'job', many: 'jobs' },
  words: {
    saveNew: 'Create Job',
    saveStored: 'Update Job',
    visible: 'Active',
    invisible: 'Inactive',
    deleteTitle: 'Delete Job Posting',
  },
  title: 'title',
  groups: 'type',
  card: (job, acts) => <JobCard key={job.id} job={job} {...acts} />,
  sitePath: jobPath,
  form: JobForm,
  isChecked: true,
  empty: { type: 'Full-time' },
});
