import { Badge, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { inboxTime } from '../../../../src/shared/relative-time.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import classes from './inbox.module.css';
import type { Message } from './use-messages.ts';

const previewLength = 240;

interface MessageRowProps {
  message: Message;
  /** The checkbox of the row. */
  select: ReactNode;
  onOpen: () => void;
}

/** A message in the list. All of the row but the checkbox opens the message. */
export function MessageRow({ message, select, onOpen }: MessageRowProps) {
  const { id, subject, name, email, is_read, created_at, attachment } = message;
  return (
    <li className={classes.messageListItem} data-row={id} tabIndex={-1}>
      {select}
      <UnstyledButton
        className={classes.row}
        data-key="Enter"
        data-unread={!is_read || undefined}
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
        </span>
        <span className={classes.when}>
          {attachment && <IconPaperclip size={15} stroke={1.6} role="img" aria-label="Has attachment" />}
          <RelativeTime at={created_at} words={inboxTime} />
        </span>
      </UnstyledButton>
    </li>
  );
}
