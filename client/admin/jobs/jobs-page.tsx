import { keepPreviousData } from '@tanstack/react-query';
import { jobsFacts } from '../../../src/modules/jobs/jobs.facts.ts';
import { jobTypes } from '../../../src/shared/catalog.ts';
import { trpc } from '../../lib/trpc.ts';
import { ListScreen } from '../ui/list-screen.tsx';
import { Notice } from '../ui/notice.tsx';
import { useListAddress } from '../ui/use-list-address.ts';
import { useTrash } from '../ui/use-trash.ts';
import { JobCard } from './job-card.tsx';
import { jobsAddress } from './jobs-address.ts';
import { useJobsTrash } from './use-jobs-trash.ts';

const options = jobTypes.map((name) => ({ value: name, label: name }));

/** The jobs, by type. An internship counts as one whatever its type is; the server sees to it. */
export function JobsPage() {
  const list = useListAddress(jobsFacts.pageSize);
  const type = jobTypes.find((name) => name === list.get('type'));
  const query = trpc.jobs.list.useQuery(
    { page: list.page, before: list.before, per_page: jobsFacts.pageSize, type },
    { placeholderData: keepPreviousData },
  );
  const titleOf = (id: number) => query.data?.jobs.find((job) => job.id === id)?.title;
  const { throwing } = useTrash(useJobsTrash(), titleOf);
  const remove = trpc.jobs.remove.useMutation(throwing);
  const hint = type ? `Nothing of the type "${type}" yet.` : 'Get started by creating your first job!';
  return (
    <ListScreen
      title="Job Management"
      createLabel="Create New Job"
      address={jobsAddress}
      list={list}
      query={query}
      subject="The jobs"
      totalLabel="Total jobs"
      groups={{ name: 'type', label: 'Type', allLabel: 'All Types', options, value: type }}
      rowsOf={(page) => page.jobs}
      card={(job, acts) => <JobCard key={job.id} job={job} {...acts} />}
      hasPictures={false}
      empty={<Notice title="No jobs found" text={hint} />}
      deletion={{
        title: 'Delete Job Posting',
        question: ({ title }) => `Are you sure you want to delete "${title}"? This action cannot be undone.`,
        answer: 'Delete Job',
        remove,
      }}
    />
  );
}
