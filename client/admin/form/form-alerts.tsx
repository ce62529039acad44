import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import IconGitMerge from 'icon:git-merge';
import IconPlugConnectedX from 'icon:plug-connected-x';
import IconRestore from 'icon:restore';
import IconUser from 'icon:user';
import { useEffect, useId, useRef } from 'react';
import { formatDateTime, formatTimeOrDateTime } from '../core/format-dates.ts';
import { useIsOnline } from '../core/use-is-online.ts';
import type { EarlierAutosave } from './autosave/autosave-types.ts';
import type { AutosaveContent } from './autosave/use-autosave.ts';
import classes from './form-alerts.module.css';
import { changedFields } from './form-definition.ts';
import type { Conflict, ConflictField } from './form-merge.ts';
import type { Colleague } from './use-colleagues.ts';
import type { RecordForm } from './use-record-form.ts';

export function OfflineAlert() {
  if (useIsOnline()) return null;
  return (
    <Alert color="accent" role="status" title="You are offline" icon={<IconPlugConnectedX stroke={1.6} />}>
      You can keep editing. Save when you’re back online.
    </Alert>
  );
}

export function FormAlerts<T>({ form }: { form: RecordForm<T> }) {
  const [autosave] = form.autosaves;
  if (!autosave && form.colleagues.length === 0) return null;
  return (
    <Stack gap="sm">
      <ColleagueChips colleagues={form.colleagues} label="Others in this form" />
      {autosave && <AutosaveAlert key={autosave.opening} form={form} autosave={autosave} />}
    </Stack>
  );
}

export function ColleagueChips({ colleagues, label }: { colleagues: Colleague[]; label: string }) {
  if (colleagues.length === 0) return null;
  return (
    <div role="status">
      <ul className={classes.colleagues} aria-label={label}>
        {colleagues.map(({ name, is_here, unsaved_since, is_self }) => (
          <li key={`${name} ${unsaved_since} ${is_self}`} className={classes.colleague}>
            <IconUser size={16} stroke={1.6} aria-hidden="true" />
            {is_self ? 'You have this open in another tab' : is_here && !unsaved_since && `${name} is here`}
            {unsaved_since && (
              <span>
                {name} has unsaved words here since{' '}
                <time dateTime={unsaved_since}>{formatTimeOrDateTime(unsaved_since)}</time>
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface AutosaveAlertProps<T> {
  form: RecordForm<T>;
  autosave: EarlierAutosave<AutosaveContent<T>>;
}

/** Shows which fields the restored input would change. */
function AutosaveAlert<T>({ form, autosave }: AutosaveAlertProps<T>) {
  const { values } = autosave.content;
  const other = changedFields(form.definition, values, form.values);
  const offer = useRef<HTMLDivElement>(null);
  // The offer may load above the visible part of the form. Do not scroll while somebody is typing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!form.isDirty) offer.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  /** The alert disappears with the button that has the focus. */
  const act = (
    button: HTMLButtonElement,
    change: (autosave: EarlierAutosave<AutosaveContent<T>>) => void,
  ) => {
    button.form?.querySelector<HTMLElement>('input, textarea, select')?.focus();
    change(autosave);
  };
  return (
    <Alert
      component="section"
      ref={offer}
      color="accent"
      role="region"
      title="You have an unsaved draft"
      icon={<IconRestore stroke={1.6} />}
    >
      <p>
        From <time dateTime={new Date(autosave.at).toISOString()}>{formatDateTime(isoOf(autosave.at))}</time>,{' '}
        {autosave.isOnServer ? 'stored on the server.' : 'typed in this browser.'}
      </p>
      <dl className={classes.differences}>
        {other.map(({ label, format }) => {
          const before = format(form.values).trim();
          return (
            <div key={label}>
              <dt className={classes.name}>{label}</dt>
              {before && (
                <dd className={classes.before}>
                  <del>{before}</del>
                </dd>
              )}
              <dd className={classes.words}>{format(values).trim() || <Nothing />}</dd>
            </div>
          );
        })}
      </dl>
      <Group gap="sm" mt="md">
        <Button
          size="compact-md"
          disabled={form.isSubmitting}
          onClick={({ currentTarget }) => act(currentTarget, form.restoreAutosave)}
        >
          Restore draft
        </Button>
        <Button
          size="compact-md"
          variant="default"
          onClick={({ currentTarget }) => act(currentTarget, form.discardAutosave)}
        >
          Discard draft
        </Button>
      </Group>
    </Alert>
  );
}

function Nothing() {
  return (
    <Text span c="dimmed">
      (empty)
    </Text>
  );
}

function isoOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

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
        {fields.map((contested) => (
          <ConflictRadio
            key={contested.field.label}
            contested={contested}
            say={say}
            theirs={theirs.values}
            isMissing={form.blockedSubmits > 0 && !contested.choice}
            onChoose={(choice) => form.resolve(contested.field.label, choice)}
          />
        ))}
      </Alert>
    </div>
  );
}

interface ConflictRadioProps<T> {
  contested: ConflictField<T>;
  say: typeof words.other;
  theirs: T;
  /** Whether the person has tried to save before choosing a version. */
  isMissing: boolean;
  onChoose: (choice: 'mine' | 'theirs') => void;
}

function ConflictRadio<T>({ contested, say, theirs, isMissing, onChoose }: ConflictRadioProps<T>) {
  const { field, mine, choice } = contested;
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
