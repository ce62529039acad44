import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useBlocker } from 'react-router-dom';
import { trpc } from '../../api/trpc.ts';
import type { SessionUser } from '../../session/session-storage.ts';
import { useServices } from '../core/admin-context.ts';
import { paths } from '../core/paths.ts';

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

/**
 * The interval of the reports. A session that is not remembered ends after 12 idle hours, and the server
 * records its use at most once a minute.
 */
const tellEveryMs = 2 * 60_000;

/** Reports typing to the server at intervals, so that the session does not end meanwhile. */
export function useSessionKeepAlive(draft: unknown): void {
  const { client } = trpc.useUtils();
  const last = useRef({ draft, at: Date.now() });
  useEffect(() => {
    if (last.current.draft === draft) return;
    last.current.draft = draft;
    if (Date.now() - last.current.at < tellEveryMs) return;
    last.current.at = Date.now();
    // A failure is ignored: the next save reports it.
    client.auth.user.query().catch(() => {});
  }, [draft, client]);
}

/**
 * Returns a permanent name for a person: the id, or the email address for sessions of an older version
 * without an id.
 */
export function userKey({ id, email }: SessionUser): string {
  return String(id ?? email.toLowerCase());
}
