import { Alert } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { useId } from 'react';
import { formatDateTime } from '../../shared/dates.ts';
import classes from './form-alerts.module.css';
import type { Conflict, ConflictField } from './form-state.ts';
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
        color="accent"
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

interface ConflictRadioProps<T> {
  dispute: ConflictField<T>;
  theirs: T;
  /** The person tried to save before choosing a version. */
  isAsked: boolean;
  onChoose: (choice: 'mine' | 'theirs') => void;
}

/** A field that two people have changed. Shows both versions side by side. */
function ConflictRadio<T>({ dispute, theirs, isAsked, onChoose }: ConflictRadioProps<T>) {
  const { field, mine, choice } = dispute;
  const id = useId();
  const isMissing = isAsked && !choice;
  const sides = [
    { value: 'mine', whose: 'Your version', text: field.show(mine) },
    { value: 'theirs', whose: 'Their version', text: field.show(theirs) },
  ] as const;
  return (
    <fieldset className={classes.dispute} aria-describedby={isMissing ? `${id}-error` : undefined}>
      <legend>{field.label}</legend>
      <div className={classes.sides}>
        {sides.map(({ value, whose, text }) => (
          <label key={value} className={classes.side}>
            <span className={classes.whose}>
              <input
                type="radio"
                name={id}
                value={value}
                checked={choice === value}
                aria-invalid={isMissing || undefined}
                onChange={() => onChoose(value)}
              />
              {whose}
            </span>
            <span className={classes.written}>
              {text.trim() || <span className={classes.nothing}>(empty)</span>}
            </span>
          </label>
        ))}
      </div>
      {isMissing && (
        <p className={classes.undecided} id={`${id}-error`}>
          Choose a version.
        </p>
      )}
    </fieldset>
  );
}
