import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import { createSharedStream } from '../../session/shared-stream.ts';
import { useCurrentUser } from '../core/session.ts';
import { type InboxState, subscribeToInbox } from './follow-inbox.ts';
import { formatUnread } from './unread-words.ts';
import { useInvalidateInbox } from './use-inbox-refresh.ts';

// The dashboard's interval (docs/product.md, §9.1), used while no stream is open.
const refreshMs = 30_000;

/** Updates all views of the inbox, and announces new messages to screen readers. */
export function InboxUpdates() {
  const { email, role } = useCurrentUser();
  const { client, inbox } = trpc.useUtils();
  const refresh = useInvalidateInbox();
  const [isLive, setLive] = useState(false);
  const [news, setNews] = useState('');
  const { data } = trpc.inbox.state.useQuery(undefined, {
    refetchInterval: !isLive && refreshMs,
    refetchIntervalInBackground: false,
    trpc: { context: { isPoll: true, alone: true } },
  });

  const before = useRef<InboxState>(undefined);
  useEffect(() => {
    const known = before.current;
    before.current = data;
    if (!known || !data) return;
    refresh();
    if ((data.newest ?? 0) > (known.newest ?? 0)) setNews(`New message. ${formatUnread(data.unread)}.`);
  }, [data, refresh]);

  useEffect(() => {
    let hasHeard = false;
    const stop = createSharedStream<InboxState>({
      // People who use one browser in turn must not share a stream.
      name: `atrium-live ${email} ${role}`,
      open: (events, lastId) => subscribeToInbox(client, events, lastId),
      onLive: setLive,
      onValue: (state) => {
        // The counts may be equal although the messages have changed.
        if (hasHeard && isSame(state, inbox.state.getData())) refresh();
        // A pending answer may be older and must not overwrite this one.
        void inbox.state.cancel();
        inbox.state.setData(undefined, state);
        hasHeard = true;
      },
    });
    return () => {
      stop();
      setLive(false);
    };
  }, [email, role, client, inbox, refresh]);

  return <VisuallyHidden role="status">{news}</VisuallyHidden>;
}

function isSame(state: InboxState, known: InboxState | undefined): boolean {
  return state.unread === known?.unread && state.newest === known.newest;
}
