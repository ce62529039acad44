export const eventChannel = 'atrium_signals';

type Stop = () => void;

/** The sender of an event receives it too. */
export interface Events {
  /** Calls the listener within milliseconds after the commit. The listener must neither block nor throw. */
  on(topic: string, listener: (text: string) => void): Stop;
  isConnected(): boolean;
  /** Events sent while the connection was lost never arrive, so caches that depend on them are stale. */
  onConnection(listener: (isConnected: boolean) => void): Stop;
}
