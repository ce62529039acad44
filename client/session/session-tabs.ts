import { type Session, type SessionStore, type StoredSession, sessionKeys } from './session-storage.ts';

const channelName = 'atrium-session';
/** The lock that every tab with a session holds until its page ends. */
const lockName = 'atrium-session';
/** The times that a new tab waits for another tab's session, in milliseconds: if such a tab is known, and otherwise. */
const knownReplyMs = 2000;
const replyMs = 150;

// A message contains everything that its receiver needs. The receiver cannot rely on localStorage, because another tab's changes
// to the token and to the person may become visible late and at different times. A tab may still run an earlier version of the
// panel, so the names in the messages never change. Earlier versions do not send the optional properties.
type Message =
  | { kind: 'who' }
  | { kind: 'session'; session: Session & Partial<StoredSession> }
  | { kind: 'signed-out'; token?: string | undefined }
  | { kind: 'refused'; token: string };

interface TabEvents {
  /** The person signed in in another tab. This tab had no session and has taken over the new one. */
  onSignedIn(): void;
  /** The person logged out in another tab. This tab is logged out too. */
  onSignedOut(): void;
  /** Another session has replaced the one that this tab used. */
  onReplaced(): void;
}

/**
 * Shares sessions between the tabs of one browser by messages, because a tab cannot read another tab's
 * sessionStorage.
 */
export interface SessionTabs {
  /** Takes over the session of another tab. If this tab has a stored session, sends that session to the other tabs instead. */
  syncSession(): Promise<void>;
  broadcastSignOut(): void;
  /** Reports that the server refuses a session, so that no other tab passes this session on. */
  broadcastRejected(token: string): void;
}

/** Opens the channel to the other tabs of this browser. */
export function connectTabs(sessions: SessionStore, events: TabEvents): SessionTabs {
  const channel = new BroadcastChannel(channelName);
  const send = (message: Message) => channel.postMessage(message);
  let ownToken = sessions.read()?.token;
  /** Set while this tab waits for another tab to share its session. */
  let endWait: (() => void) | undefined;

  const forgetToken = (token: string) => {
    if (ownToken === token) ownToken = undefined;
  };
  const receive = (message: Message) => {
    const stored = sessions.read();
    if (message.kind === 'who' && stored) send({ kind: 'session', session: stored });
    if (message.kind === 'session' && !ownToken) {
      if (!stored) sessions.adopt({ isRemembered: false, ...message.session });
      ownToken = sessions.read()?.token;
      holdLock();
      if (endWait) endWait();
      else events.onSignedIn();
    }
    // Deletes the refused session, but the tab stays on its screen, so that no input is lost. The next call or navigation asks
    // for a sign-in.
    if (message.kind === 'refused') {
      sessions.forget(message.token);
      forgetToken(message.token);
    }
    if (message.kind === 'signed-out') {
      for (const token of [message.token, ownToken]) if (token) sessions.forget(token);
      endSession();
    }
  };
  const endSession = () => {
    const wasSignedIn = ownToken !== undefined;
    ownToken = undefined;
    if (wasSignedIn) events.onSignedOut();
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data));
  // Unlike messages, storage events also reach a tab that was frozen when another tab changed the session.
  window.addEventListener('storage', ({ key }) => {
    if ((key !== sessionKeys.token && key !== null) || !ownToken) return;
    const stored = sessions.read();
    if (!stored) endSession();
    else if (stored.token !== ownToken) {
      ownToken = stored.token;
      events.onReplaced();
    }
  });

  return {
    broadcastSignOut: () => send({ kind: 'signed-out', token: ownToken }),
    broadcastRejected: (token) => {
      forgetToken(token);
      send({ kind: 'refused', token });
    },
    syncSession: () =>
      new Promise((resolve) => {
        const stored = sessions.read();
        ownToken = stored?.token;
        send(stored ? { kind: 'session', session: stored } : { kind: 'who' });
        if (stored) {
          holdLock();
          return resolve();
        }
        const finish = () => {
          endWait = undefined;
          resolve();
        };
        endWait = finish;
        void findReplyLimit().then((ms) => setTimeout(finish, ms));
      }),
  };
}

function holdLock(): void {
  if ('locks' in navigator)
    void navigator.locks.request(lockName, { mode: 'shared' }, () => new Promise(() => {}));
}

/** Returns how long to wait for the session of another tab. A busy tab may answer late. */
async function findReplyLimit(): Promise<number> {
  if (!('locks' in navigator)) return replyMs;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockName) ? knownReplyMs : replyMs;
}
