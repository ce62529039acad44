import { VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { formatDateTime } from '../../../shared/time-words.ts';
import classes from './activity-changes.module.css';
import type { Activity } from './activity-entries.ts';
import { toFieldName, toReadablePair } from './change-words.ts';

interface ActivityChangesProps {
  changes: NonNullable<Activity['changes']>;
  /** ISO 8601. */
  at: string;
}

/** The changes of an update: the old and the new value of each field. */
export function ActivityChanges({ changes, at }: ActivityChangesProps) {
  return (
    <div className={classes.changes}>
      <p className={classes.when}>Changed on {formatDateTime(at)}</p>
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
