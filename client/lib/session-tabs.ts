import { type Session, type SessionStore, sessionKeys } from './session-store.ts';

const channelName = 'atrium-session';
/** How long a new tab waits for another one to answer. */
const handOverMs = 150;

type Message =
  | { kind: 'who' }
  | { kind: 'session'; session: Session }
  | { kind: 'signed-out' }
  | { kind: 'refused'; token: string };

interface TabEvents {
  /** The person signed in in another tab, and this one, which had nobody, is signed in too. */
  onSignedIn(): void;
  /** The person signed out in another tab, and this one is signed out too. */
  onSignedOut(): void;
  /** The stored session is another one than this tab began with. */
  onReplaced(): void;
}

/** The tie between the tabs of one browser. A tab's own storage does not reach the others, messages do. */
export interface SessionTabs {
  /** Takes over the session of a tab that has one, or tells the others, who may wait for one, of the one that is stored. */
  agree(): Promise<void>;
  tellSignedOut(): void;
  /** Tells that the server refuses a session, so that no other tab hands it on any more. */
  tellRefused(token: string): void;
}

/** Joins the other tabs of this browser. */
export function joinTabs(sessions: SessionStore, events: TabEvents): SessionTabs {
  const channel = new BroadcastChannel(channelName);
  const send = (message: Message) => channel.postMessage(message);
  let own = sessions.read()?.token;
  /** Set while this tab waits for an answer to its question. */
  let take: (() => void) | undefined;

  const forget = (token: string) => {
    if (own === token) own = undefined;
  };
  const receive = (message: Message) => {
    const stored = sessions.read();
    if (message.kind === 'who' && stored) send({ kind: 'session', session: stored });
    if (message.kind === 'session' && !own) {
      // A remembered session is stored already, for all tabs.
      if (!stored) sessions.keep(message.session, false);
      own = sessions.read()?.token;
      if (take) take();
      else events.onSignedIn();
    }
    // What was typed here stays: the next call, or the next screen, leads to the sign-in.
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
  // Reaches also the tabs that a browser had frozen while the message went by.
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
