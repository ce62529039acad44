import { useQueryClient } from '@tanstack/react-query';
import { getUntypedClient } from '@trpc/client';
import { useMemo } from 'react';
import { trpc } from '../../api/trpc.ts';

const ofInbox = [['inbox']];
type Key = readonly [path: string[], call?: { input?: unknown }];

/**
 * Returns a function that reloads all shown data of the inbox. The calls are marked as polls and do not
 * extend the session, so that an unattended panel still signs out.
 */
export function useInvalidateInbox(): () => void {
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
