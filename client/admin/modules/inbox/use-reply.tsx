import { useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import type { Message } from './message-actions.ts';
import { buildReplyMailto } from './message-sender.tsx';
import { ReplyForm } from './reply-form.tsx';

interface OpenedReply {
  /**
   * Counts how often the form was opened. The count is the key of the form, so that each new form starts with
   * its own text.
   */
  opening: number;
  words: string;
  lastEvent: number;
}

/**
 * Returns the form for an answer while the form is open, and the link that opens the mail program. Also returns `open`, which opens the form, optionally with the
 * text of an earlier answer. If no mail server is configured, `open` opens the person's mail program instead.
 */
export function useReply(message: Message) {
  const { id } = message;
  const { data: draft } = trpc.inbox.draftReply.useQuery({ id });
  const { data } = trpc.inbox.one.useQuery({ id });
  const [opened, setOpened] = useState<OpenedReply>();
  const hasServer = draft?.has_server ?? true;
  const mailto = buildReplyMailto(message, draft?.subject ?? message.subject);
  const open = (words = '') => {
    if (!hasServer) return window.location.assign(mailto);
    if (opened && !words) return document.querySelector<HTMLElement>('[data-reply]')?.focus();
    const lastEvent = data?.events.at(-1)?.id ?? 0;
    setOpened((before) => ({ opening: (before?.opening ?? 0) + 1, words, lastEvent }));
  };
  const form = opened && draft && (
    <ReplyForm
      key={opened.opening}
      message={message}
      draft={draft}
      words={opened.words}
      lastEvent={opened.lastEvent}
      onClose={() => setOpened(undefined)}
    />
  );
  return { form, open, hasServer, mailto };
}
