import { type Session, type SessionStore, type StoredSession, sessionKeys } from './session-storage.ts';

const channelName = 'atrium-session';
/** The lock that every tab with a session holds until the tab leaves the page. */
const lockName = 'atrium-session';
/** In milliseconds. `knownReplyMs` applies if a tab with a session is known. */
const knownReplyMs = 2000;
const replyMs = 150;

// A message has all that its receiver needs, because another tab's changes of localStorage arrive late and one
// by one. Earlier versions of the panel read it, so its names never change, and they send no optional
// properties.
type Message =
  | { kind: 'who' }
  | { kind: 'session'; session: Session & Partial<StoredSession> }
  | { kind: 'signed-out'; token?: string | undefined }
  | { kind: 'refused'; token: string };

interface TabEvents {
  /** This tab had no session and uses the new one now. */
  onSignedIn(): void;
  /** This tab is signed out too. */
  onSignedOut(): void;
  onReplaced(): void;
}

/** By messages, because a tab cannot read another tab's sessionStorage. */
interface SessionTabs {
  /** A tab with a stored session sends it to the others instead. */
  syncSession(): Promise<void>;
  broadcastSignOut(): void;
  /** Tells the other tabs that the server refuses a session, so that they delete this session. */
  broadcastRejected(token: string): void;
}

export function connectTabs(sessions: SessionStore, events: TabEvents): SessionTabs {
  const channel = new BroadcastChannel(channelName);
  const send = (message: Message) => channel.postMessage(message);
  let ownToken = sessions.read()?.token;
  /** Set only while this tab waits for another tab's session. */
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
    // The screen stays, so that no input is lost. The next call or navigation requires a sign-in.
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
  // Unlike messages between tabs, storage events also reach a tab that was frozen when another tab changed the session.
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

/** Longer if a tab is known to have a session, because a busy tab may answer late. */
async function findReplyLimit(): Promise<number> {
  if (!('locks' in navigator)) return replyMs;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockName) ? knownReplyMs : replyMs;
}
