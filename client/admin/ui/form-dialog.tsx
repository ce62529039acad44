import { Button, Modal } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import classes from './form-dialog.module.css';
import { focusFirstProblem } from './form-shell.tsx';

interface FormDialogProps {
  title: string;
  /** What is said of the form, beside its buttons. */
  notice: ReactNode;
  /** A new one for each failed try to save: it moves the focus to the first field that is wrong. */
  problem: unknown;
  saveLabel: string;
  isSaving: boolean;
  /** Something was written: Escape no longer closes. */
  isTouched: boolean;
  onSave: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** A form in a dialog. What was typed goes only by Cancel, never by a click beside it. */
export function FormDialog(props: FormDialogProps) {
  const { title, notice, problem, saveLabel, isSaving, isTouched, onSave, onCancel, children } = props;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem) focusFirstProblem(form.current!);
  }, [problem]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isSaving) onSave();
  };
  return (
    <Modal
      opened
      onClose={() => !isTouched && onCancel()}
      closeOnClickOutside={false}
      withCloseButton={false}
      title={title}
      size="48rem"
      classNames={classes}
    >
      <form className={classes.form} ref={form} noValidate onSubmit={submit} aria-busy={isSaving}>
        {children}
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
            <Button type="submit" aria-disabled={isSaving}>
              {isSaving ? 'Saving...' : saveLabel}
            </Button>
          </div>
        </div>
      </form>
    </Modal>
  );
}
