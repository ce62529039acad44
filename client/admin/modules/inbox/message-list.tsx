import { Badge, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { inboxTime } from '../../../../src/shared/relative-time.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import classes from './inbox.module.css';
import type { Message } from './use-messages.ts';

const previewLength = 240;

interface MessageListProps {
  messages: Message[];
  onOpen: (message: Message) => void;
}

/** The messages, one row each. The whole row opens the message. */
export function MessageList({ messages, onOpen }: MessageListProps) {
  return (
    <ul className={classes.messageList}>
      {messages.map((message) => (
        <li key={message.id} className={classes.messageListItem}>
          <MessageRow message={message} onOpen={() => onOpen(message)} />
        </li>
      ))}
    </ul>
  );
}

function MessageRow({ message, onOpen }: { message: Message; onOpen: () => void }) {
  const { subject, name, email, is_read, created_at, attachment } = message;
  return (
    <UnstyledButton className={classes.row} data-unread={!is_read || undefined} onClick={onOpen}>
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
  );
}
