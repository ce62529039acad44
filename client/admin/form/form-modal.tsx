import { Button, Modal } from '@mantine/core';
import { Fragment, type ReactNode, type SubmitEvent, useRef } from 'react';
import classes from './form.module.css';
import { FormAlerts } from './form-alerts.tsx';
import { FormModals } from './form-modals.tsx';
import { useFocusFirstError, useSaveShortcut } from './form-page.tsx';
import type { RecordForm } from './use-record-form.ts';

interface FormModalProps<T> {
  title: string;
  form: RecordForm<T>;
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
export function FormModal<T>(props: FormModalProps<T>) {
  const { title, form, notice, problem, saveLabel, onSave, onCancel, children } = props;
  const element = useRef<HTMLFormElement>(null);
  useFocusFirstError(element, form, problem);
  useSaveShortcut(element, form);
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
        classNames={{
          content: classes.content,
          header: classes.header,
          title: classes.title,
          body: classes.body,
          inner: classes.inner,
        }}
      >
        <form
          className={classes.formDialogForm}
          ref={element}
          noValidate
          onSubmit={submit}
          aria-busy={form.isSaving}
        >
          <div className={classes.fields}>
            <FormAlerts form={form} />
            <Fragment key={form.state.edition}>{children}</Fragment>
          </div>
          <div className={classes.formDialogFoot}>
            {notice && (
              <div data-failure tabIndex={-1}>
                {notice}
              </div>
            )}
            <div className={classes.formDialogActions}>
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
      <FormModals form={form} />
    </>
  );
}
