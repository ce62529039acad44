export const eventChannel = 'atrium_signals';

/**
 * The topic of the event that is sent when a commit has changed tables. Its text contains the sender, followed by the
 * names of the tables. `*` means all tables.
 */
export const tablesChangedTopic = 'changed tables';

type Stop = () => void;

/** Events between the instances of the server. An instance also receives the events that it sends itself. */
export interface Events {
  /**
   * Calls the listener within milliseconds after the commit that sends an event of the topic. The listener must neither
   * block nor throw.
   */
  on(topic: string, listener: (text: string) => void): Stop;
  isConnected(): boolean;
  /**
   * Calls the listener when the connection is lost or established. Events that are sent without a connection never
   * arrive, so caches that depend on events are stale.
   */
  onConnection(listener: (isConnected: boolean) => void): Stop;
}

export function toTablesChanged(sender: string, tables: readonly string[]): string {
  return [sender, ...new Set(tables)].join(' ');
}

export function readTablesChanged(text: string): { sender: string; tables: string[] } {
  const [sender = '', ...tables] = text.split(' ');
  return { sender, tables };
}
