import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { addresses } from '../addresses.ts';
import { forgetUser } from '../forms/journal.ts';
import { nameOf } from '../forms/owner.ts';
import { useParts } from '../parts.ts';
import { useUser } from '../session.ts';

const patienceMs = 5000;

/** Ends the session: on the server when it answers, in this browser in any case. */
export function useLogout() {
  const { sessions, unsaved, leave, tellSignedOut } = useParts();
  const user = useUser();
  const { client } = trpc.useUtils();
  const [isBusy, setBusy] = useState(false);
  const logout = async () => {
    setBusy(true);
    unsaved.letGo();
    try {
      await client.auth.logout.mutate(undefined, { signal: AbortSignal.timeout(patienceMs) });
    } catch {
      // Signing out must work without the server too; the session there ends by itself.
    }
    await forgetTyped(nameOf(user));
    sessions.clear();
    tellSignedOut();
    leave(addresses.afterLogout);
  };
  return { logout, isBusy };
}

/** Who signs out leaves nothing behind in this browser. */
async function forgetTyped(user: string): Promise<void> {
  try {
    await forgetUser(user);
  } catch {
    // Where the browser keeps nothing, nothing is left behind.
  }
}
