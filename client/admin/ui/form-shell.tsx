import { Button } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import type { Failure } from '../../lib/failure.ts';
import { ConflictHint } from './conflict-hint.tsx';
import { FailureNote } from './failure-note.tsx';
import classes from './form-shell.module.css';
import { PageHeader } from './page-header.tsx';

interface FormShellProps {
  title: string;
  failure: Failure | undefined;
  /** Somebody else's save came first; a form whose conflicts have other reasons too says which it is. */
  isOutdated?: boolean;
  saveLabel: string;
  isSaving: boolean;
  /** The browser's own checks, `required` and `url`, come before the save. */
  isChecked?: boolean;
  onSave: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** What stands around every form: title, why a save failed, the fields, save and cancel. */
export function FormShell({
  title,
  failure,
  isOutdated = failure?.status === 409,
  saveLabel,
  isSaving,
  isChecked = false,
  onSave,
  onCancel,
  children,
}: FormShellProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure) focusFirstProblem(form.current!);
  }, [failure]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isSaving) onSave();
  };
  return (
    <>
      <PageHeader title={title} />
      <form
        className={classes.form}
        ref={form}
        noValidate={!isChecked}
        onSubmit={submit}
        aria-busy={isSaving}
      >
        {failure && (
          <div data-failure tabIndex={-1} className={classes.failure}>
            <FailureNote title="Not saved" failure={failure}>
              {isOutdated && <ConflictHint />}
            </FailureNote>
          </div>
        )}
        {children}
        <div className={classes.actions}>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={isSaving}>
            {isSaving ? 'Saving...' : saveLabel}
          </Button>
        </div>
      </form>
    </>
  );
}

/** Leads to the first field that is wrong, else to what is said of the failure. */
export function focusFirstProblem(form: HTMLFormElement): void {
  const problem = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  (problem ?? form.querySelector<HTMLElement>('[data-failure]'))?.focus();
}
