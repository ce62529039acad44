import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { trpc } from '../../api/trpc.ts';
import { type SessionUser, userKey } from '../../session/session-storage.ts';
import { useServices } from '../core/admin-context.ts';
import { paths } from '../core/paths.ts';

/** The protection of a form's unsaved input when the session ends or another person signs in. */
export interface UnsavedChangesGuard {
  owner: SessionUser;
  /** Whether the session has ended and a dialog asks the person to sign in again. */
  isSignInOpen: boolean;
  /** Whether somebody else has signed in. The form must then be hidden. */
  isRevoked: boolean;
  /**
   * Leaves the form after the session has ended. The next page asks the person to sign in (docs/product.md,
   * §6.6).
   */
  leaveSignedOut(): void;
  /** Ends the protection, because nothing is unsaved any more. */
  release(): void;
}

/**
 * Protects unsaved input while a form is open. `LeaveGuard` asks before the person leaves the screen. A
 * dialog asks the person to sign in again when the session ends. The form is hidden if another person signs
 * in. `discard` is called when the person discards the input.
 */
export function useUnsavedChanges(
  owner: SessionUser,
  isDirty: boolean,
  discard: () => void,
): UnsavedChangesGuard {
  const { unsaved, sessions, leave } = useServices();
  const [isSignInOpen, setSignInOpen] = useState(false);
  const [isRevoked, setRevoked] = useState(false);
  const registration = useRef(() => {});
  const latestDiscard = useRef(discard);
  useEffect(() => {
    latestDiscard.current = discard;
  });
  useEffect(() => {
    if (!isDirty) return undefined;
    const revoke = () => {
      // Hides the form before the browser leaves the page, because the Back button may show the page again.
      flushSync(() => setRevoked(true));
      unsaved.release();
      leave(paths.entry);
    };
    const onSignedIn = () => {
      const session = sessions.read();
      if (!session) return;
      if (userKey(session.user) !== userKey(owner)) return revoke();
      setSignInOpen(false);
      unsaved.resolveSignIn(true);
    };
    const end = unsaved.register({
      owner,
      openSignIn: () => setSignInOpen(true),
      onSignedIn,
      discard: () => latestDiscard.current(),
    });
    registration.current = end;
    return end;
  }, [isDirty, owner, unsaved, sessions, leave]);
  return {
    owner,
    isSignInOpen,
    isRevoked,
    leaveSignedOut: () => {
      unsaved.release();
      leave(paths.entry);
    },
    release: () => registration.current(),
  };
}

/**
 * The shortest time between two reports that the person is typing, in milliseconds. A session that is not
 * remembered ends after 12 hours without activity, and the server records activity at most once a minute.
 */
const tellEveryMs = 2 * 60_000;

/** Reports typing to the server at intervals, so that the session does not end while the person is typing. */
export function useSessionKeepAlive(values: unknown): void {
  const { client } = trpc.useUtils();
  const last = useRef({ values, at: Date.now() });
  useEffect(() => {
    if (last.current.values === values) return;
    last.current.values = values;
    if (Date.now() - last.current.at < tellEveryMs) return;
    last.current.at = Date.now();
    // A failure is ignored, because the next save reports the same problem.
    client.auth.user.query().catch(() => {});
  }, [values, client]);
}
