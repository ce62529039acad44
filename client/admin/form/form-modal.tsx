import { Box, Button, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ApiErrorInfo } from '../../api/errors.ts';
import { Dialog } from '../components/dialog.tsx';
import { keepCaretAbove } from '../core/kept-caret.ts';
import type { SaveWay } from '../core/surrounding-form.ts';
import classes from './form.module.css';
import { FormAlerts } from './form-alerts.tsx';
import { SignInAgainDialog } from './sign-in-again-dialog.tsx';
import { FormElement, MessageArea, SaveButtons, SavedAt, SaveMessages } from './form-page.tsx';
import type { RecordForm } from './use-record-form.ts';

interface FormModalProps<T> {
  title: string;
  form: RecordForm<T>;
  notice: ReactNode;
  failure: ApiErrorInfo | undefined;
  /** A new value after each failed save moves the focus to the first invalid field. */
  problem: unknown;
  saveLabel: string;
  onSave: (way: SaveWay) => void;
  onCancel: () => void;
  action?: ReactNode;
  children: ReactNode;
}

/** A form in a dialog, which Escape closes only without unsaved input, and a click outside never. */
export function FormModal<T>(props: FormModalProps<T>) {
  const { title, form, notice, failure, problem, saveLabel, onSave, onCancel, action, children } = props;
  const save = (way: SaveWay) => {
    if (!form.isSubmitting) onSave(way);
  };
  if (form.guard.isRevoked) return null;
  return (
    <>
      <Dialog
        opened
        onClose={onCancel}
        closeOnEscape={!form.isDirty}
        closeOnClickOutside={false}
        title={title}
        size="48rem"
        centered={false}
        classNames={{
          content: classes.content,
          header: classes.header,
          title: classes.title,
          body: classes.body,
          inner: classes.inner,
        }}
      >
        <FormElement form={form} problem={problem} className={classes.formDialogForm} onSave={save}>
          <Stack gap="lg">
            <FormAlerts form={form} />
            {children}
          </Stack>
          <DialogFoot>
            <MessageArea failure={failure}>
              <SaveMessages
                form={form}
                failure={failure}
                notice={
                  notice && (
                    <div data-failure tabIndex={-1}>
                      {notice}
                    </div>
                  )
                }
              />
            </MessageArea>
            <div className={classes.formDialogActions}>
              {action && <Box mr="auto">{action}</Box>}
              <SavedAt form={form} />
              <Button variant="default" onClick={onCancel}>
                Cancel
              </Button>
              <SaveButtons form={form} label={saveLabel} />
            </div>
          </DialogFoot>
        </FormElement>
      </Dialog>
      <SignInAgainDialog guard={form.guard} />
    </>
  );
}

function DialogFoot({ children }: { children: ReactNode }) {
  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => keepCaretAbove(foot.current!), []);
  return (
    <div className={classes.formDialogFoot} ref={foot}>
      {children}
    </div>
  );
}
