import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { trpc } from '../../api/trpc.ts';
import { type SessionUser, userKey } from '../../session/session-storage.ts';
import { useServices } from '../core/admin-context.ts';
import { isCaretInText, isText } from '../core/caret.ts';
import { paths } from '../core/paths.ts';

/** The protection of a form's unsaved input when the session ends or another person signs in. */
export interface UnsavedChangesGuard {
  owner: SessionUser;
  /** By a dialog, or by a line beside the save bar while the caret is in a text. Undefined while the session lasts. */
  signIn: 'line' | 'dialog' | undefined;
  /** Opens the dialog instead of the line. Does nothing while the session lasts. */
  openSignIn(): void;
  /** Whether somebody else has signed in. The form must then be hidden. */
  isRevoked: boolean;
  /** The next page asks the person to sign in (docs/product.md, §6.6). */
  leaveSignedOut(): void;
  /** Ends the protection, because nothing is unsaved any more. */
  release(): void;
}

interface UnsavedChangesOptions {
  owner: SessionUser;
  isDirty: boolean;
  /** Returns whether a save is running and the person has typed nothing since its start. */
  isSaving: () => boolean;
  /** Called when the person discards the input. */
  discard: () => void;
}

/**
 * When the session ends, the form asks for a new sign-in without taking the caret out of a text. It is hidden if another
 * person signs in.
 */
export function useUnsavedChanges(options: UnsavedChangesOptions): UnsavedChangesGuard {
  const { owner, isDirty } = options;
  const { unsaved, sessions, leave } = useServices();
  const [signIn, setSignIn] = useState<'line' | 'dialog'>();
  const [isRevoked, setRevoked] = useState(false);
  const registration = useRef(() => {});
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
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
      setSignIn(undefined);
      unsaved.resolveSignIn(true);
    };
    const end = unsaved.register({
      owner,
      openSignIn: () => setSignIn(isCaretInText() && !latest.current.isSaving() ? 'line' : 'dialog'),
      onSignedIn,
      discard: () => latest.current.discard(),
    });
    registration.current = end;
    return end;
  }, [isDirty, owner, unsaved, sessions, leave]);
  useEffect(() => {
    if (signIn !== 'line') return undefined;
    const onLeave = ({ relatedTarget }: FocusEvent) => {
      // Another window may have the focus now. The caret is then still in the text.
      if (document.hasFocus() && !isText(relatedTarget)) setSignIn('dialog');
    };
    document.addEventListener('focusout', onLeave);
    return () => document.removeEventListener('focusout', onLeave);
  }, [signIn]);
  return {
    owner,
    signIn,
    openSignIn: () => {
      if (signIn) setSignIn('dialog');
    },
    isRevoked,
    leaveSignedOut: () => {
      unsaved.release();
      leave(paths.entry);
    },
    release: () => registration.current(),
  };
}

/**
 * In milliseconds. A session that is not remembered ends after 12 hours without activity, recorded at most once a
 * minute.
 */
const tellEveryMs = 2 * 60_000;

/** Typing keeps the session. */
export function useSessionKeepAlive(): void {
  const { client } = trpc.useUtils();
  const last = useRef(Date.now());
  useWindowEvent('input', () => {
    if (Date.now() - last.current < tellEveryMs) return;
    last.current = Date.now();
    // A failure is ignored, because the next save reports the same problem.
    client.auth.user.query().catch(() => {});
  });
}
