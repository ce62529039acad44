import { VisuallyHidden } from '@mantine/core';
import classes from './activities.module.css';
import type { Activity } from './activity-entries.ts';
import { ActivityRow } from './activity-row.tsx';

/** The entries of the activity log. On phones each entry is a block. */
export function ActivityTable({ activities }: { activities: Activity[] }) {
  return (
    <table className={classes.table}>
      <thead className={classes.head}>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Module</th>
          <th scope="col">Who</th>
          <th scope="col">When</th>
          <th scope="col">
            <VisuallyHidden>Changes</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {activities.map((activity) => (
          <ActivityRow key={activity.id} activity={activity} />
        ))}
      </tbody>
    </table>
  );
}
