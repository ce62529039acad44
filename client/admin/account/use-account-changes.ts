import { useLocation, useNavigate } from 'react-router-dom';
import { trpc } from '../../lib/trpc.ts';
import { useParts } from '../parts.ts';
import { sayDone } from '../ui/say.ts';

/** Changes the own name, here and in what the browser keeps. */
export function useRename() {
  const { sessions } = useParts();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return trpc.account.rename.useMutation({
    onSuccess: ({ user }) => {
      sessions.update(user);
      sayDone('Name saved');
      // The frame reads who is signed in anew with each address.
      navigate(pathname, { replace: true, preventScrollReset: true });
    },
  });
}

/** Changes the own password. */
export function useChangePassword(onChanged: () => void) {
  const { account } = trpc.useUtils();
  return trpc.account.changePassword.useMutation({
    trpc: { context: { alone: true } },
    onSuccess: () => {
      sayDone('Password changed. You have been signed out on all other devices.');
      onChanged();
      return account.sessions.invalidate();
    },
  });
}

/** Ends sessions: one, or all but this one. */
export function useEndSessions() {
  const { account } = trpc.useUtils();
  const refresh = () => account.sessions.invalidate();
  const one = trpc.account.endSession.useMutation({
    onSuccess: () => sayDone('Device signed out'),
    // Also when it failed: the session may have ended already.
    onSettled: refresh,
  });
  const others = trpc.account.endOtherSessions.useMutation({
    onSuccess: () => sayDone('All other devices signed out'),
    onSettled: refresh,
  });
  return { one, others, isBusy: one.isPending || others.isPending, error: one.error ?? others.error };
}
