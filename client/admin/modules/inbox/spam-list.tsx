import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { inboxTime } from '../../../../src/shared/relative-time.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import classes from './spam-list.module.css';
import { type SpamMessage, useNotSpam } from './use-spam.ts';

interface SpamListProps {
  messages: SpamMessage[];
  onDelete: (message: SpamMessage) => void;
}

/** The spam messages with the reasons, and buttons to move each back to the inbox. */
export function SpamList({ messages, onDelete }: SpamListProps) {
  const notSpam = useNotSpam();
  return (
    <ul className={classes.list}>
      {messages.map((message) => (
        <li key={message.id} className={classes.item}>
          <SpamWords message={message} />
          <div className={classes.acts}>
            <Button
              variant="default"
              aria-label={`Not spam: ${message.subject}`}
              loading={notSpam.isPending && notSpam.variables.id === message.id}
              onClick={() => notSpam.mutate({ id: message.id })}
            >
              Not spam
            </Button>
            <Button
              variant="subtle"
              color="signal"
              aria-label={`Delete ${message.subject}`}
              leftSection={<IconTrash size={16} stroke={1.6} />}
              onClick={() => onDelete(message)}
            >
              Delete
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function SpamWords({ message }: { message: SpamMessage }) {
  const { subject, name, email, created_at, spam_reasons } = message;
  return (
    <div>
      <h2 className={classes.subject}>{subject}</h2>
      <p className={classes.from}>
        {name}, {email}, <RelativeTime at={created_at} words={inboxTime} />
      </p>
      <ul className={classes.reasons} aria-label="Reasons">
        {spam_reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <details className={classes.whole}>
        <summary>Show message</summary>
        <p className={classes.words}>{message.message}</p>
      </details>
    </div>
  );
}
