import { Button, Drawer, type DrawerProps, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import { type ReactNode, type SubmitEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { ApiErrorInfo } from '../../api/errors.ts';
import { focusFirstError } from '../core/caret.ts';
import { DialogContext, useRegisteredDialog } from '../core/open-dialogs.ts';
import classes from './components.module.css';
import { ErrorAlert } from './error-alert.tsx';

/** A page may have only one banner, but several dialogs may be open. */
const attributes = { header: { role: 'presentation' } };

interface Escapable {
  /** What Escape does instead of closing the dialog. */
  onEscape?: () => void;
}

/** Escape closes only the topmost dialog. */
export function Dialog({ closeOnEscape = true, onEscape, ...props }: ModalProps & Escapable) {
  const close = onEscape ?? props.onClose;
  const { id, zIndex } = useRegisteredDialog(props.opened, closeOnEscape ? close : undefined);
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

/** At the edge of the window. */
export function SideDialog({ closeOnEscape = true, ...props }: DrawerProps) {
  const { id, zIndex } = useRegisteredDialog(props.opened, closeOnEscape ? props.onClose : undefined);
  return (
    <DialogContext value={id}>
      <Drawer withCloseButton={false} {...props} closeOnEscape={false} zIndex={zIndex} />
    </DialogContext>
  );
}

export function DialogText({ children }: { children: ReactNode }) {
  return <p>{children}</p>;
}

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
  /** Of a failed action, after which the dialog stays open. */
  failure?: Pick<ApiErrorInfo, 'message'> | undefined;
  isBusy?: boolean;
  /** The content is loading. Saving then has no effect. */
  isWaiting?: boolean;
  /** Undefined for a dialog without a save button. */
  saveLabel: string | undefined;
  busyLabel?: string | undefined;
  cancelLabel?: string | undefined;
  /** No fields: the cancel button has the focus first. */
  isQuestion?: boolean;
  /** No fields and no harm: the save button has the focus first. */
  isOffer?: boolean;
  isDangerous?: boolean | undefined;
  /** Whether a click outside leaves the dialog open, and Escape too once something is typed. */
  isKept?: boolean;
  /** Whether the browser checks the `required` fields before `onSubmit` is called. */
  isChecked?: boolean;
  /** Not called while `isBusy` or `isWaiting` is true. */
  onSubmit: () => void;
  onClose: () => void;
  /** Before Cancel. */
  action?: ReactNode;
  children?: ReactNode;
}

export function DialogForm(props: DialogFormProps) {
  const { isOpen = true, title, failure, isBusy = false, isWaiting = false, saveLabel, action } = props;
  const { busyLabel = 'Saving...', cancelLabel = 'Cancel', isQuestion, isOffer, isDangerous } = props;
  const { isKept = false, isChecked = false, onSubmit, onClose, children } = props;
  const [isTyped, setTyped] = useState(false);
  const noteInput = ({ target }: SyntheticEvent) => {
    // A password alone is no loss.
    if (target instanceof Element && !target.matches('[type=password]')) setTyped(true);
  };
  const content = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when a save has ended; some failures are new objects in each render
  useEffect(() => {
    if (failure && !isBusy && !isQuestion && content.current) focusFirstError(content.current);
  }, [isBusy]);
  const closeUnlessBusy = () => {
    if (!isBusy) onClose();
  };
  const save = () => {
    if (!isBusy && !isWaiting) onSubmit();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // The dialog may be inside another form in React's tree, which must not receive the event.
    event.stopPropagation();
    if (saveLabel) save();
  };
  const parts = (
    <Stack gap="md" ref={content}>
      {children}
      <div className={classes.dialogFoot}>
        {failure && (
          <div data-failure tabIndex={-1}>
            <ErrorAlert failure={failure} />
          </div>
        )}
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
      </div>
    </Stack>
  );
  return (
    <Dialog
      opened={isOpen}
      onClose={closeUnlessBusy}
      title={title}
      closeOnClickOutside={!isKept}
      closeOnEscape={!(isKept && isTyped)}
    >
      {isQuestion ? (
        parts
      ) : (
        <form noValidate={!isChecked} onSubmit={submit} onInput={noteInput}>
          {parts}
        </form>
      )}
    </Dialog>
  );
}
