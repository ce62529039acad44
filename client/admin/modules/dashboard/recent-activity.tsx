import { activityTime } from '../../../../src/shared/relative-time.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { ActivityIcon, ActivitySentence } from '../../components/activity-marks.tsx';
import { QueryBoundary, InlineQueryError } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { LineSkeletons } from '../../list/list-skeleton.tsx';
import classes from './dashboard.module.css';
import { EmptySectionText, Section } from './section.tsx';

type Activity = ApiOutputs['activities']['list']['activities'][number];

// docs/product.md, §9.1, fixes the number of listed changes and the interval between two requests.
const shown = 10;
const refreshMs = 30_000;

/** Reloads while the tab is visible. */
export function RecentActivity() {
  const query = trpc.activities.list.useQuery(
    { page: 1, per_page: shown },
    {
      refetchInterval: refreshMs,
      refetchIntervalInBackground: false,
    },
  );
  return (
    <Section name="activity" title="Recent Activity" more={{ label: 'See All', to: '/admin/activities' }}>
      {query.data && <InlineQueryError query={query} title="Couldn’t refresh the activities." />}
      <QueryBoundary
        query={query}
        subject="the activities"
        skeleton={<LineSkeletons count={shown} />}
        isEmpty={({ activities }) => activities.length === 0}
        empty={<EmptySectionText text="No activities found" />}
      >
        {({ activities }) => (
          <ul>
            {activities.map((activity) => (
              <RecentEntry key={activity.id} activity={activity} />
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Section>
  );
}

function RecentEntry({ activity }: { activity: Activity }) {
  const { type, user_name, created_at } = activity;
  return (
    <li className={classes.activity}>
      <ActivityIcon type={type} />
      <div className={classes.recentActivityWords}>
        <p className={classes.description}>
          <ActivitySentence {...activity} />
        </p>
        <p className={classes.recentActivityFacts}>
          <span>by {user_name}</span>
          <RelativeTime at={created_at} words={activityTime} />
        </p>
      </div>
    </li>
  );
}
