import { Button } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import type { ApiErrorInfo } from '../../api/errors.ts';
import { ErrorAlert, RetryButton } from '../components/error-alert.tsx';
import { useShortcuts } from '../core/shortcuts.ts';
import classes from './form.module.css';
import type { RecordForm } from './use-record-form.ts';

interface FormElementProps<T> {
  form: RecordForm<T>;
  /** A new value for each failed save. It moves the focus to the first wrong field. */
  problem: unknown;
  /** The browser checks `required` and `url` fields before the save. */
  isChecked?: boolean;
  className: string | undefined;
  onSave: () => void;
  children: ReactNode;
}

/** The form element of a record: saves on submit and on Ctrl+S, and focuses the first problem of a failed save. */
export function FormElement<T>(props: FormElementProps<T>) {
  const { form, problem, isChecked = false, className, onSave, children } = props;
  const element = useRef<HTMLFormElement>(null);
  useFocusFirstError(element, form, problem);
  useSaveShortcut(element, form);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSave();
  };
  return (
    <form
      className={className}
      ref={element}
      noValidate={!isChecked}
      onSubmit={submit}
      aria-busy={form.isSaving}
    >
      {children}
    </form>
  );
}

export function SaveButton<T>({ form, label }: { form: RecordForm<T>; label: string }) {
  return (
    <Button type="submit" aria-disabled={form.isSaving}>
      {form.isSaving ? 'Saving...' : label}
    </Button>
  );
}

/** The error of the last save. */
export function SaveFailure({ failure }: { failure: ApiErrorInfo | undefined }) {
  if (!failure) return null;
  return (
    <div data-failure tabIndex={-1} className={classes.failure}>
      <ErrorAlert title="Not saved" failure={failure}>
        <RetryButton failure={failure} />
      </ErrorAlert>
    </div>
  );
}

/** Makes Ctrl+S and Cmd+S submit the form, wherever the focus is. */
function useSaveShortcut<T>(
  element: { current: HTMLFormElement | null },
  { guard }: Pick<RecordForm<T>, 'guard'>,
): void {
  const save = (event: KeyboardEvent) => {
    // An open dialog comes first, and holding the keys saves only once.
    if (event.repeat || guard.isLeaving || guard.isSignInOpen) return;
    element.current?.requestSubmit();
  };
  useShortcuts([{ keys: 'mod+S', label: 'Save', run: save }]);
}

/** Focuses the first problem each time a save fails. `problem` is a new value for each failure. */
function useFocusFirstError<T>(
  element: { current: HTMLFormElement | null },
  { state, undecidedTries }: Pick<RecordForm<T>, 'state' | 'undecidedTries'>,
  problem: unknown,
): void {
  const met = state.meeting?.theirs;
  useEffect(() => {
    if ((problem || met || undecidedTries) && element.current) focusFirstError(element.current);
  }, [problem, met, undecidedTries, element]);
}

/** Focuses the first wrong field, else the error message. */
export function focusFirstError(form: HTMLFormElement): void {
  const problem = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  (problem ?? form.querySelector<HTMLElement>('[data-failure]'))?.focus();
}
