import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useBlocker } from 'react-router-dom';
import type { SessionUser } from '../../session/session-storage.ts';
import { addresses } from '../core/paths.ts';
import { useParts } from '../core/admin-context.ts';
import { nameOf } from './owner.ts';

/** What protects unsaved input when the person leaves the form, or the session ends or changes. */
export interface FormGuard {
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
export function useFormGuard(owner: SessionUser, isUnsaved: boolean): FormGuard {
  const { unsaved, sessions, leave } = useParts();
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
      leave(addresses.entry);
    };
    const onSignedIn = () => {
      const session = sessions.read();
      if (!session) return;
      if (nameOf(session.user) !== nameOf(owner)) return drop();
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
      leave(addresses.entry);
    },
    letGo: unsaved.letGo,
  };
}
