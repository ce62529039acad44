import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { pageSizes } from '../../../../src/shared/catalog.ts';
import { inboxTime } from '../../../../src/shared/relative-time.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { notifyError, notifySuccess } from '../../components/notifications.tsx';
import { restoreFocusToHeading } from '../../components/page-header.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { useLastPage, useListParams } from '../../list/use-list-params.ts';
import classes from './inbox.module.css';

interface SpamListProps {
  messages: SpamMessage[];
  onDelete: (message: SpamMessage) => void;
}

/** The spam messages with the reasons, and buttons to move each back to the inbox. */
export function SpamList({ messages, onDelete }: SpamListProps) {
  const notSpam = useNotSpam();
  return (
    <ul className={classes.spamList}>
      {messages.map((message) => (
        <li key={message.id} className={classes.spamListItem}>
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
      <h2 className={classes.spamListSubject}>{subject}</h2>
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
        <p className={classes.spamListWords}>{message.message}</p>
      </details>
    </div>
  );
}

/** A spam message with the reasons. */
export type SpamMessage = ApiOutputs['inbox']['listSpam']['messages'][number];

/** Queries the page of the spam that the address asks for. */
export function useSpam() {
  const list = useListParams(pageSizes.inbox);
  const search = list.get('search');
  const query = trpc.inbox.listSpam.useQuery(
    { page: list.page, before: list.before, per_page: pageSizes.inbox, search },
    { placeholderData: keepPreviousData },
  );
  useLastPage(list, query);
  return { query, list, search };
}

/** Moves a message from the spam to the inbox, as unread. */
function useNotSpam() {
  const { inbox } = trpc.useUtils();
  return trpc.inbox.notSpam.useMutation({
    onSuccess: async () => {
      notifySuccess('Moved to inbox');
      await inbox.invalidate();
      window.dispatchEvent(new Event('message-read-status-changed'));
      restoreFocusToHeading();
    },
    onError: (error) => notifyError('Couldn’t move the message to the inbox', error),
  });
}
