import { CloseButton } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useEffect, useId, useRef } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { focusHeading, restoreFocusToHeading } from '../../components/page-header.tsx';
import { useIsTopmost } from '../../core/open-dialogs.ts';
import type { OpenedMessage } from './message-actions.ts';
import { MessageDetails, type MessageDetailsProps } from './message-details.tsx';
import classes from './message-modal.module.css';

/** Whether a message fits beside the list. */
export function useHasRoomForMessage(): boolean {
  return useMediaQuery('(min-width: 75em)', false, { getInitialValueInEffect: false });
}

interface FrameProps extends Pick<MessageDetailsProps, 'onDone'> {
  opened: OpenedMessage;
}

/** For windows too narrow for the list and the message. */
export function MessageModal({ opened: { message, isOpen, close }, onDone }: FrameProps) {
  const subject = useRef<HTMLHeadingElement>(null);
  return (
    <Dialog
      opened={isOpen}
      onClose={close}
      onEscape={() => {
        if (isField(document.activeElement)) subject.current?.focus({ preventScroll: true });
        else close();
      }}
      // The row may have left the list of unread messages.
      onExitTransitionEnd={restoreFocusToHeading}
      title="Message Details"
      size="42rem"
      centered={false}
      withCloseButton
      closeButtonProps={{ 'aria-label': 'Back to messages' }}
      classNames={{
        content: classes.frame,
        header: classes.header,
        title: classes.title,
        body: classes.body,
      }}
    >
      {message && isOpen && (
        <MessageDetails
          key={message.id}
          message={message}
          subject={subject}
          onClose={close}
          onDone={onDone}
        />
      )}
    </Dialog>
  );
}

/** For wide windows. The list remains usable. */
export function DockedMessage({ opened: { message, isOpen, close }, onDone }: FrameProps) {
  const title = useId();
  const pane = useRef<HTMLDivElement>(null);
  const subject = useRef<HTMLHeadingElement>(null);
  const isTopmost = useIsTopmost();
  const id = isOpen ? message?.id : undefined;
  useEffect(() => {
    if (id === undefined) return;
    subject.current?.focus();
    // However it is closed, by Back too.
    return () => {
      if (document.activeElement === document.body) focusRow(id);
    };
  }, [id]);
  useHotkeys(
    [
      [
        'Escape',
        (event) => {
          const { target, defaultPrevented, isComposing } = event;
          if (!isOpen || defaultPrevented || isComposing || !isTopmost() || isInMenu(event)) return;
          if (!isField(target)) close();
          else if (pane.current?.contains(target)) subject.current?.focus({ preventScroll: true });
        },
        { preventDefault: false },
      ],
    ],
    [],
  );
  if (!message || !isOpen) return null;
  return (
    <div className={classes.docked} role="dialog" aria-labelledby={title} ref={pane}>
      <div className={classes.dockedHeader}>
        <h2 className={classes.title} id={title}>
          Message Details
        </h2>
        <CloseButton aria-label="Back to messages" onClick={close} />
      </div>
      <MessageDetails
        key={message.id}
        message={message}
        isDocked
        subject={subject}
        onClose={close}
        onDone={onDone}
      />
    </div>
  );
}

/** Escape leaves the field first, and then the message. */
function isField(element: EventTarget | null): element is HTMLElement {
  return element instanceof HTMLElement && element.matches('input, textarea, select');
}

/** Escape closes a menu and not the message too. Mantine marks such elements. */
function isInMenu({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[data-mantine-stop-propagation=true]') !== null;
}

function focusRow(id: number): void {
  const row = document.querySelector<HTMLElement>(`[data-row="${id}"] [data-opens-row]`);
  if (row) row.focus();
  else focusHeading();
}
