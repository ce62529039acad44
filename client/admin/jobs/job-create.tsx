import { trpc } from '../../lib/trpc.ts';
import { useFormAddress } from '../ui/use-form-address.ts';
import { useSaving } from '../ui/use-saving.ts';
import { emptyJob } from './job-draft.ts';
import { JobForm } from './job-form.tsx';
import { jobsAddress } from './jobs-address.ts';

/** The form of a new job. */
export function JobCreate() {
  const { toNewest, backToList } = useFormAddress(jobsAddress);
  const { jobs } = trpc.useUtils();
  const { asJson } = useSaving({
    words: 'The job was created.',
    refresh: () => jobs.invalidate(),
    onSaved: toNewest,
  });
  const save = trpc.jobs.create.useMutation(asJson);
  return (
    <JobForm
      title="Create New Job"
      saveLabel="Create Job"
      initial={emptyJob}
      save={save}
      onSave={save.mutate}
      onCancel={backToList}
    />
  );
}
