import type { EventSubscriber, TransactionEventArgs } from '@mikro-orm/core';
import { type Signal, SignalListeners } from './signal-listeners.ts';
import type { Signals } from './signals.ts';

/**
 * Signals within one process, for SQLite, which has one server. They wait for the end of their transaction; one that was sent
 * after a savepoint goes with the savepoint when that is rolled back.
 */
export class LocalSignals implements Signals, EventSubscriber {
  readonly #listeners = new SignalListeners();
  readonly #waiting = new WeakMap<object, Signal[]>();
  /** A savepoint's transaction, to the one it stands in. */
  readonly #outer = new WeakMap<object, object>();
  /** The entity manager that is about to begin, to the transaction it begins in. */
  readonly #beginning = new WeakMap<object, object>();

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
    if (transaction) this.#wait(transaction, [signal]);
    else this.#listeners.deliver(signal);
  }

  beforeTransactionStart({ em, transaction }: TransactionEventArgs): void {
    if (transaction) this.#beginning.set(em, transaction);
  }

  afterTransactionStart({ em, transaction }: TransactionEventArgs): void {
    const outer = this.#beginning.get(em);
    this.#beginning.delete(em);
    if (transaction && outer) this.#outer.set(transaction, outer);
  }

  afterTransactionCommit({ transaction }: TransactionEventArgs): void {
    if (!transaction) return;
    const signals = this.#waiting.get(transaction) ?? [];
    this.#waiting.delete(transaction);
    const outer = this.#outer.get(transaction);
    if (outer) this.#wait(outer, signals);
    else for (const signal of signals) this.#listeners.deliver(signal);
  }

  afterTransactionRollback({ transaction }: TransactionEventArgs): void {
    if (transaction) this.#waiting.delete(transaction);
  }

  #wait(transaction: object, signals: Signal[]): void {
    if (signals.length > 0)
      this.#waiting.set(transaction, [...(this.#waiting.get(transaction) ?? []), ...signals]);
  }
}
