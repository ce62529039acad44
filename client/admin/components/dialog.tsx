import { Button, Drawer, type DrawerProps, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';
import type { ApiErrorInfo } from '../../api/errors.ts';
import { DialogContext, useRegisteredDialog } from '../core/open-dialogs.ts';
import { ErrorAlert } from './error-alert.tsx';

/** Removes the banner role of the header. A page may have only one banner, but several dialogs may be open. */
const attributes = { header: { role: 'presentation' } };

/**
 * A dialog in front of the screen. Escape closes the dialog only if it is the topmost open dialog and `closeOnEscape`
 * is not false.
 */
export function Dialog({ closeOnEscape = true, ...props }: ModalProps) {
  const { id, zIndex } = useRegisteredDialog(props.opened, closeOnEscape ? props.onClose : undefined);
  return (
    <DialogContext value={id}>
      <Modal
        centered
        withCloseButton={false}
        closeButtonProps={{ 'aria-label': 'Close' }}
        attributes={attributes}
        {...props}
        closeOnEscape={false}
        zIndex={zIndex}
      />
    </DialogContext>
  );
}

/** A dialog at the edge of the window. Escape has the same effect as in `Dialog`. */
export function SideDialog({ closeOnEscape = true, ...props }: DrawerProps) {
  const { id, zIndex } = useRegisteredDialog(props.opened, closeOnEscape ? props.onClose : undefined);
  return (
    <DialogContext value={id}>
      <Drawer withCloseButton={false} {...props} closeOnEscape={false} zIndex={zIndex} />
    </DialogContext>
  );
}

/** A paragraph above the fields or buttons of a dialog. */
export function DialogText({ children }: { children: ReactNode }) {
  return <p>{children}</p>;
}

/** The row of buttons in a dialog, as the last part of a `Stack`. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="sm" mt={4}>
      {children}
    </Group>
  );
}

interface DialogFormProps {
  isOpen?: boolean;
  title: string;
  /** The error of a failed action. The dialog remains open and shows the error. */
  failure?: Pick<ApiErrorInfo, 'message'> | undefined;
  isBusy?: boolean;
  /** Whether the content of the dialog is still loading. The save button then has no effect. */
  isWaiting?: boolean;
  /** The label of the save button. If undefined, the dialog has no save button. */
  saveLabel: string | undefined;
  busyLabel?: string | undefined;
  cancelLabel?: string | undefined;
  /** Whether the dialog asks a question and has no fields. The cancel button then has the focus first. */
  isQuestion?: boolean;
  /** Whether the dialog has no fields, and saving can do no harm. The save button then has the focus first. */
  isOffer?: boolean;
  isDangerous?: boolean | undefined;
  /** Whether the dialog remains open after a click outside of the dialog. */
  isKept?: boolean;
  /** Whether the browser checks the `required` fields before `onSubmit` is called. */
  isChecked?: boolean;
  /** Not called while `isBusy` or `isWaiting` is true. */
  onSubmit: () => void;
  onClose: () => void;
  /** Another button, before Cancel. */
  action?: ReactNode;
  children?: ReactNode;
}

/** A dialog with an error message, fields, and the buttons that cancel and save. */
export function DialogForm(props: DialogFormProps) {
  const { isOpen = true, title, failure, isBusy = false, isWaiting = false, saveLabel, action } = props;
  const { busyLabel = 'Saving...', cancelLabel = 'Cancel', isQuestion, isOffer, isDangerous } = props;
  const { isKept = false, isChecked = false, onSubmit, onClose, children } = props;
  const closeUnlessBusy = () => {
    if (!isBusy) onClose();
  };
  const save = () => {
    if (!isBusy && !isWaiting) onSubmit();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // The dialog may be inside another form in React's tree. That form must not receive the event.
    event.stopPropagation();
    if (saveLabel) save();
  };
  const content = (
    <Stack gap="md">
      {failure && <ErrorAlert failure={failure} />}
      {children}
      <DialogActions>
        {action}
        <Button
          variant="default"
          data-autofocus={isQuestion || undefined}
          disabled={isBusy}
          onClick={onClose}
        >
          {cancelLabel}
        </Button>
        {saveLabel && (
          <Button
            type={isQuestion ? 'button' : 'submit'}
            color={isDangerous ? 'signal' : 'accent'}
            data-autofocus={isOffer || undefined}
            aria-disabled={isBusy || isWaiting}
            onClick={isQuestion ? save : undefined}
          >
            {isBusy ? busyLabel : saveLabel}
          </Button>
        )}
      </DialogActions>
    </Stack>
  );
  return (
    <Dialog opened={isOpen} onClose={closeUnlessBusy} title={title} closeOnClickOutside={!isKept}>
      {isQuestion ? (
        content
      ) : (
        <form noValidate={!isChecked} onSubmit={submit}>
          {content}
        </form>
      )}
    </Dialog>
  );
}
