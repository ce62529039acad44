import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { addresses } from '../addresses.ts';
import { useParts } from '../parts.ts';

/** Signs in, keeps the session and opens the dashboard by a full load. */
export function useLogin() {
  const { sessions, leave } = useParts();
  const [isLeaving, setLeaving] = useState(false);
  const login = trpc.auth.login.useMutation({
    trpc: { context: { alone: true } },
    onSuccess: ({ token, user }, { remember }) => {
      sessions.keep({ token, user }, remember === true);
      setLeaving(true);
      leave(addresses.dashboard);
    },
  });
  // Busy until the next page stands there, so that nothing flickers back.
  return { submit: login.mutate, error: login.error, isBusy: login.isPending || isLeaving };
}
