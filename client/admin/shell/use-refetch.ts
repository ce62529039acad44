import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { getUntypedClient } from '@trpc/client';
import { useEffect, useMemo } from 'react';
import { trpc } from '../../api/trpc.ts';

/** The pause between two reloads, in milliseconds. An import, for example, makes many changes in a short time. */
const leastGapMs = 500;

/** Parts of the API. The name of a part is the beginning of its procedures' names, such as `blog` or `trash`. */
type Parts = readonly string[] | 'all';
type Key = readonly [path: string[], call?: { input?: unknown }];
type Load = (path: string, input: unknown) => Promise<unknown>;

/**
 * Returns a function that reloads the data of some parts of the API. Only data that the screen shows is reloaded. The
 * calls are marked as background calls, so that they do not extend the session of an unattended panel.
 */
export function useRefetch(): (parts: Parts) => void {
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  const { reload, stop } = useMemo(() => {
    const options = { context: { isBackground: true } };
    return createReload(queryClient, (path, input) => getUntypedClient(client).query(path, input, options));
  }, [queryClient, client]);
  useEffect(() => stop, [stop]);
  return reload;
}

/**
 * Creates the function that reloads, and a function that stops further reloads. Only one reload runs at a
 * time. Parts that are requested during a reload are included in the next reload.
 */
function createReload(queryClient: QueryClient, load: Load) {
  let wanted = new Set<string>();
  let isBusy = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = async () => {
    if (isBusy || wanted.size === 0) return;
    isBusy = true;
    const parts = wanted;
    wanted = new Set();
    await reloadShown(queryClient, load, parts);
    timer = setTimeout(() => {
      isBusy = false;
      void run();
    }, leastGapMs);
  };
  return {
    reload: (parts: Parts) => {
      for (const part of parts === 'all' ? [parts] : parts) wanted.add(part);
      void run();
    },
    stop: () => {
      clearTimeout(timer);
      isBusy = false;
    },
  };
}

async function reloadShown(queryClient: QueryClient, load: Load, parts: ReadonlySet<string>): Promise<void> {
  const predicate = (query: Query) => isOf(parts, query);
  await queryClient.invalidateQueries({ predicate, type: 'inactive', refetchType: 'none' });
  const shown = queryClient.getQueryCache().findAll({ predicate, type: 'active' });
  const loading = shown.map(async (query) => {
    const { queryKey } = query;
    const [path, call] = queryKey as Key;
    // Waits for a pending call, because its answer may be older and must not arrive last.
    await query.promise?.catch(() => {});
    const { dataUpdateCount } = query.state;
    const answer = await load(path.join('.'), call?.input);
    // After a save of this person, the answer of a later call has arrived or is on its way. It is newer than this answer.
    const { state } = query;
    if (state.dataUpdateCount !== dataUpdateCount || state.fetchStatus !== 'idle') return;
    queryClient.setQueryData(queryKey, answer);
  });
  // Failures are ignored. The old data remains until the next change, or until the person reloads the page.
  await Promise.allSettled(loading);
}

/**
 * Returns whether a query must be reloaded because it belongs to one of the parts. The trash, the versions and the
 * addresses of a part's rows belong to the part too. A single row is left out, because the row of an open form must not
 * change while somebody edits the form. A single message of the inbox is included, because no input can be lost there.
 * The state of the inbox is left out, because the stream delivers this state.
 */
function isOf(parts: ReadonlySet<string>, { queryKey }: Query): boolean {
  const [path] = queryKey as Key;
  if (!Array.isArray(path)) return false;
  const [router = '', next = ''] = path;
  const last = path.at(-1);
  if ((last === 'one' && router !== 'inbox') || path.join('.') === 'inbox.state') return false;
  return parts.has('all') || parts.has(router) || parts.has(next);
}
