import { VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getUntypedClient } from '@trpc/client';
import { useEffect, useMemo, useRef, useState } from 'react';
import { can } from '../../../src/shared/grants.ts';
import type { ModuleName } from '../../../src/shared/module-facts.ts';
import { trpc } from '../../api/trpc.ts';
import { type ApiOutputs, statusOf } from '../../api/types.ts';
import { createSharedStream, type StreamEvents } from '../../session/shared-stream.ts';
import { useCurrentUser } from '../core/admin-context.ts';
import { colleaguesKey } from '../form/use-colleagues.ts';
import classes from './shell.module.css';

// The dashboard's interval (docs/product.md, §9.1), used while no stream is open.
const refreshMs = 30_000;

/**
 * Follows what changes on the server: updates all views of the inbox, announces new messages to screen readers, and
 * makes open forms ask again who else has them open.
 */
export function PanelUpdates() {
  const { email, role } = useCurrentUser();
  const hasInbox = can(role, 'inbox:manage');
  const queryClient = useQueryClient();
  const { client, inbox } = trpc.useUtils();
  const refresh = useInvalidateInbox();
  const [isLive, setLive] = useState(false);
  const [news, setNews] = useState('');
  const { data } = trpc.inbox.state.useQuery(undefined, {
    enabled: hasInbox,
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
    const stop = createSharedStream<PanelState>({
      // People who use one browser in turn must not share a stream.
      name: `atrium-live ${email} ${role}`,
      open: (events, lastId) => subscribeToPanel(client, events, lastId),
      onLive: setLive,
      onValue: ({ inbox: state, edited }) => {
        for (const module of edited) void queryClient.invalidateQueries({ queryKey: colleaguesKey(module) });
        if (!state) return;
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
  }, [email, role, client, inbox, refresh, queryClient]);

  return <VisuallyHidden role="status">{news}</VisuallyHidden>;
}

function isSame(state: InboxState, known: InboxState | undefined): boolean {
  return state.unread === known?.unread && state.newest === known.newest;
}

const ofInbox = [['inbox']];
type Key = readonly [path: string[], call?: { input?: unknown }];

/**
 * Returns a function that reloads all shown data of the inbox. The calls are marked as polls and do not
 * extend the session, so that an unattended panel still signs out.
 */
function useInvalidateInbox(): () => void {
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  return useMemo(() => {
    const load = async () => {
      await queryClient.invalidateQueries({ queryKey: ofInbox, type: 'inactive', refetchType: 'none' });
      const shown = queryClient.getQueryCache().findAll({ queryKey: ofInbox, type: 'active' });
      const loading = shown.map(async (query) => {
        const { queryKey } = query;
        const [path, call] = queryKey as Key;
        if (path[1] === 'state') return;
        // A pending answer may be older and must not arrive last.
        await query.promise?.catch(() => {});
        const options = { context: { isPoll: true } };
        const data = await getUntypedClient(client).query(path.join('.'), call?.input, options);
        queryClient.setQueryData(queryKey, data);
      });
      // After a failure the old data stays. The next change, or the person, reloads it.
      await Promise.allSettled(loading);
    };
    let isBusy = false;
    let isWanted = false;
    return async () => {
      isWanted = true;
      if (isBusy) return;
      isBusy = true;
      while (isWanted) {
        isWanted = false;
        await load();
      }
      isBusy = false;
    };
  }, [queryClient, client]);
}

type InboxState = ApiOutputs['inbox']['state'];
/** The state of the inbox, and the modules in which somebody opened or closed a form. */
interface PanelState {
  inbox: InboxState | null;
  edited: ModuleName[];
}
type Client = ReturnType<typeof trpc.useUtils>['client'];

/** Opens the panel's stream. Returns a function that closes it. */
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
      onError: (error) => onEnd([401, 403].includes(statusOf(error) ?? 0)),
    },
  );
  return () => subscription.unsubscribe();
}

/** The number of unread messages. Renders nothing at 0. `PanelUpdates` updates the number. */
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

/** The highest number that the server counts to. */
const most = 1000;

/** Returns the number of unread messages, or '999+'. */
export function formatUnreadCount(unread: number): string {
  return unread >= most ? '999+' : String(unread);
}

/** Returns the number of unread messages with the word 'unread'. */
function formatUnread(unread: number): string {
  return `${formatUnreadCount(unread)} unread`;
}
