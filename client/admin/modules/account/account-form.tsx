import { Button } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';
import type { ApiErrorInfo } from '../../../api/errors.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { useErrorFocus } from '../../fields/use-save-errors.ts';
import classes from './account.module.css';

interface AccountFormProps {
  failure: ApiErrorInfo | undefined;
  saveLabel: string;
  isSaving: boolean;
  onSave: () => void;
  children: ReactNode;
}

export function AccountForm({ failure, saveLabel, isSaving, onSave, children }: AccountFormProps) {
  const form = useErrorFocus(failure);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isSaving) onSave();
  };
  return (
    <form className={classes.form} ref={form} noValidate onSubmit={submit} aria-busy={isSaving}>
      {children}
      {failure && (
        <div data-failure tabIndex={-1}>
          <ErrorAlert title="Not saved" failure={failure} />
        </div>
      )}
      <div>
        <Button type="submit" variant="default" aria-disabled={isSaving}>
          {isSaving ? 'Saving...' : saveLabel}
        </Button>
      </div>
    </form>
  );
}
