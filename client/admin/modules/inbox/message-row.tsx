import IconArrowBackUp from 'icon:arrow-back-up';
import IconBell from 'icon:bell';
import IconCheck from 'icon:check';
import IconPaperclip from 'icon:paperclip';
import { Badge, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { inboxTime } from '../../../../src/shared/relative-time.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import classes from './inbox.module.css';
import { type Message, stateLabels } from './message-actions.ts';

const previewLength = 240;

interface MessageRowProps {
  message: Message;
  select: ReactNode;
  isOpen: boolean;
  onOpen: () => void;
}

/** A click anywhere but on the checkbox opens the message. */
export function MessageRow({ message, select, isOpen, onOpen }: MessageRowProps) {
  const { id, subject, name, email, is_read, last_incoming_at, attachment, state, assignee } = message;
  const item = useRef<HTMLLIElement>(null);
  // The list scrolls by itself beside the message.
  useEffect(() => {
    if (isOpen) item.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isOpen]);
  const reasons = message.folder === 'spam' ? (message.spam_reasons ?? []) : [];
  return (
    <li
      className={classes.messageListItem}
      data-row={id}
      tabIndex={-1}
      data-open={isOpen || undefined}
      ref={item}
    >
      {select}
      <UnstyledButton
        className={classes.row}
        data-opens-row
        data-unread={!is_read || undefined}
        aria-current={isOpen || undefined}
        onClick={onOpen}
      >
        <span className={classes.dot}>
          <VisuallyHidden>{is_read ? 'Read' : 'Unread'}: </VisuallyHidden>
        </span>
        <span className={classes.sender}>
          <span className={classes.name}>{name}</span>
          <span className={classes.email}>{email}</span>
        </span>
        <span className={classes.messageListWords}>
          <span className={classes.messageListSubject}>
            <span className={classes.subjectWords}>{subject}</span>
            {!is_read && (
              <Badge component="span" tt="none" color="signal" variant="light">
                New
              </Badge>
            )}
          </span>
          <span className={classes.preview}>{message.message.slice(0, previewLength)}</span>
          {reasons.length > 0 && (
            <span className={classes.reasons}>
              <VisuallyHidden>Why it is spam: </VisuallyHidden>
              {reasons.join(' ')}
            </span>
          )}
        </span>
        <span className={classes.when}>
          {assignee && (
            <span className={classes.assignee}>
              <VisuallyHidden>Assigned to </VisuallyHidden>
              {assignee.name}
            </span>
          )}
          {state === 'answered' && (
            <IconArrowBackUp size={15} stroke={1.6} role="img" aria-label={stateLabels.answered} />
          )}
          {state === 'closed' && (
            <IconCheck size={15} stroke={1.6} role="img" aria-label={stateLabels.closed} />
          )}
          {message.remind_at && <IconBell size={15} stroke={1.6} role="img" aria-label="Has a reminder" />}
          {attachment && <IconPaperclip size={15} stroke={1.6} role="img" aria-label="Has attachment" />}
          <RelativeTime at={last_incoming_at} words={inboxTime} />
        </span>
      </UnstyledButton>
    </li>
  );
}
