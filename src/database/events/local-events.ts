import { PerTransaction } from '../per-transaction.ts';
import type { Events } from './events.ts';
import { type AppEvent, EventListeners } from './listeners.ts';

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

  onConnection(listener: (isConnected: boolean) => void): () => void {
    return this.#listeners.onConnection(listener);
  }

  send(transaction: object | undefined, event: AppEvent): void {
    if (transaction) this.add(transaction, [event]);
    else this.#listeners.deliver(event);
  }
}
