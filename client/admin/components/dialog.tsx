import { Button, Drawer, type DrawerProps, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';
import type { ApiErrorInfo } from '../../api/errors.ts';
import { DialogContext, useDialog } from '../core/dialogs.ts';
import { ErrorAlert } from './error-alert.tsx';

/** Removes the banner role of the header, because a page may have only one banner, and several dialogs may be open. */
const attributes = { header: { role: 'presentation' } };

/** A dialog of the panel. Escape closes the topmost one, unless `closeOnEscape` is false. */
export function Dialog({ closeOnEscape = true, ...props }: ModalProps) {
  const { id, zIndex } = useDialog(props.opened, closeOnEscape ? props.onClose : undefined);
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

/** A dialog at the edge of the window. */
export function SideDialog({ closeOnEscape = true, ...props }: DrawerProps) {
  const { id, zIndex } = useDialog(props.opened, closeOnEscape ? props.onClose : undefined);
  return (
    <DialogContext value={id}>
      <Drawer withCloseButton={false} {...props} closeOnEscape={false} zIndex={zIndex} />
    </DialogContext>
  );
}

/** The text above the fields or buttons of a dialog. */
export function DialogText({ children }: { children: ReactNode }) {
  return <p>{children}</p>;
}

/** The buttons of a dialog, as the last part of a `Stack`. */
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
  /** The error of a failed action. The dialog shows the error and stays open. */
  failure?: Pick<ApiErrorInfo, 'message'> | undefined;
  isBusy?: boolean;
  /** The content of the dialog has not loaded yet, so the save button has no effect. */
  isWaiting?: boolean;
  /** The label of the save button. If undefined, the only button is the one that closes the dialog. */
  saveLabel: string | undefined;
  busyLabel?: string | undefined;
  cancelLabel?: string | undefined;
  /** The dialog has no fields. The safe answer has the focus. */
  isQuestion?: boolean;
  /** The dialog has no fields, and saving is safe. The save button has the focus. */
  isOffer?: boolean;
  isDangerous?: boolean | undefined;
  /** A click outside does not close the dialog. */
  isKept?: boolean;
  /** The browser checks `required` fields. */
  isChecked?: boolean;
  /** Not called while the dialog is busy. */
  onSubmit: () => void;
  onClose: () => void;
  /** Another button, before Cancel. */
  action?: ReactNode;
  children?: ReactNode;
}

/** A dialog with an error message, the fields, and the buttons that cancel and save. */
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
    // The dialog may be inside another form in React's tree, and that form must not receive the event.
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
