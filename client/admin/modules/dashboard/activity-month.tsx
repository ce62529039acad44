import { Skeleton, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { activityTypes } from '../../../../src/shared/catalog.ts';
import { trpc } from '../../../api/trpc.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { type ActivityDay, typeNames } from './activity-days.ts';
import classes from './activity-month.module.css';
import { ActivityMonthTable } from './activity-month-table.tsx';
import { Nothing } from './nothing.tsx';
import { Section } from './section.tsx';

// The chart library is large, so it loads last. The figures are shown even if it fails to load.
const ActivityChart = lazy(() =>
  import('./activity-chart.tsx').then(
    (file) => ({ default: file.ActivityChart }),
    () => ({ default: () => <Nothing words="Couldn’t load the chart." /> }),
  ),
);

/** The number of changes on each of the last 30 days, by type. */
export function ActivityMonth() {
  const query = trpc.dashboard.activityByDay.useQuery();
  return (
    <Section name="month" title="Activity in the last 30 days">
      <QueryBoundary
        query={query}
        subject="the activity of the last 30 days"
        skeleton={<Skeleton className={classes.chart!} />}
      >
        {({ days }) => <Month days={days} />}
      </QueryBoundary>
    </Section>
  );
}

function Month({ days }: { days: ActivityDay[] }) {
  const totals = activityTypes.map((type) => ({
    type,
    total: days.reduce((sum, day) => sum + day[type], 0),
  }));
  return (
    <figure className={classes.month}>
      <figcaption>
        <ul className={classes.legend}>
          {totals.map(({ type, total }) => (
            <li key={type} data-type={type}>
              {typeNames[type]} <strong>{total}</strong>
            </li>
          ))}
        </ul>
      </figcaption>
      <div className={classes.chart} aria-hidden="true">
        <Suspense>
          <ActivityChart days={days} />
        </Suspense>
      </div>
      <VisuallyHidden component="div">
        <ActivityMonthTable days={days} />
      </VisuallyHidden>
    </figure>
  );
}
