import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { can } from '../../../../src/shared/grants.ts';
import { trpc } from '../../../api/trpc.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { RefetchError } from '../../components/query-boundary.tsx';
import { useCurrentUser } from '../../core/admin-context.ts';
import { StatCards } from '../../list/stat-cards.tsx';
import { LogoutDialog } from '../../shell/logout.tsx';
import { ActivityMonth } from './activity-month.tsx';
import classes from './dashboard.module.css';
import { QuickActions } from './quick-actions.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { UnreadMessages } from './unread-messages.tsx';

/** The first screen after signing in. */
export function DashboardPage() {
  const { name, role } = useCurrentUser();
  const readsMessages = can(role, 'inbox:manage');
  const [isLeaving, { open, close }] = useDisclosure(false);
  return (
    <>
      <PageHeader
        title="Admin Dashboard"
        lead={`Welcome back, ${name}`}
        hasWayBack={false}
        action={
          <Button variant="default" onClick={open}>
            Logout
          </Button>
        }
      />
      <Counts />
      <QuickActions role={role} />
      <div className={classes.sections} data-messages={readsMessages || undefined}>
        {readsMessages && <UnreadMessages />}
        <RecentActivity />
        <ActivityMonth />
      </div>
      <LogoutDialog isOpen={isLeaving} onClose={close} />
    </>
  );
}

const groups = [
  { value: 'blogCount', label: 'Blog Posts' },
  { value: 'portfolioCount', label: 'Portfolio Items' },
  { value: 'jobCount', label: 'Job Postings' },
];

/** The number of users, posts, projects and jobs. */
function Counts() {
  const query = trpc.dashboard.stats.useQuery();
  const { data } = query;
  return (
    <>
      <RefetchError query={query} title="Couldn’t load the totals." />
      <StatCards
        totalLabel="Total Users"
        counts={data && { total: data.userCount, by: { ...data } }}
        groups={groups}
      />
    </>
  );
}
