import { useQueryClient } from '@tanstack/react-query';
import { getUntypedClient } from '@trpc/client';
import { useMemo } from 'react';
import { trpc } from '../../lib/trpc.ts';

const ofInbox = [['inbox']];
type Key = readonly [path: string[], call?: { input?: unknown }];

/**
 * Gives what loads again whatever is shown of the inbox. Nobody has asked for it: unlike a person's own refetch it counts as no
 * activity, so that a panel left alone signs out although messages arrive.
 */
export function useInboxRefresh(): () => void {
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
        // What is on its way already may be older, and must not come last.
        await query.promise?.catch(() => {});
        const options = { context: { isPoll: true } };
        const data = await getUntypedClient(client).query(path.join('.'), call?.input, options);
        queryClient.setQueryData(queryKey, data);
      });
      // What fails now is as old as it was; the next change, or the person, tries again.
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
