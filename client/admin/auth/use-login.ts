import { useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import type { Session } from '../../session/session-storage.ts';

/** Signs in by email and password, and passes the session to `onSignedIn`. */
export function useLogin(onSignedIn: (session: Session, isRemembered: boolean) => void) {
  const [isLeaving, setLeaving] = useState(false);
  const login = trpc.auth.login.useMutation({
    trpc: { context: { alone: true } },
    onSuccess: ({ token, user }, { remember }) => {
      setLeaving(true);
      onSignedIn({ token, user }, remember === true);
    },
  });
  // Stays busy until the next page replaces this one, so that the button does not flicker.
  return { submit: login.mutate, error: login.error, isBusy: login.isPending || isLeaving };
}
export type Login = ReturnType<typeof useLogin>;
