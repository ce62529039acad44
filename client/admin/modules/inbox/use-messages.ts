import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { pageSizes } from '../../../../src/shared/catalog.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { notifyError, notifySuccess } from '../../components/notifications.tsx';
import { restoreFocusToHeading } from '../../components/page-header.tsx';
import { useLastPage, useListParams } from '../../list/use-list-params.ts';
import { findView } from './inbox-tabs.tsx';

/** A visitor's message. */
export type Message = ApiOutputs['inbox']['list']['messages'][number];

/** Queries the page of the inbox that the address asks for. */
export function useMessages() {
  const list = useListParams(pageSizes.inbox);
  const view = findView(list.get('tab'));
  const search = list.get('search');
  const query = trpc.inbox.list.useQuery(
    { page: list.page, before: list.before, per_page: pageSizes.inbox, is_read: view.is_read, search },
    { placeholderData: keepPreviousData },
  );
  useLastPage(list, query);
  return { query, list, view, search };
}

/** Marks a message as read, and notifies the parts of the page that count unread messages. */
function useMarkRead() {
  const { inbox } = trpc.useUtils();
  return trpc.inbox.markRead.useMutation({
    onSuccess: () => {
      // The name is fixed by docs/product.md, §4.8.
      window.dispatchEvent(new Event('message-read-status-changed'));
      return inbox.invalidate();
    },
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
