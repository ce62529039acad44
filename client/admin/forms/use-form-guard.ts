import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useBlocker } from 'react-router-dom';
import type { SessionUser } from '../../lib/session-store.ts';
import { addresses } from '../addresses.ts';
import { useParts } from '../parts.ts';
import { nameOf } from './owner.ts';

/** What stands between unsaved words and their end. */
export interface FormGuard {
  owner: SessionUser;
  /** The session has ended; the person is asked to sign in where they are. */
  isSignInOpen: boolean;
  /** The person is about to leave the form. */
  isLeaving: boolean;
  /** Somebody else has signed in: nothing of the form may be seen any more. */
  isDropped: boolean;
  stay(): void;
  /** Leaves the form for where the person was going. */
  leave(): void;
  /** Gives up the session, as any 401 does (docs/product.md, §6.6). */
  leaveSignedOut(): void;
  /** Nothing is unsaved any more, from this moment on. */
  letGo(): void;
}

/** Holds a page while words are unsaved: against leaving, against the end of the session, and against other eyes. */
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
      // Before the page goes: a browser may show it again by its Back button.
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
