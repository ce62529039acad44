import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { editedQueryOptions } from '../../form/edit-form-loader.tsx';
import { type Message, useOpenedMessage } from './message-actions.ts';
import { buildReplyMailto } from './message-sender.tsx';
import { ReplyForm, type ReplyFormProps } from './reply-form.tsx';

interface OpenedReply {
  /**
   * Counts how often the form was opened. The count is the key of the form, so that each new form starts with
   * its own text.
   */
  opening: number;
  initialText: string;
  lastEvent: number;
}

/**
 * Returns the form for an answer while the form is open, and the link that opens the mail program. Also returns `open`, which opens the form, optionally with the
 * text of an earlier answer. If no mail server is configured, `open` opens the person's mail program instead.
 */
export function useReply(message: Message) {
  const { id } = message;
  const state = trpc.inbox.state.useQuery(undefined, { enabled: false }).data;
  const hasServer = state?.has_server ?? true;
  // The draft has the subject for the link.
  const draft = trpc.inbox.draftReply.useQuery({ id }, { enabled: !hasServer }).data;
  const { data } = useOpenedMessage(id);
  const [opened, setOpened] = useState<OpenedReply>();
  const mailto = buildReplyMailto(message, draft?.subject ?? message.subject);
  const open = (initialText = '') => {
    if (!hasServer) return window.location.assign(mailto);
    if (opened && !initialText) return document.querySelector<HTMLElement>('[data-reply]')?.focus();
    const lastEvent = data?.events.at(-1)?.id ?? 0;
    setOpened((before) => ({ opening: (before?.opening ?? 0) + 1, initialText, lastEvent }));
  };
  const form = opened && (
    <OpenedForm
      key={opened.opening}
      message={message}
      initialText={opened.initialText}
      lastEvent={opened.lastEvent}
      onClose={() => setOpened(undefined)}
    />
  );
  return { form, open, hasServer, mailto };
}

/** Loads the draft once, when the form opens. */
function OpenedForm(props: Omit<ReplyFormProps, 'draft'>) {
  const query = trpc.inbox.draftReply.useQuery({ id: props.message.id }, editedQueryOptions);
  return (
    <QueryBoundary query={query} subject="the form" skeleton={<Skeleton height={480} />}>
      {(draft) => <ReplyForm {...props} draft={draft} />}
    </QueryBoundary>
  );
}
