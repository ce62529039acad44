import { PerTransaction } from '../per-transaction.ts';
import type { Events } from './events.ts';
import { type AppEvent, EventListeners } from './listeners.ts';

/** Signals within one process, for SQLite, which has one server. They wait for the end of their transaction. */
export class LocalEvents extends PerTransaction<AppEvent> implements Events {
  readonly #listeners: EventListeners;

  constructor() {
    const listeners = new EventListeners();
    super({
      committed: (events) => {
        for (const event of events) listeners.deliver(event);
      },
    });
    this.#listeners = listeners;
  }

  on(topic: string, listener: (text: string) => void): () => void {
    return this.#listeners.on(topic, listener);
  }

  isConnected(): boolean {
    return true;
  }

  /** Nothing can be lost within a process. */
  onConnection(listener: (isConnected: boolean) => void): () => void {
    return this.#listeners.onConnection(listener);
  }

  /** Delivers when the transaction commits, or at once when there is none. */
  send(transaction: object | undefined, event: AppEvent): void {
    if (transaction) this.add(transaction, [event]);
    else this.#listeners.deliver(event);
  }
}
