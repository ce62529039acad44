import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { followTogether } from '../../lib/shared-stream.ts';
import { trpc } from '../../lib/trpc.ts';
import { useUser } from '../session.ts';
import { followInbox, type InboxState } from './follow-inbox.ts';
import { unreadWords } from './unread-words.ts';
import { useInboxRefresh } from './use-inbox-refresh.ts';

// The dashboard's interval (docs/product.md, §9.1), used while no stream is open.
const refreshMs = 30_000;

/** Keeps what the panel shows of the inbox up to date, and tells of a new message whoever does not see it. */
export function LiveInbox() {
  const { email, role } = useUser();
  const { client, inbox } = trpc.useUtils();
  const refresh = useInboxRefresh();
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
    if ((data.newest ?? 0) > (known.newest ?? 0)) setNews(`New message. ${unreadWords(data.unread)}.`);
  }, [data, refresh]);

  useEffect(() => {
    let hasHeard = false;
    const stop = followTogether<InboxState>({
      // People who take turns in one browser do not share.
      name: `atrium-live ${email} ${role}`,
      open: (events, lastId) => followInbox(client, events, lastId),
      onLive: setLive,
      onValue: (state) => {
        // The numbers may be the same although a message is another.
        if (hasHeard && isSame(state, inbox.state.getData())) refresh();
        // An answer that is on its way already may be older, and must not come last.
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
