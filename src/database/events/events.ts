/** The one channel of PostgreSQL that carries the events of all topics. */
export const eventChannel = 'atrium_signals';

type Stop = () => void;

/** Short words between the instances that share a database. Who sends by {sendSignal} hears it too. */
export interface Events {
  /**
   * Hears what is sent on a topic from now on, until the function that it gives back is called. The listener is called within
   * milliseconds after the commit; it neither waits nor throws.
   */
  on(topic: string, listener: (text: string) => void): Stop;
  /** Whether signals of all instances arrive here right now; false also before the first connection stands. */
  isConnected(): boolean;
  /**
   * Hears when the connection is lost (false) and stands again (true). What was sent in between never arrives: whoever keeps
   * something by signals looks it up anew.
   */
  onConnection(listener: (isConnected: boolean) => void): Stop;
}
