import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { addresses } from '../addresses.ts';
import { useParts } from '../parts.ts';

const patienceMs = 5000;

/** Ends the session: on the server when it answers, in this browser in any case. */
export function useLogout() {
  const { sessions, leave, tellSignedOut } = useParts();
  const { client } = trpc.useUtils();
  const [isBusy, setBusy] = useState(false);
  const logout = async () => {
    setBusy(true);
    try {
      await client.auth.logout.mutate(undefined, { signal: AbortSignal.timeout(patienceMs) });
    } catch {
      // Signing out must work without the server too; the session there ends by itself.
    }
    sessions.clear();
    tellSignedOut();
    leave(addresses.afterLogout);
  };
  return { logout, isBusy };
}
