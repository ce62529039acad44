import { type Session, type SessionStore, sessionKeys } from './session-store.ts';

const channelName = 'atrium-session';
const handOverMs = 150;

type Message = { kind: 'signed-out' } | { kind: 'who' } | { kind: 'session'; session: Session };

interface TabEvents {
  /** The person signed out in another tab. */
  onSignedOut(): void;
  /** The session this tab began with is no longer the stored one. */
  onReplaced(): void;
}

/** The tie between the tabs of one browser. */
export interface SessionTabs {
  tellSignedOut(): void;
  /** Takes over the session of a tab that has one; a tab's own storage does not reach a new tab. */
  askForSession(): Promise<void>;
}

/** Joins the other tabs of this browser. */
export function joinTabs(sessions: SessionStore, { onSignedOut, onReplaced }: TabEvents): SessionTabs {
  const channel = new BroadcastChannel(channelName);
  const send = (message: Message) => channel.postMessage(message);
  const tokenAtStart = sessions.read()?.token;
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'signed-out') onSignedOut();
    const session = data.kind === 'who' && sessions.read();
    if (session) send({ kind: 'session', session });
  });
  // Reaches also the tabs that a browser had frozen while the message went by.
  window.addEventListener('storage', ({ key }) => {
    const isAboutUs = key === sessionKeys.token || key === null;
    if (isAboutUs && tokenAtStart && sessions.read()?.token !== tokenAtStart) onReplaced();
  });
  return {
    tellSignedOut: () => send({ kind: 'signed-out' }),
    askForSession: () =>
      new Promise((resolve) => {
        channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
          if (data.kind !== 'session' || sessions.read()) return;
          sessions.keep(data.session, false);
          resolve();
        });
        setTimeout(resolve, handOverMs);
        send({ kind: 'who' });
      }),
  };
}
