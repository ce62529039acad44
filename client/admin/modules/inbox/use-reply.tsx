import { Button, Skeleton } from '@mantine/core';
import IconArrowBackUp from 'icon:arrow-back-up';
import { useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { editedQueryOptions } from '../../form/edit-form-loader.tsx';
import { type Message, useOpenedMessage } from './message-actions.ts';
import { buildReplyMailto } from './message-sender.tsx';
import { ReplyForm, type ReplyFormProps } from './reply-form.tsx';

interface OpenedReply {
  /** The key of the form, so that each opening starts with its own text. */
  opening: number;
  initialText: string;
  lastEvent: number;
}

interface ReplyEvents {
  onClosed: () => void;
  /** The person has sent the answer and is done with the message. */
  onFinish: () => void;
}

/** Without a mail server, `open` opens the person's mail program. */
export function useReply(message: Message, { onClosed, onFinish }: ReplyEvents) {
  const { id } = message;
  const state = trpc.inbox.state.useQuery(undefined, { enabled: false }).data;
  const hasServer = state?.has_server ?? true;
  // For the link's subject.
  const draft = trpc.inbox.draftReply.useQuery({ id }, { enabled: !hasServer }).data;
  const { data } = useOpenedMessage(id);
  const [reply, setReply] = useState<OpenedReply>();
  const mailto = buildReplyMailto(message, draft?.subject ?? message.subject);
  const open = (initialText = '') => {
    if (!hasServer) return window.location.assign(mailto);
    if (reply && !initialText) return document.querySelector<HTMLElement>('[data-reply]')?.focus();
    const lastEvent = data?.events.at(-1)?.id ?? 0;
    setReply((before) => ({ opening: (before?.opening ?? 0) + 1, initialText, lastEvent }));
  };
  const form = reply && (
    <OpenedForm
      key={reply.opening}
      message={message}
      initialText={reply.initialText}
      lastEvent={reply.lastEvent}
      onClose={() => {
        setReply(undefined);
        onClosed();
      }}
      onFinish={onFinish}
    />
  );
  return { form, open, hasServer, mailto };
}

function OpenedForm(props: Omit<ReplyFormProps, 'draft'>) {
  const query = trpc.inbox.draftReply.useQuery({ id: props.message.id }, editedQueryOptions);
  return (
    <QueryBoundary query={query} subject="the form" skeleton={<Skeleton height={480} />}>
      {(draft) => <ReplyForm {...props} draft={draft} />}
    </QueryBoundary>
  );
}

interface ReplyButtonProps {
  mailto: string;
  /** Without a mail server, the button opens the person's mail program. */
  hasServer: boolean;
  onReply: () => void;
  onLeave: () => void;
}

export function ReplyButton({ mailto, hasServer, onReply, onLeave }: ReplyButtonProps) {
  const icon = <IconArrowBackUp size={17} stroke={1.6} />;
  if (hasServer) {
    return (
      <Button variant="default" leftSection={icon} onClick={onReply}>
        Reply
      </Button>
    );
  }
  return (
    <Button
      component="a"
      href={mailto}
      variant="default"
      leftSection={icon}
      title="No mail server is configured"
      onClick={onLeave}
    >
      Reply in your mail program
    </Button>
  );
}
