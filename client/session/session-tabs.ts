import { type Session, type SessionStore, sessionKeys } from './session-storage.ts';

const channelName = 'atrium-session';
/** The time that a new tab waits for another tab's answer, in milliseconds. */
const handOverMs = 150;

type Message =
  | { kind: 'who' }
  | { kind: 'session'; session: Session }
  | { kind: 'signed-out' }
  | { kind: 'refused'; token: string };

interface TabEvents {
  /** The person signed in in another tab. This tab had no session and now has that one. */
  onSignedIn(): void;
  /** The person logged out in another tab. This tab is logged out too. */
  onSignedOut(): void;
  /** Another session has replaced the one that this tab used. */
  onReplaced(): void;
}

/**
 * Messages between the tabs of one browser. They are necessary because a tab's sessionStorage is invisible to
 * the others.
 */
export interface SessionTabs {
  /**
   * Takes over the session of another tab. If this tab has a stored session, sends it to the others instead.
   */
  agree(): Promise<void>;
  tellSignedOut(): void;
  /** Reports that the server refuses a session, so that no other tab passes it on. */
  tellRefused(token: string): void;
}

/** Opens the channel to the other tabs of this browser. */
export function connectTabs(sessions: SessionStore, events: TabEvents): SessionTabs {
  const channel = new BroadcastChannel(channelName);
  const send = (message: Message) => channel.postMessage(message);
  let own = sessions.read()?.token;
  /** Set while this tab waits for another tab to share its session. */
  let take: (() => void) | undefined;

  const forget = (token: string) => {
    if (own === token) own = undefined;
  };
  const receive = (message: Message) => {
    const stored = sessions.read();
    if (message.kind === 'who' && stored) send({ kind: 'session', session: stored });
    if (message.kind === 'session' && !own) {
      // A remembered session is already stored for all tabs.
      if (!stored) sessions.keep(message.session, false);
      own = sessions.read()?.token;
      if (take) take();
      else events.onSignedIn();
    }
    // The input on this screen stays. The next call or navigation asks for a sign-in.
    if (message.kind === 'refused') {
      if (stored?.token === message.token) sessions.clear();
      forget(message.token);
    }
    if (message.kind === 'signed-out') leaveSession();
  };
  const leaveSession = () => {
    const wasSignedIn = own !== undefined;
    own = undefined;
    sessions.clear();
    if (wasSignedIn) events.onSignedOut();
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data));
  // Also reaches tabs that the browser had frozen while the message was sent.
  window.addEventListener('storage', ({ key }) => {
    if ((key !== sessionKeys.token && key !== null) || !own) return;
    const stored = sessions.read();
    if (!stored) leaveSession();
    else if (stored.token !== own) {
      own = stored.token;
      events.onReplaced();
    }
  });

  return {
    tellSignedOut: () => send({ kind: 'signed-out' }),
    tellRefused: (token) => {
      forget(token);
      send({ kind: 'refused', token });
    },
    agree: () =>
      new Promise((resolve) => {
        const stored = sessions.read();
        own = stored?.token;
        send(stored ? { kind: 'session', session: stored } : { kind: 'who' });
        if (stored) return resolve();
        const finish = () => {
          take = undefined;
          resolve();
        };
        take = finish;
        setTimeout(finish, handOverMs);
      }),
  };
}
