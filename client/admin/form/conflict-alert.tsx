import IconGitMerge from 'icon:git-merge';
import { Alert, Text } from '@mantine/core';
import { useId } from 'react';
import { formatDateTime } from '../core/format-dates.ts';
import classes from './form-alerts.module.css';
import type { Conflict, ConflictField } from './form-merge.ts';
import type { RecordForm } from './use-record-form.ts';

interface ConflictAlertProps<T> {
  form: Pick<RecordForm<T>, 'isOwnConflict' | 'blockedSubmits' | 'resolve'>;
  conflict: Conflict<T>;
}

const words = {
  other: {
    title: 'Not saved: someone else has changed this',
    who: 'They saved on',
    merged: 'Updated with their changes',
    mine: 'Your version',
    theirs: 'Their version',
  },
  own: {
    title: 'Not saved: you have changed this in another tab',
    who: 'You saved there on',
    merged: 'Updated with the changes of the other tab',
    mine: 'This tab',
    theirs: 'The other tab',
  },
};

/** Lists what was taken over, and asks which version to keep of each field that both have changed. */
export function ConflictAlert<T>({ form, conflict }: ConflictAlertProps<T>) {
  const { fields, merged, theirs } = conflict;
  const { savedAt = '' } = theirs;
  const say = form.isOwnConflict ? words.own : words.other;
  return (
    <div data-failure tabIndex={-1}>
      <Alert color="accent" role="alert" title={say.title} icon={<IconGitMerge stroke={1.6} />}>
        <p>
          {say.who} <time dateTime={savedAt}>{formatDateTime(savedAt)}</time>. Your changes are still here.{' '}
          {merged.length > 0 && `${say.merged}: ${merged.join(', ')}. `}
          {fields.length > 0
            ? 'Choose which version to keep, then save again.'
            : 'Save again to apply your changes.'}
        </p>
        {fields.map((asked) => (
          <ConflictRadio
            key={asked.field.label}
            asked={asked}
            say={say}
            theirs={theirs.values}
            isMissing={form.blockedSubmits > 0 && !asked.choice}
            onChoose={(choice) => form.resolve(asked.field.label, choice)}
          />
        ))}
      </Alert>
    </div>
  );
}

interface ConflictRadioProps<T> {
  asked: ConflictField<T>;
  say: typeof words.other;
  theirs: T;
  /** Whether the person has tried to save before choosing a version. */
  isMissing: boolean;
  onChoose: (choice: 'mine' | 'theirs') => void;
}

function ConflictRadio<T>({ asked, say, theirs, isMissing, onChoose }: ConflictRadioProps<T>) {
  const { field, mine, choice } = asked;
  const id = useId();
  const sides = [
    { value: 'mine', whose: say.mine, text: field.format(mine) },
    { value: 'theirs', whose: say.theirs, text: field.format(theirs) },
  ] as const;
  return (
    <fieldset className={classes.conflict} aria-describedby={isMissing ? `${id}-error` : undefined}>
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
              {text.trim() || (
                <Text span c="dimmed">
                  (empty)
                </Text>
              )}
            </span>
          </label>
        ))}
      </div>
      {isMissing && (
        <Text mt={8} c="signal" id={`${id}-error`}>
          Choose a version.
        </Text>
      )}
    </fieldset>
  );
}
