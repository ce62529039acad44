import { Alert } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { formatDateTime } from '../../shared/time-words.ts';
import { ConflictRadio } from './disputed-field.tsx';
import classes from './form-alerts.module.css';
import type { Conflict } from './form-state.ts';
import type { RecordForm } from './use-record-form.ts';

interface ConflictAlertProps<T> {
  form: RecordForm<T>;
  meeting: Conflict<T>;
}

/**
 * Reports that somebody else saved first: lists the fields taken over, and asks about the fields that both
 * have changed.
 */
export function ConflictAlert<T>({ form, meeting }: ConflictAlertProps<T>) {
  const { savedAt, taken, disputes, theirs } = meeting;
  return (
    <div data-failure tabIndex={-1}>
      <Alert
        color="pine"
        role="alert"
        title="Not saved: someone else has changed this"
        icon={<IconGitMerge stroke={1.6} />}
        classNames={{ root: classes.notice!, message: classes.message! }}
      >
        <p className={classes.text}>
          They saved at <time dateTime={savedAt}>{formatDateTime(savedAt)}</time>. Your changes are still
          here. {taken.length > 0 && `Updated with their changes: ${taken.join(', ')}. `}
          {disputes.length > 0
            ? 'Choose which version to keep, then save again.'
            : 'Save again to apply your changes.'}
        </p>
        {disputes.map((dispute) => (
          <ConflictRadio
            key={dispute.field.label}
            dispute={dispute}
            theirs={theirs.base}
            isAsked={form.undecidedTries > 0}
            onChoose={(choice) => form.choose(dispute.field.label, choice)}
          />
        ))}
      </Alert>
    </div>
  );
}
