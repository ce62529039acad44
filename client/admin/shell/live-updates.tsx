import { VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { can } from '../../../src/shared/grants.ts';
import type { EditedKind } from '../../../src/shared/module-facts.ts';
import { takeEarlyAnsweredParts } from '../../api/early-calls.ts';
import { trpc } from '../../api/trpc.ts';
import { type ApiOutputs, httpStatusOf } from '../../api/types.ts';
import { subscribeToSharedStream, type StreamEvents } from '../../session/shared-stream.ts';
import { useCurrentUser } from '../core/admin-context.ts';
import { notifyOfMessage } from '../core/message-notification.ts';
import { colleaguesKey } from '../form/use-colleagues.ts';
import { useRefetch } from './use-refetch.ts';
import classes from './shell.module.css';

// The interval at which the inbox is checked while no stream is open, in milliseconds. The dashboard has the
// same interval (docs/product.md, §9.1).
const refreshMs = 30_000;

/**
 * Receives the server's reports about changes. Reloads the changed data that the screen shows, and announces new
 * messages. For an open form, reloads the list of other people who have the same row open.
 */
export function LiveUpdates() {
  const { email, role } = useCurrentUser();
  const hasInbox = can(role, 'inbox:manage');
  const queryClient = useQueryClient();
  const { client, inbox } = trpc.useUtils();
  const reload = useRefetch();
  const [isLive, setLive] = useState(false);
  const [news, setNews] = useState('');
  const { data } = trpc.inbox.state.useQuery(undefined, {
    enabled: hasInbox,
    refetchInterval: !isLive && refreshMs,
    refetchIntervalInBackground: false,
    trpc: { context: { isBackground: true, alone: true } },
  });

  const before = useRef<InboxState>(undefined);
  useEffect(() => {
    const known = before.current;
    before.current = data;
    if (!known || !data) return;
    reload(['inbox']);
    if (!data.newest || data.newest <= (known.newest ?? 0)) return;
    setNews(`New message. ${formatUnread(data.unread)}.`);
    notifyOfMessage(data.newest);
  }, [data, reload]);

  useEffect(() => {
    let hasHeard = false;
    let wasLive = false;
    const stop = subscribeToSharedStream<PanelState>({
      // The name of the stream contains the user, so that two users of one browser never share a stream.
      name: `atrium-live ${email} ${role}`,
      open: (events, lastId) => {
        // The server ends the stream when the session ends. `EventSource` does not report the HTTP status of
        // the next attempt, so this call checks whether the session has ended.
        if (wasLive)
          void client.auth.user.query(undefined, { context: { isBackground: true } }).catch(() => {});
        return subscribeToPanel(client, events, lastId);
      },
      onLive: (isLiveNow) => {
        setLive(isLiveNow);
        // After an interruption, reloads everything, because the stream may have missed changes. After the first start,
        // reloads only the data that an inline script of the document requested early. Only this data may be outdated.
        if (isLiveNow) reload(wasLive ? 'all' : takeEarlyAnsweredParts());
        wasLive ||= isLiveNow;
      },
      // `changed` has a default, because a server of an earlier version does not send this list.
      onValue: ({ inbox: state, edited, changed = [] }) => {
        for (const module of edited) void queryClient.invalidateQueries({ queryKey: colleaguesKey(module) });
        if (changed.length > 0) reload(changed);
        if (!state) return;
        // Reloads the inbox although the counts are equal, because the messages may have changed.
        if (hasHeard && isSame(state, inbox.state.getData())) reload(['inbox']);
        // Cancels a pending call, because its answer may be older and must not overwrite this state.
        void inbox.state.cancel();
        inbox.state.setData(undefined, state);
        hasHeard = true;
      },
    });
    return () => {
      stop();
      setLive(false);
    };
  }, [email, role, client, inbox, reload, queryClient]);

  return <VisuallyHidden role="status">{news}</VisuallyHidden>;
}

function isSame(state: InboxState, known: InboxState | undefined): boolean {
  return state.unread === known?.unread && state.newest === known.newest;
}

type InboxState = ApiOutputs['inbox']['state'];
/** The state of the inbox, the modules in which somebody opened or closed a form, and the parts of the API that changed. */
interface PanelState {
  inbox: InboxState | null;
  edited: EditedKind[];
  changed: string[];
}
type Client = ReturnType<typeof trpc.useUtils>['client'];

/** Opens the panel's stream. Returns a function that closes the stream. */
function subscribeToPanel(
  client: Client,
  { onOpen, onValue, onEnd }: StreamEvents<PanelState>,
  lastEventId: string | undefined,
): () => void {
  const subscription = client.panel.live.subscribe(
    { lastEventId },
    {
      onStarted: onOpen,
      onData: ({ id, data }) => onValue(data, id),
      onComplete: () => onEnd(false),
      onError: (error) => onEnd([401, 403].includes(httpStatusOf(error) ?? 0)),
    },
  );
  return () => subscription.unsubscribe();
}

/** The number of unread messages. Renders nothing if there are none. `LiveUpdates` updates the number. */
export function UnreadBadge() {
  const { data } = trpc.inbox.state.useQuery(undefined, { enabled: false });
  if (!data || data.unread === 0) return null;
  return (
    <>
      <span className={classes.unread} aria-hidden="true">
        {formatUnreadCount(data.unread)}
      </span>
      <VisuallyHidden>, {formatUnread(data.unread)}</VisuallyHidden>
    </>
  );
}

/** The server counts unread messages only up to this number. */
const most = 1000;

/** Returns the number of unread messages, or '999+' for 1,000 messages or more. */
export function formatUnreadCount(unread: number): string {
  return unread >= most ? '999+' : String(unread);
}

/** Returns the number of unread messages with the word 'unread'. */
function formatUnread(unread: number): string {
  return `${formatUnreadCount(unread)} unread`;
}
