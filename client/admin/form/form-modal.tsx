import { Button, Modal } from '@mantine/core';
import { Fragment, type ReactNode, type SubmitEvent, useRef } from 'react';
import { FormGuards } from './form-modals.tsx';
import { KeptNotices } from './form-alerts.tsx';
import type { KeptForm } from './use-record-form.ts';
import classes from './form-dialog.module.css';
import { useProblemFocus, useSaveKey } from './form-page.tsx';

interface FormDialogProps<T> {
  title: string;
  form: KeptForm<T>;
  /** A message about the form, beside its buttons. */
  notice: ReactNode;
  /** A new value for each failed save. It moves the focus to the first wrong field. */
  problem: unknown;
  saveLabel: string;
  onSave: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** A form in a dialog. Only Cancel discards the input, never a click outside. */
export function FormDialog<T>(props: FormDialogProps<T>) {
  const { title, form, notice, problem, saveLabel, onSave, onCancel, children } = props;
  const element = useRef<HTMLFormElement>(null);
  useProblemFocus(element, form, problem);
  useSaveKey(element, form);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!form.isSaving) onSave();
  };
  if (form.guard.isDropped) return null;
  return (
    <>
      <Modal
        opened
        onClose={() => !form.isUnsaved && onCancel()}
        closeOnClickOutside={false}
        withCloseButton={false}
        title={title}
        size="48rem"
        classNames={classes}
      >
        <form className={classes.form} ref={element} noValidate onSubmit={submit} aria-busy={form.isSaving}>
          <div className={classes.fields}>
            <KeptNotices form={form} />
            <Fragment key={form.state.edition}>{children}</Fragment>
          </div>
          <div className={classes.foot}>
            {notice && (
              <div data-failure tabIndex={-1}>
                {notice}
              </div>
            )}
            <div className={classes.actions}>
              <Button variant="default" onClick={onCancel}>
                Cancel
              </Button>
              <Button type="submit" aria-disabled={form.isSaving}>
                {form.isSaving ? 'Saving...' : saveLabel}
              </Button>
            </div>
          </div>
        </form>
      </Modal>
      <FormGuards form={form} />
    </>
  );
}
