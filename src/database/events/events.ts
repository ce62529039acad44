/** The one channel of PostgreSQL that carries the events of all topics. */
export const eventChannel = 'atrium_signals';

type Stop = () => void;

/** Short messages between the instances that share a database. The sender of an event receives it too. */
export interface Events {
  /**
   * Subscribes to a topic until the returned function is called. The listener is called within milliseconds after the
   * commit. It must neither block nor throw.
   */
  on(topic: string, listener: (text: string) => void): Stop;
  /** Returns whether the events of all instances arrive here right now. Also false until the first connection is established. */
  isConnected(): boolean;
  /**
   * Subscribes to the loss (false) and the return (true) of the connection. Events that were sent in between never
   * arrive, so a cache that depends on events must be read again.
   */
  onConnection(listener: (isConnected: boolean) => void): Stop;
}
