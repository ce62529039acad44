import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { getUntypedClient } from '@trpc/client';
import { useEffect, useMemo } from 'react';
import { trpc } from '../../api/trpc.ts';

/** The least time between two reloads, in milliseconds, because an import makes many changes in a row. */
const leastGapMs = 500;

/** The parts of the API, by the first parts of the procedures' names, such as `blog` and `trash`. */
type Parts = readonly string[] | 'all';
type Key = readonly [path: string[], call?: { input?: unknown }];
type Load = (path: string, input: unknown) => Promise<unknown>;

/**
 * Returns a function that reloads the data on the screen that comes from some parts of the API. The calls are marked as
 * polls and do not extend the session, so that the session of an unattended panel still ends.
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

/** Runs one reload at a time. Parts that are requested during a reload are included in the next reload. */
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
    queryClient.setQueryData(queryKey, await load(path.join('.'), call?.input));
  });
  // Ignores failures. The old data stays until the next change, or until the person reloads it.
  await Promise.allSettled(loading);
}

/**
 * Returns whether a query belongs to one of the parts. The trash, the versions and the addresses of a part's rows count
 * as belonging to the part too. The row of an open form is left out, because it must not change while somebody edits
 * it. An open message of the inbox is included, because it has no input to lose. The state of the inbox is left out,
 * because the stream delivers it.
 */
function isOf(parts: ReadonlySet<string>, { queryKey }: Query): boolean {
  const [path] = queryKey as Key;
  if (!Array.isArray(path)) return false;
  const [router = '', next = ''] = path;
  const last = path.at(-1);
  if ((last === 'one' && router !== 'inbox') || path.join('.') === 'inbox.state') return false;
  return parts.has('all') || parts.has(router) || parts.has(next);
}
