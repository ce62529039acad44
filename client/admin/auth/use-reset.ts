import { useState } from 'react';
import { explainFailure } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { addresses } from '../core/paths.ts';
import { useParts } from '../core/admin-context.ts';

/** Sets the new password, stores the new session, and opens the dashboard by a full page load. */
export function useReset() {
  const { sessions, leave } = useParts();
  const [isLeaving, setLeaving] = useState(false);
  const reset = trpc.auth.resetPassword.useMutation({
    trpc: { context: { alone: true } },
    onSuccess: ({ token, user }) => {
      sessions.keep({ token, user }, false);
      setLeaving(true);
      leave(addresses.dashboard);
    },
  });
  return {
    submit: reset.mutate,
    error: reset.error,
    /** The reason why the link is no longer valid. */
    deadReason: reset.error ? explainFailure(reset.error).fields.token : undefined,
    isBusy: reset.isPending || isLeaving,
  };
}
