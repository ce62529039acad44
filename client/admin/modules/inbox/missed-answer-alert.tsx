import { Alert, Button, Group } from '@mantine/core';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { formatTimeOrDateTime } from '../../core/format-dates.ts';
import { useInboxRefresh } from './message-actions.ts';
import classes from './reply-form.module.css';

interface MissedAnswerProps {
  id: number;
  /** A colleague's answer that the writer has not seen. */
  event: ApiOutputs['inbox']['one']['events'][number];
  /** What the writer wanted to send. */
  text: string;
  onSend: () => void;
  onKept: () => void;
}

export function MissedAnswerAlert({ id, event, text, onSend, onKept }: MissedAnswerProps) {
  const refresh = useInboxRefresh();
  const note = trpc.inbox.note.useMutation({
    onSuccess: async () => {
      onKept();
      await refresh();
    },
    meta: { done: 'Kept as a note', failed: 'Couldn’t keep the words as a note' },
  });
  return (
    <div data-failure tabIndex={-1}>
      <Alert color="accent" role="alert" title={`Not sent: ${event.user_name} has answered meanwhile`}>
        <p>
          At <time dateTime={event.created_at}>{formatTimeOrDateTime(event.created_at)}</time>:
        </p>
        <blockquote className={classes.missed} dir="auto">
          {event.text}
        </blockquote>
        <Group gap="sm" mt="md">
          <Button variant="default" onClick={onSend}>
            Send anyway
          </Button>
          <Button
            variant="default"
            loading={note.isPending}
            disabled={!text.trim()}
            onClick={() => note.mutate({ id, text: text.slice(0, 5000) })}
          >
            Keep as note
          </Button>
        </Group>
      </Alert>
    </div>
  );
}
