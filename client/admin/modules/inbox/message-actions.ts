import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { MessageState } from '../../../../src/shared/enumerations.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { notifyError, notifySuccess } from '../../components/notifications.tsx';
import { restoreFocusToHeading } from '../../components/page-header.tsx';

/** A visitor's message. */
export type Message = ApiOutputs['inbox']['list']['messages'][number];

/** The words of the states. The dialog's button has the word Close. */
export const stateLabels = { open: 'Open', answered: 'Answered', closed: 'Done' } as const satisfies Record<
  MessageState,
  string
>;

export const nouns = { one: 'message', many: 'messages' };

/** The words of the act that deletes several messages. */
export const deleteMessages = {
  label: 'Delete',
  isDangerous: true,
  done: 'deleted',
  confirm: (rows: string) => ({
    title: 'Delete Message',
    question: `Are you sure you want to delete ${rows}? This action cannot be undone and will permanently remove them from your inbox.`,
    answer: 'Delete',
  }),
};

/** Returns a function that reloads the inbox and notifies the parts of the page that count unread messages. */
export function useInboxRefresh() {
  const { inbox } = trpc.useUtils();
  return async () => {
    // The name is fixed by docs/product.md, §4.8.
    window.dispatchEvent(new Event('message-read-status-changed'));
    await inbox.invalidate();
  };
}

/** Marks a message as read, and notifies the parts of the page that count unread messages. */
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

/**
 * Returns the open message. Its id is in the address, so that Back closes the dialog. The message is stored
 * here too, because it may leave the list while it is open. Opening an unread message marks it as read.
 */
export function useOpenMessage(messages: Message[] | undefined) {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const [message, setMessage] = useState<Message>();
  const markRead = useMarkRead();
  const asked = Number(params.get('message')) || undefined;
  const found = messages?.find(({ id }) => id === asked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once each time a message is opened
  useEffect(() => {
    if (!found) return;
    setMessage(found);
    if (!found.is_read) markRead.mutate({ id: found.id });
  }, [found?.id]);

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
  const { isFromList }: { isFromList?: boolean } = Object(state);
  return {
    message,
    isOpen: asked !== undefined && message?.id === asked,
    open: ({ id }: Message) => change(id, { state: { isFromList: true } }),
    close: () => (isFromList ? navigate(-1) : change(undefined, { replace: true })),
  };
}
