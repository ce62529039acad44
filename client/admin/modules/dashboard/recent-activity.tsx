import { activityTime } from '../../../../src/shared/relative-time.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { ActivityIcon } from '../../components/activity-marks.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RefetchError } from '../../components/quiet-failure.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Unconfirmed } from '../../components/unconfirmed.tsx';
import { LineSkeletons } from '../../list/line-skeletons.tsx';
import { Nothing } from './nothing.tsx';
import classes from './recent-activity.module.css';
import { Section } from './section.tsx';

type Activity = ApiOutputs['activities']['list']['activities'][number];

// docs/product.md, §9.1.
const shown = 10;
const refreshMs = 30_000;

/** The newest changes. Refreshes every 30 seconds while the tab is visible. */
export function RecentActivity() {
  const query = trpc.activities.list.useQuery(
    { page: 1, per_page: shown },
    { refetchInterval: refreshMs, refetchIntervalInBackground: false, trpc: { context: { isPoll: true } } },
  );
  return (
    <Section name="activity" title="Recent Activity" more={{ label: 'See All', to: '/admin/activities' }}>
      {query.data && <RefetchError query={query} title="Couldn’t refresh the activities." />}
      <QueryBoundary
        query={query}
        subject="the activities"
        skeleton={<LineSkeletons count={shown} />}
        isEmpty={({ activities }) => activities.length === 0}
        empty={<Nothing words="No activities found" />}
      >
        {({ activities }) => (
          <ul className={classes.activities}>
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
  const { type, description, user_name, created_at, verified } = activity;
  return (
    <li className={classes.activity}>
      <ActivityIcon type={type} />
      <div className={classes.words}>
        <p className={classes.description}>
          <bdi>{description}</bdi>
          {!verified && <Unconfirmed />}
        </p>
        <p className={classes.facts}>
          <span>by {user_name}</span>
          <RelativeTime at={created_at} words={activityTime} />
        </p>
      </div>
    </li>
  );
}
