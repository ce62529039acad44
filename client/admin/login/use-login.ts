import { useState } from 'react';
import type { Session } from '../../lib/session-store.ts';
import { trpc } from '../../lib/trpc.ts';

/** Signs in by e-mail and password, and hands over the session. */
export function useLogin(onSignedIn: (session: Session, isRemembered: boolean) => void) {
  const [isLeaving, setLeaving] = useState(false);
  const login = trpc.auth.login.useMutation({
    trpc: { context: { alone: true } },
    onSuccess: ({ token, user }, { remember }) => {
      setLeaving(true);
      onSignedIn({ token, user }, remember === true);
    },
  });
  // Busy until the next page stands there, so that nothing flickers back.
  return { submit: login.mutate, error: login.error, isBusy: login.isPending || isLeaving };
}
export type Login = ReturnType<typeof useLogin>;
