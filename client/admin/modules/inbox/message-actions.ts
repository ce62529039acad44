import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { MessageKind, MessageState } from '../../../../src/shared/enumerations.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { notifyError } from '../../components/notifications.tsx';
import { useServices } from '../../core/admin-context.ts';
import { MessagesChanged, partsOfMessages } from '../../core/reload.ts';

export type Message = ApiOutputs['inbox']['list']['messages'][number];

/** 'Close' is the label of the button that closes the dialog. */
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
  mail: 'Mail',
} as const satisfies Record<MessageKind, string>;

export const nouns = { one: 'message', many: 'messages' };

/** Every change of messages calls it. With `ids`, only these have changed, and none has moved. */
export function useInboxRefresh() {
  const reload = useServices().reload;
  return (ids?: readonly number[]) => {
    window.dispatchEvent(new MessagesChanged(ids));
    return reload(partsOfMessages(ids));
  };
}

export function useRemoveMessage(onRemoved: () => void) {
  const refresh = useInboxRefresh();
  return trpc.inbox.remove.useMutation({
    meta: { done: 'Message deleted' },
    onSuccess: () => {
      onRemoved();
      void refresh();
    },
  });
}

/** `useOpenMessage` loads it. */
export const useOpenedMessage = (id: number) => trpc.inbox.one.useQuery({ id }, { enabled: false });

export interface OpenedMessage {
  /** Remains after closing, so that the dialog does not change while it fades out. */
  message: Message | undefined;
  isOpen: boolean;
  open: (message: Message) => void;
  close: () => void;
}

/**
 * The id is in the address, so that Back closes the message. It is loaded by its id, because the list may not
 * contain it.
 */
export function useOpenMessage(messages: Message[] | undefined): OpenedMessage {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const refresh = useInboxRefresh();
  const markRead = trpc.inbox.markRead.useMutation({
    onSuccess: ({ message }) => refresh([message.id]),
    meta: { failed: 'Couldn’t mark the message as read' },
  });
  const id = Number(params.get('message')) || undefined;
  // The timeline says who has read the message, so it loads after that.
  const isMarking = markRead.isPending && markRead.variables.id === id;
  const one = trpc.inbox.one.useQuery({ id: id ?? 0 }, { enabled: id !== undefined && !isMarking });
  const last = useRef<Message>(undefined);
  const known = messages?.find((message) => message.id === id) ?? last.current;
  const current = one.data?.message ?? (known?.id === id ? known : undefined);
  if (current) last.current = current;

  const { isFromList }: { isFromList?: boolean } = Object(state);
  const change = (next: number | undefined, options: { replace?: boolean; state?: object }) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === undefined) after.delete('message');
        else after.set('message', String(next));
        return after;
      },
      { preventScrollReset: true, ...options },
    );
  const close = () => (isFromList ? void navigate(-1) : change(undefined, { replace: true }));
  const failure = current ? null : one.error;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it could not be opened
  useEffect(() => {
    if (id === undefined || !failure) return;
    notifyError('Couldn’t open the message', failure);
    close();
  }, [failure]);
  return {
    message: current ?? last.current,
    isOpen: current !== undefined,
    open: (message) => {
      if (!message.is_read && message.folder === 'inbox') markRead.mutate({ id: message.id });
      // One history entry, so that Back returns to the list after any number of messages.
      if (id === undefined) change(message.id, { state: { isFromList: true } });
      else change(message.id, { replace: true, state: { isFromList } });
    },
    close,
  };
}
