import { trpc } from '../../lib/trpc.ts';
import type { TrashOf } from '../ui/use-trash.ts';

/** The trash of the jobs. */
export function useJobsTrash(): TrashOf {
  const { jobs } = trpc.useUtils();
  return { calls: trpc.trash.jobs, noun: 'job', refresh: () => jobs.invalidate() };
}
