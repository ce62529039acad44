import { Button } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { ApiErrorInfo } from '../../api/errors.ts';
import { PageHeader } from '../components/page-header.tsx';
import classes from './form.module.css';
import { FormAlerts } from './form-alerts.tsx';
import { FormElement, SaveButton, SaveFailure } from './form-element.tsx';
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
  if (form.guard.isDropped) return null;
  return (
    <>
      <PageHeader title={title} />
      <FormElement
        form={form}
        problem={failure}
        isChecked={isChecked}
        className={classes.form}
        onSave={form.save}
      >
        <FormAlerts form={form} />
        <SaveFailure failure={failure} />
        <Fragment key={form.state.edition}>{children}</Fragment>
        <div className={classes.actions}>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <SaveButton form={form} label={saveLabel} />
        </div>
      </FormElement>
      <FormModals form={form} />
    </>
  );
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
