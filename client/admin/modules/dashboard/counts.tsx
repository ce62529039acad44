import { trpc } from '../../../api/trpc.ts';
import { RefetchError } from '../../components/quiet-failure.tsx';
import { StatCards } from '../../list/stat-cards.tsx';

const groups = [
  { value: 'blogCount', label: 'Blog Posts' },
  { value: 'portfolioCount', label: 'Portfolio Items' },
  { value: 'jobCount', label: 'Job Postings' },
];

/** The number of users, posts, projects and jobs. */
export function Counts() {
  const query = trpc.dashboard.stats.useQuery();
  const { data } = query;
  return (
    <>
      <RefetchError query={query} title="Couldn’t load the totals." />
      <StatCards
        totalLabel="Total Users"
        stats={data && { total: data.userCount, by: { ...data } }}
        groups={groups}
      />
    </>
  );
}
