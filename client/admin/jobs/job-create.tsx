import { useFormAddress } from '../ui/use-form-address.ts';
import { JobForm } from './job-form.tsx';
import { jobsAddress } from './jobs-address.ts';
import { useJobForm } from './use-job-form.ts';

/** The form of a new job. */
export function JobCreate() {
  const { toNewest, backToList } = useFormAddress(jobsAddress);
  const form = useJobForm({ words: 'The job was created.', onSaved: toNewest });
  return <JobForm title="Create New Job" saveLabel="Create Job" form={form} onCancel={backToList} />;
}
