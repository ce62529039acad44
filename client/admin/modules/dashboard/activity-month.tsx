import { Skeleton, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { activityTypes } from '../../../../src/shared/catalog.ts';
import { trpc } from '../../../api/trpc.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { type ActivityDay, toShortDay, typeNames } from './activity-days.ts';
import classes from './dashboard.module.css';
import { Nothing, Section } from './section.tsx';

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

/** The content of the chart as a table for screen readers. Lists only the days that have changes. */
function ActivityMonthTable({ days }: { days: ActivityDay[] }) {
  const busy = days.filter((day) => activityTypes.some((type) => day[type] > 0));
  if (busy.length === 0) return <p>No changes in the last 30 days.</p>;
  return (
    <table>
      <caption>Changes in the last 30 days by day and type (days without changes are omitted)</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          {activityTypes.map((type) => (
            <th scope="col" key={type}>
              {typeNames[type]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {busy.map((entry) => (
          <tr key={entry.day}>
            <th scope="row">{toShortDay(entry.day)}</th>
            {activityTypes.map((type) => (
              <td key={type}>{entry[type]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
