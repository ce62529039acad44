import { PerTransaction } from './per-transaction.ts';
import { type Signal, SignalListeners } from './signal-listeners.ts';
import type { Signals } from './signals.ts';

/** Signals within one process, for SQLite, which has one server. They wait for the end of their transaction. */
export class LocalSignals extends PerTransaction<Signal> implements Signals {
  readonly #listeners: SignalListeners;

  constructor() {
    const listeners = new SignalListeners();
    super({
      committed: (signals) => {
        for (const signal of signals) listeners.deliver(signal);
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
  send(transaction: object | undefined, signal: Signal): void {
    if (transaction) this.add(transaction, [signal]);
    else this.#listeners.deliver(signal);
  }
}
