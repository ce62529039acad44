import { TrashScreen } from '../ui/trash-screen.tsx';
import { jobsAddress } from './jobs-address.ts';
import { useJobsTrash } from './use-jobs-trash.ts';

/** The jobs that were deleted. */
export function JobsTrash() {
  return <TrashScreen {...useJobsTrash()} title="Job Trash" nouns="jobs" address={jobsAddress} />;
}
