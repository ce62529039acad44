import { VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { formatDateTime } from '../../../shared/dates.ts';
import classes from './activities.module.css';
import { type Activity, toFieldName, toReadablePair } from './activity-entries.ts';

interface ActivityChangesProps {
  changes: NonNullable<Activity['changes']>;
  /** ISO 8601. */
  at: string;
}

/** The changes of an update: the old and the new value of each field. */
export function ActivityChanges({ changes, at }: ActivityChangesProps) {
  return (
    <div className={classes.activityChanges}>
      <p className={classes.activityChangesWhen}>Changed on {formatDateTime(at)}</p>
      <dl className={classes.fields}>
        {Object.entries(changes).map(([field, change]) => {
          const [before, after] = toReadablePair(field, change);
          return (
            <div key={field} className={classes.field}>
              <dt className={classes.name}>{toFieldName(field)}</dt>
              <dd className={classes.old}>
                <VisuallyHidden>Before: </VisuallyHidden>
                <Value words={before} />
              </dd>
              <dd className={classes.new}>
                <IconArrowRight className={classes.arrow} size={16} stroke={1.6} aria-hidden="true" />
                <VisuallyHidden>After: </VisuallyHidden>
                <Value words={after} />
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

function Value({ words }: { words: string }) {
  return words ? words : <em className={classes.nothing}>nothing</em>;
}
