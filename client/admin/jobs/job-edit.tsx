import { trpc } from '../../lib/trpc.ts';
import { StoredForm } from '../ui/stored-form.tsx';
import { forForm, useRowId } from '../ui/stored-row.ts';
import { useFormAddress } from '../ui/use-form-address.ts';
import { JobForm } from './job-form.tsx';
import type { Job } from './job-types.ts';
import { jobsAddress } from './jobs-address.ts';
import { useJobForm } from './use-job-form.ts';

/** The form of a stored job. */
export function JobEdit() {
  const query = trpc.jobs.one.useQuery(useRowId(), forForm);
  return (
    <StoredForm title="Edit Job" query={query} subject="The job">
      {({ job }) => <StoredJobForm key={job.id} job={job} />}
    </StoredForm>
  );
}

function StoredJobForm({ job }: { job: Job }) {
  const { backToList } = useFormAddress(jobsAddress);
  const form = useJobForm({ row: job, words: 'The job was saved.', onSaved: backToList });
  return <JobForm title="Edit Job" saveLabel="Update Job" form={form} onCancel={backToList} />;
}
