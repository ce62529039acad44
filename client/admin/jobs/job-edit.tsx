import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { StoredForm } from '../ui/stored-form.tsx';
import { forForm, useRowId } from '../ui/stored-row.ts';
import { useFormAddress } from '../ui/use-form-address.ts';
import { useSaving } from '../ui/use-saving.ts';
import { toDraft } from './job-draft.ts';
import { JobForm } from './job-form.tsx';
import type { Job } from './job-types.ts';
import { jobsAddress } from './jobs-address.ts';

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
  const [initial] = useState(() => toDraft(job));
  const { backToList } = useFormAddress(jobsAddress);
  const { jobs } = trpc.useUtils();
  const { asJson } = useSaving({
    words: 'The job was saved.',
    refresh: () => jobs.invalidate(),
    onSaved: backToList,
  });
  const save = trpc.jobs.update.useMutation(asJson);
  return (
    <JobForm
      title="Edit Job"
      saveLabel="Update Job"
      initial={initial}
      save={save}
      onSave={(draft) => save.mutate({ ...draft, id: job.id, version: job.version })}
      onCancel={backToList}
    />
  );
}
