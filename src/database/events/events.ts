export const eventChannel = 'atrium_signals';

/** A commit changed tables. The text names the sender and then the tables, where `*` stands for all. */
export const tablesChanged = 'changed tables';

type Stop = () => void;

/** The sender of an event receives it too. */
export interface Events {
  /** Calls the listener within milliseconds after the commit. The listener must neither block nor throw. */
  on(topic: string, listener: (text: string) => void): Stop;
  isConnected(): boolean;
  /** Events sent while the connection was lost never arrive, so caches that depend on them are stale. */
  onConnection(listener: (isConnected: boolean) => void): Stop;
}

export function toTablesChanged(sender: string, tables: readonly string[]): string {
  return [sender, ...new Set(tables)].join(' ');
}

export function readTablesChanged(text: string): { sender: string; tables: string[] } {
  const [sender = '', ...tables] = text.split(' ');
  return { sender, tables };
}
