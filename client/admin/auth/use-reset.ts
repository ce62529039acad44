import { useState } from 'react';
import { parseApiError } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { useServices } from '../core/admin-context.ts';
import { paths } from '../core/paths.ts';

/** Sets the new password, stores the new session, and opens the dashboard by a full page load. */
export function useReset() {
  const { sessions, leave } = useServices();
  const [isLeaving, setLeaving] = useState(false);
  const reset = trpc.auth.resetPassword.useMutation({
    trpc: { context: { alone: true } },
    onSuccess: ({ token, user }) => {
      sessions.keep({ token, user }, false);
      setLeaving(true);
      leave(paths.dashboard);
    },
  });
  return {
    submit: reset.mutate,
    error: reset.error,
    /** The reason why the link is no longer valid. */
    deadReason: reset.error ? parseApiError(reset.error).fields.token : undefined,
    isBusy: reset.isPending || isLeaving,
  };
}
