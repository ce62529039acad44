import { Group } from '@mantine/core';
import { useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { formatTimeOrDateTime } from '../../core/format-dates.ts';
import { type Message, useInboxRefresh } from './message-actions.ts';
import classes from './message-workflow.module.css';
import { TemplateModal } from './template-modal.tsx';
import type { TimelineEvent } from './incoming-mail.tsx';

type Mail = NonNullable<TimelineEvent['mail']>;

interface TimelineMailProps {
  message: Message;
  event: TimelineEvent;
  mail: Mail;
  /** Opens the answer's form with this text. */
  onWrite: (text: string) => void;
  onActed: () => void;
}

export function TimelineMail({ message, event, mail, onWrite, onActed }: TimelineMailProps) {
  const { id, text, files } = event;
  const [isTemplating, setTemplating] = useState(false);
  const refresh = useInboxRefresh();
  const options = {
    onSettled: async () => {
      await refresh();
      onActed();
    },
    meta: { failed: 'Couldn’t change the answer' },
  };
  const change = trpc.inbox.changeReply.useMutation(options);
  const remove = trpc.inbox.removeReply.useMutation(options);
  const write = () => onWrite(text ?? '');
  const acts: Record<Mail['state'], { label: string; run: () => void }[]> = {
    queued: [{ label: 'Cancel', run: () => remove.mutate({ id }, { onSuccess: write }) }],
    sent: [
      { label: 'It came back', run: () => change.mutate({ id, act: 'returned' }) },
      { label: 'Make a template of this answer', run: () => setTemplating(true) },
    ],
    refused: [
      { label: 'Send again', run: () => change.mutate({ id, act: 'retry' }) },
      { label: 'Discard', run: () => remove.mutate({ id }) },
    ],
    unclear: [
      { label: 'Send again', run: () => change.mutate({ id, act: 'retry' }) },
      { label: 'Count as sent', run: () => change.mutate({ id, act: 'sent' }) },
    ],
    returned: [{ label: 'Write again', run: write }],
    discarded: [{ label: 'Write again', run: write }],
  };
  const isBusy = change.isPending || remove.isPending;
  const isProblem = mail.state === 'refused' || mail.state === 'unclear' || mail.state === 'returned';
  return (
    <div className={classes.mail}>
      {files.length > 0 && (
        <ul className={classes.files} aria-label="Files of the answer">
          {files.map(({ name, path }) => (
            <li key={path}>
              <a href={path} download={name}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className={classes.mailState} data-problem={isProblem || undefined}>
        {describe(mail)}
      </p>
      <Group gap="xs">
        {acts[mail.state].map(({ label, run }) => (
          <BusyButton key={label} variant="default" size="compact-sm" isBusy={isBusy} onClick={run}>
            {label}
          </BusyButton>
        ))}
      </Group>
      {isTemplating && (
        <TemplateModal message={message} text={text ?? ''} onClose={() => setTemplating(false)} />
      )}
    </div>
  );
}

/** Includes the mail server's response. */
function describe({ state, note, at }: Mail): string {
  const time = at ? formatTimeOrDateTime(at) : '';
  switch (state) {
    case 'queued':
      return note ? `Waiting: ${note.replace(/\.?$/, '.')} Next try ${time}` : 'Goes out in a few seconds';
    case 'sent':
      return note?.startsWith('Counted') ? note : `Accepted by the mail server ${time}: ${note ?? ''}`;
    case 'refused':
      return `Not accepted: ${note ?? ''}`;
    case 'unclear':
      return note ?? '';
    case 'returned':
      // By hand, the note is still that of the acceptance.
      return note && !/^2/.test(note) ? `It came back: ${note}` : 'It came back';
    case 'discarded':
      return 'Discarded';
  }
}
