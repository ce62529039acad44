import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useBlocker } from 'react-router-dom';
import type { SessionUser } from '../../session/session-storage.ts';
import { useServices } from '../core/admin-context.ts';
import { paths } from '../core/paths.ts';
import { userKey } from './owner.ts';

/** What protects unsaved input when the person leaves the form, or the session ends or changes. */
export interface UnsavedChangesGuard {
  owner: SessionUser;
  /** The session has ended, and a dialog asks the person to sign in again. */
  isSignInOpen: boolean;
  /** A dialog asks whether to leave the form. */
  isLeaving: boolean;
  /** Somebody else has signed in, so the form must be hidden. */
  isDropped: boolean;
  stay(): void;
  /** Continues the navigation that the guard had stopped. */
  leave(): void;
  /** Ends the session in this tab, as any 401 does (docs/product.md, §6.6). */
  leaveSignedOut(): void;
  /** Stops the protection: nothing is unsaved any more. */
  letGo(): void;
}

/**
 * Protects unsaved input while a form is open. Asks before leaving, asks for a sign-in when the session ends,
 * and hides the form from another person.
 */
export function useUnsavedChanges(owner: SessionUser, isUnsaved: boolean): UnsavedChangesGuard {
  const { unsaved, sessions, leave } = useServices();
  const [isSignInOpen, setSignInOpen] = useState(false);
  const [isDropped, setDropped] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.owner() !== undefined && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const drop = () => {
      // Hides the form before the page ends, because the Back button may show the page again.
      flushSync(() => setDropped(true));
      unsaved.letGo();
      leave(paths.entry);
    };
    const onSignedIn = () => {
      const session = sessions.read();
      if (!session) return;
      if (userKey(session.user) !== userKey(owner)) return drop();
      setSignInOpen(false);
      unsaved.answerSignIn(true);
    };
    return unsaved.hold({ owner, openSignIn: () => setSignInOpen(true), onSignedIn });
  }, [isUnsaved, owner, unsaved, sessions, leave]);
  return {
    owner,
    isSignInOpen,
    isDropped,
    isLeaving: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => {
      unsaved.letGo();
      blocker.proceed?.();
    },
    leaveSignedOut: () => {
      unsaved.letGo();
      sessions.clear();
      leave(paths.entry);
    },
    letGo: unsaved.letGo,
  };
}
