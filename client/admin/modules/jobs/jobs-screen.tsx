import { jobColumns, jobsFacts } from '../../../../src/modules/jobs/jobs.facts.ts';
import { labelOfValue } from '../../../../src/shared/settings/choices.ts';
import { VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router-dom';
import { trpc } from '../../../api/trpc.ts';
import { applicantsPath } from '../../core/navigation.ts';
import classes from './jobs-screen.module.css';
import { useChoices } from '../../components/choices-context.tsx';
import { FormColumns } from '../../form/form-columns.tsx';
import { type CommonCardParts, CardDetail, CardText, RecordCard } from '../../list/record-card.tsx';
import { defineResource } from '../../resource/define-resource.tsx';
import { PublicationBadge } from '../../resource/publishing/publication-badge.tsx';
import type { FormLayoutProps, RowOf } from '../../resource/resource-types.ts';

const jobStates = { visible: 'Active', hidden: 'Inactive', ended: 'Closed' };

/** A job with `is_internship` counts as an internship, whatever its type is. */
export const jobsPages = defineResource('jobs', {
  columns: jobColumns,
  nouns: { one: 'job', many: 'jobs' },
  words: {
    saveNew: 'Create Job',
    saveStored: 'Update Job',
    saveDraft: 'Save as inactive',
    publishNow: 'Activate now',
    ...jobStates,
    invisible: 'Inactive',
    show: 'Activate',
    hide: 'Deactivate',
    shown: 'activated',
    taken: 'deactivated',
    deleteTitle: 'Delete Job Posting',
  },
  title: 'title',
  groups: 'type',
  options: ({ job_types }) => ({ type: job_types }),
  cells: { type: (job) => <JobType job={job} /> },
  card: (job, acts) => <JobCard key={job.id} job={job} {...acts} />,
  form: JobForm,
  isChecked: true,
  empty: { type: 'Full-time' },
  fields: async () => {
    const { salaryKind } = await import('./salary-control.tsx');
    return { salary_min: salaryKind('salary_min'), salary_max: salaryKind('salary_max') };
  },
});

function JobCard({ job, ...acts }: { job: RowOf<'jobs'> } & CommonCardParts) {
  const { title, location, department, description } = job;
  return (
    <RecordCard
      {...acts}
      title={title}
      facts={
        <>
          <JobType job={job} />
          <PublicationBadge row={job} {...jobsFacts} words={jobStates} />
        </>
      }
      detail={
        <>
          <CardDetail>
            <span>{department}</span> · <span>{location}</span>
          </CardDetail>
          <ApplicantsLink job={job} />
        </>
      }
    >
      <CardText>{description}</CardText>
    </RecordCard>
  );
}

function ApplicantsLink({ job: { id, title } }: { job: RowOf<'jobs'> }) {
  const jobs = trpc.inbox.applicantCounts.useQuery().data?.jobs ?? [];
  const counts = jobs.find((job) => job.id === id);
  return (
    <Link className={classes.applicants!} to={applicantsPath(id)}>
      Applicants<VisuallyHidden> of {title}</VisuallyHidden>
      {counts?.is_closed ? ` (${counts.open} open)` : Boolean(counts?.new) && ` (${counts?.new} new)`}
    </Link>
  );
}

function JobType({ job: { type, is_internship, duration } }: { job: RowOf<'jobs'> }) {
  const label = labelOfValue(useChoices().job_types, is_internship ? 'Internship' : type);
  return <span>{is_internship && duration ? `${label} - ${duration}` : label}</span>;
}

function JobForm({ values, Field }: FormLayoutProps<typeof jobColumns>) {
  const isUnticked = values.type === 'Internship' && !values.is_internship;
  return (
    <FormColumns
      main={
        <>
          <Field name="title" isRequired />
          <Field name="slug" />
          <Field name="description" rows={9} isRequired />
          <Field name="requirements" />
          <Field name="responsibilities" />
          <Field
            name="what_next"
            rows={3}
            description="Shown on the page and after an application. Empty: the text of the settings."
          />
        </>
      }
      side={
        <>
          <Field name="type" />
          <Field
            name="is_internship"
            description={isUnticked ? 'Select this to list the job as an internship.' : undefined}
          />
          {values.is_internship && <Field name="duration" placeholder="e.g., 3 months" />}
          <Field name="department" isRequired />
          <Field name="team" />
          <Field name="location" isRequired />
          <Field name="location_type" />
          <Field name="salary_min" placeholder="e.g., 52000" />
          <Field name="salary_max" placeholder="e.g., 60000" />
          <Field name="salary_currency" placeholder="e.g., GBP" />
          <Field name="salary_period" description="Without a choice, a salary is for a year." />
          <Field name="recruiter" description="Who answers applicants." />
          <Field
            name="application_link"
            description="Optional. Leave empty to accept applications on this site."
          />
          <Field name="is_active" description="Inactive jobs are hidden on the site." />
        </>
      }
    />
  );
}
