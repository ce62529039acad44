import { useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import { ConfirmModal } from '../components/confirm-modal.tsx';
import { useCurrentUser, useServices } from '../core/admin-context.ts';
import { paths } from '../core/paths.ts';
import { removeDraftsOf } from '../form/draft-storage.ts';
import { userKey } from '../form/use-unsaved-changes.ts';

interface LogoutDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before logging out. */
export function LogoutDialog({ isOpen, onClose }: LogoutDialogProps) {
  const { logout, isBusy } = useLogout();
  const { unsaved } = useServices();
  const loss = unsaved.owner() ? ' You have unsaved changes that will be lost.' : '';
  return (
    <ConfirmModal
      isOpen={isOpen}
      title="Logout"
      question={`Are you sure you want to logout?${loss}`}
      answer="Yes, logout"
      busyAnswer="Logging out..."
      isBusy={isBusy}
      onAnswer={logout}
      onClose={onClose}
    />
  );
}

const patienceMs = 5000;

/** Ends the session. It always ends in this browser, and on the server when the server answers. */
function useLogout() {
  const { sessions, unsaved, leave, tellSignedOut } = useServices();
  const user = useCurrentUser();
  const { client } = trpc.useUtils();
  const [isBusy, setBusy] = useState(false);
  const logout = async () => {
    setBusy(true);
    unsaved.letGo();
    try {
      await client.auth.logout.mutate(undefined, { signal: AbortSignal.timeout(patienceMs) });
    } catch {
      // Logging out must work without the server too. The session expires there.
    }
    await forgetTyped(userKey(user));
    sessions.clear();
    tellSignedOut();
    leave(paths.afterLogout);
  };
  return { logout, isBusy };
}

/** Deletes the person's unsaved input from this browser. */
async function forgetTyped(user: string): Promise<void> {
  try {
    await removeDraftsOf(user);
  } catch {
    // A failure is ignored: a browser without storage has stored nothing.
  }
}
