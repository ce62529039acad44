import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useMarkRead } from './use-message-changes.ts';
import type { Message } from './use-messages.ts';

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
