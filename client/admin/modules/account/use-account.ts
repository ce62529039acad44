import { useLocation, useNavigate } from 'react-router-dom';
import { trpc } from '../../../api/trpc.ts';
import { notifySuccess } from '../../components/notifications.tsx';
import { useServices } from '../../core/admin-context.ts';

/** Changes the person's own name, on the server and in the session that the browser stores. */
export function useRename() {
  const { sessions } = useServices();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return trpc.account.rename.useMutation({
    onSuccess: ({ user }) => {
      sessions.update(user);
      notifySuccess('Name saved');
      // A navigation makes the frame read the session again.
      navigate(pathname, { replace: true, preventScrollReset: true });
    },
  });
}

/** Changes the person's own password. */
export function useChangePassword(onChanged: () => void) {
  const { account } = trpc.useUtils();
  return trpc.account.changePassword.useMutation({
    trpc: { context: { alone: true } },
    onSuccess: () => {
      notifySuccess('Password changed. You have been signed out on all other devices.');
      onChanged();
      return account.sessions.invalidate();
    },
  });
}

/** Ends one session, or all except the current one. */
export function useEndSessions() {
  const { account } = trpc.useUtils();
  const refresh = () => account.sessions.invalidate();
  const one = trpc.account.endSession.useMutation({
    onSuccess: () => notifySuccess('Device signed out'),
    // Runs after a failure too, because the session may have ended already.
    onSettled: refresh,
  });
  const others = trpc.account.endOtherSessions.useMutation({
    onSuccess: () => notifySuccess('All other devices signed out'),
    onSettled: refresh,
  });
  return { one, others, isBusy: one.isPending || others.isPending, error: one.error ?? others.error };
}
