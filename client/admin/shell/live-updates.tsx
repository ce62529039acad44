import { VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { hasGrant } from '../../../src/shared/grants.ts';
import type { EditedKind } from '../../../src/shared/module-facts.ts';
import { takeEarlyAnsweredParts } from '../../api/early-calls.ts';
import { trpc } from '../../api/trpc.ts';
import { type ApiOutputs, httpStatusOf } from '../../api/types.ts';
import { subscribeToSharedStream, type StreamEvents } from '../../session/shared-stream.ts';
import { useCurrentUser, useServices } from '../core/admin-context.ts';
import { notifyOfMessage } from '../core/message-notification.ts';
import { refreshDocument } from '../core/refresh-document.ts';
import { MessagesChanged, messagesChanged, partsOfMessages } from '../core/reload.ts';
import { reportOpenForms } from '../form/use-colleagues.ts';
import classes from './shell.module.css';

// In milliseconds, while no stream is open. The dashboard's interval too (docs/product.md, §9.1).
const refreshMs = 30_000;

export function LiveUpdates() {
  const { email, role } = useCurrentUser();
  const hasInbox = hasGrant(role, 'inbox:manage');
  const { client, inbox } = trpc.useUtils();
  const reload = useServices().reload;
  const [isLive, setLive] = useState(false);
  const [news, setNews] = useState('');

  /** Announces a new message. Returns whether the counts of the inbox have changed. */
  const compare = useEffectEvent((known: InboxSummary | undefined, state: InboxSummary): boolean => {
    if (!known) return false;
    if (state.newest && state.newest > (known.newest ?? 0)) {
      setNews(`New message. ${formatUnread(state.unread)}.`);
      notifyOfMessage(state.newest);
    }
    return state.unread !== known.unread || state.newest !== known.newest;
  });

  useWindowEvent(messagesChanged, (event: Event) => {
    void reload(partsOfMessages(event instanceof MessagesChanged ? event.ids : undefined));
  });

  const poll = useEffectEvent(async () => {
    if (document.hidden) return;
    const known = inbox.state.getData();
    const options = { staleTime: 0, trpc: { context: { alone: true } } };
    const state = await inbox.state.fetch(undefined, options).catch(() => undefined);
    if (state && compare(known, state)) void reload(['inbox'], 'report');
  });
  useEffect(() => {
    if (!hasInbox || isLive) return;
    void poll();
    const timer = setInterval(poll, refreshMs);
    document.addEventListener('visibilitychange', poll);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', poll);
    };
  }, [hasInbox, isLive]);

  useEffect(() => {
    let wasLive = false;
    const stop = subscribeToSharedStream<PanelState>({
      // The name of the stream contains the user, so that two users of one browser never share a stream.
      name: `atrium-live ${email} ${role}`,
      open: (events, lastId) => {
        // `EventSource` does not say why the stream has ended. This call finds out whether the session has.
        if (wasLive) void client.auth.user.query().catch(() => {});
        return subscribeToPanel(client, events, lastId);
      },
      onLive: (isLiveNow) => {
        setLive(isLiveNow);
        // A stream may have missed changes during an interruption. At the start, only what the document's
        // script has requested may be outdated.
        if (isLiveNow) void reload(wasLive ? 'all' : takeEarlyAnsweredParts(), 'report');
        wasLive ||= isLiveNow;
      },
      // `changed` has a default, because a server of an earlier version does not send this list.
      onValue: ({ inbox: state, edited, changed = [], messages }) => {
        for (const module of edited) reportOpenForms(module);
        // The document names the site, its zone and the parts that are switched off.
        if (changed.includes('site')) void refreshDocument();
        const hasMessages = changed.includes('inbox');
        const others = changed.filter((part) => part !== 'inbox');
        const parts = hasMessages ? [...others, ...partsOfMessages(messages)] : others;
        if (parts.length > 0) void reload(parts, 'report');
        if (!state) return;
        const known = inbox.state.getData();
        // Cancels a pending call, because its answer may be older and must not overwrite this state.
        void inbox.state.cancel();
        inbox.state.setData(undefined, state);
        if (compare(known, state) && !hasMessages) void reload(['inbox'], 'report');
      },
    });
    return () => {
      stop();
      setLive(false);
    };
  }, [email, role, client, inbox, reload]);

  return <VisuallyHidden role="status">{news}</VisuallyHidden>;
}

type InboxSummary = ApiOutputs['inbox']['state'];
interface PanelState {
  /** Null if the inbox has not changed. */
  inbox: InboxSummary | null;
  edited: EditedKind[];
  changed: string[];
  /** Absent in the events of an earlier version of the server. */
  messages?: number[] | null;
}
type Client = ReturnType<typeof trpc.useUtils>['client'];

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
const maxCounted = 1000;

export function formatUnreadCount(unread: number): string {
  return unread >= maxCounted ? '999+' : String(unread);
}

function formatUnread(unread: number): string {
  return `${formatUnreadCount(unread)} unread`;
}
