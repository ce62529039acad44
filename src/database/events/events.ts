export const eventChannel = 'atrium_signals';

type Stop = () => void;

/** Short messages between the instances that share a database. The sender of an event receives it too. */
export interface Events {
  /** Calls the listener within milliseconds after the commit. It must neither block nor throw. */
  on(topic: string, listener: (text: string) => void): Stop;
  /** Also false until the first connection is established. */
  isConnected(): boolean;
  /** Events sent between a loss (false) and the return (true) never arrive. Caches that depend on them are stale. */
  onConnection(listener: (isConnected: boolean) => void): Stop;
}
