import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { MessageKind, MessageState } from '../../../../src/shared/enumerations.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { notifyError, notifySuccess } from '../../components/notifications.tsx';
import { restoreFocusToHeading } from '../../components/page-header.tsx';

/** A visitor's message, as the list of messages contains it. */
export type Message = ApiOutputs['inbox']['list']['messages'][number];

/**
 * The labels of the states of messages. The label of `closed` is 'Done', because 'Close' is the label of the
 * button that closes the dialog with a message.
 */
export const stateLabels = { open: 'Open', answered: 'Answered', closed: 'Done' } as const satisfies Record<
  MessageState,
  string
>;

export const kindLabels = {
  contact: 'Contact',
  quotation: 'Quotation',
  internship: 'Internship',
  application: 'Application',
  form: 'Form on a page',
} as const satisfies Record<MessageKind, string>;

export const nouns = { one: 'message', many: 'messages' };

/** Returns a function that reloads the inbox and notifies the parts of the page that show unread messages. */
export function useInboxRefresh() {
  const { inbox } = trpc.useUtils();
  return async () => {
    // docs/product.md, §4.8, fixes the name of this event.
    window.dispatchEvent(new Event('message-read-status-changed'));
    await inbox.invalidate();
  };
}

/** Returns the mutation that marks a message as read, and then reloads the inbox. */
function useMarkRead() {
  return trpc.inbox.markRead.useMutation({
    onSuccess: useInboxRefresh(),
    onError: (error) => notifyError('Couldn’t mark the message as read', error),
  });
}

export function useRemoveMessage(onRemoved: () => void) {
  const { inbox } = trpc.useUtils();
  return trpc.inbox.remove.useMutation({
    onSuccess: async () => {
      onRemoved();
      notifySuccess('Message deleted');
      await inbox.invalidate();
      restoreFocusToHeading();
    },
  });
}

export interface OpenedMessage {
  /**
   * The open message. After the message is closed, it remains here, so that the dialog does not change while it fades
   * out.
   */
  message: Message | undefined;
  isOpen: boolean;
  open: (message: Message) => void;
  close: () => void;
}

/**
 * Returns the open message, and the functions that open and close messages. The id of the open message is in
 * the address, so that Back closes the message. The message is loaded by its id, because the list may not
 * contain it. Opening an unread message in the inbox folder marks the message as read.
 */
export function useOpenMessage(messages: Message[] | undefined): OpenedMessage {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const markRead = useMarkRead();
  const asked = Number(params.get('message')) || undefined;
  const one = trpc.inbox.one.useQuery({ id: asked ?? 0 }, { enabled: asked !== undefined });
  const current =
    asked === undefined ? undefined : (one.data?.message ?? messages?.find(({ id }) => id === asked));
  const last = useRef<Message>(undefined);
  if (current) last.current = current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once each time a message is opened
  useEffect(() => {
    if (current && !current.is_read && current.folder === 'inbox') markRead.mutate({ id: current.id });
  }, [current?.id]);

  const { isFromList }: { isFromList?: boolean } = Object(state);
  const change = (id: number | undefined, options: { replace?: boolean; state?: object }) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (id === undefined) next.delete('message');
        else next.set('message', String(id));
        return next;
      },
      { preventScrollReset: true, ...options },
    );
  const close = () => (isFromList ? void navigate(-1) : change(undefined, { replace: true }));
  const failure = current ? null : one.error;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it could not be opened
  useEffect(() => {
    if (asked === undefined || !failure) return;
    notifyError('Couldn’t open the message', failure);
    close();
  }, [failure]);
  return {
    message: current ?? last.current,
    isOpen: current !== undefined,
    // Opening the next message replaces the history entry, so that Back returns to the list after any number of messages.
    open: ({ id }) =>
      asked === undefined
        ? change(id, { state: { isFromList: true } })
        : change(id, { replace: true, state: { isFromList } }),
    close,
  };
}
