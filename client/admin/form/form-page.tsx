import { Button } from '@mantine/core';
import { Fragment, type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import type { ApiErrorInfo } from '../../api/errors.ts';
import { ErrorAlert, RetryButton } from '../components/error-alert.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { useShortcuts } from '../core/shortcuts.ts';
import classes from './form.module.css';
import { FormAlerts } from './form-alerts.tsx';
import { FormModals } from './form-modals.tsx';
import type { RecordForm } from './use-record-form.ts';

interface FormPageProps<T> {
  title: string;
  form: RecordForm<T>;
  /** The error of the last save. */
  failure: ApiErrorInfo | undefined;
  saveLabel: string;
  /** The browser checks `required` and `url` fields before the save. */
  isChecked?: boolean;
  onCancel: () => void;
  children: ReactNode;
}

/**
 * The frame of every form: title, notices, the error of a save, the fields, and the save and cancel buttons.
 */
export function FormPage<T>(props: FormPageProps<T>) {
  const { title, form, failure, saveLabel, isChecked = false, onCancel, children } = props;
  const element = useRef<HTMLFormElement>(null);
  useFocusFirstError(element, form, failure);
  useSaveShortcut(element, form);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    form.save();
  };
  if (form.guard.isDropped) return null;
  return (
    <>
      <PageHeader title={title} />
      <form
        className={classes.form}
        ref={element}
        noValidate={!isChecked}
        onSubmit={submit}
        aria-busy={form.isSaving}
      >
        <FormAlerts form={form} />
        {failure && (
          <div data-failure tabIndex={-1} className={classes.failure}>
            <ErrorAlert title="Not saved" failure={failure}>
              <RetryButton failure={failure} />
            </ErrorAlert>
          </div>
        )}
        <Fragment key={form.state.edition}>{children}</Fragment>
        <div className={classes.actions}>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={form.isSaving}>
            {form.isSaving ? 'Saving...' : saveLabel}
          </Button>
        </div>
      </form>
      <FormModals form={form} />
    </>
  );
}

/** Makes Ctrl+S and Cmd+S submit the form, wherever the focus is. */
export function useSaveShortcut<T>(
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
export function useFocusFirstError<T>(
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

/** The fields of a long form: texts in the main column, choices beside it. One column on phones. */
export function FormColumns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.column}>{main}</div>
      <div className={classes.column}>{side}</div>
    </div>
  );
}
