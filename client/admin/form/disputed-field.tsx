import { useId } from 'react';
import classes from './form-alerts.module.css';
import type { ConflictField } from './form-state.ts';

interface ConflictRadioProps<T> {
  dispute: ConflictField<T>;
  theirs: T;
  /** The person tried to save before choosing a version. */
  isAsked: boolean;
  onChoose: (choice: 'mine' | 'theirs') => void;
}

/** A field that two people have changed. Shows both versions side by side. */
export function ConflictRadio<T>({ dispute, theirs, isAsked, onChoose }: ConflictRadioProps<T>) {
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
