import type { EventSubscriber, TransactionEventArgs } from '@mikro-orm/core';

type Transaction = NonNullable<TransactionEventArgs['transaction']>;

interface Endings<T> {
  committing?(items: readonly T[], transaction: Transaction): Promise<void>;
  committed(items: readonly T[]): void;
  /** Called before a rollback, and when it is unknown whether the commit succeeded. */
  rolledBack?(items: readonly T[]): void;
}

/** Collects items until the outermost transaction ends. A rolled back savepoint passes its own to `rolledBack`. */
export class PerTransaction<T> implements EventSubscriber {
  readonly #endings: Endings<T>;
  readonly #items = new WeakMap<object, T[]>();
  readonly #outer = new WeakMap<object, object>();
  readonly #beginning = new WeakMap<object, object>();

  constructor(endings: Endings<T>) {
    this.#endings = endings;
  }

  add(transaction: object, items: readonly T[]): void {
    if (items.length > 0) this.#items.set(transaction, [...this.#of(transaction), ...items]);
  }

  beforeTransactionStart({ em, transaction }: TransactionEventArgs): void {
    if (transaction) this.#beginning.set(em, transaction);
  }

  afterTransactionStart({ em, transaction }: TransactionEventArgs): void {
    const outer = this.#beginning.get(em);
    this.#beginning.delete(em);
    if (transaction && outer) this.#outer.set(transaction, outer);
  }

  async beforeTransactionCommit({ transaction }: TransactionEventArgs): Promise<void> {
    if (!transaction || this.#outer.has(transaction)) return;
    const items = this.#of(transaction);
    if (items.length > 0) await this.#endings.committing?.(items, transaction);
  }

  afterTransactionCommit({ transaction }: TransactionEventArgs): void {
    if (!transaction) return;
    const items = this.#of(transaction);
    this.#items.delete(transaction);
    const outer = this.#outer.get(transaction);
    if (outer) this.add(outer, items);
    else if (items.length > 0) this.#endings.committed(items);
  }

  /** Before the rollback, because no event follows one that fails on a lost connection. */
  beforeTransactionRollback({ transaction }: TransactionEventArgs): void {
    if (!transaction) return;
    const items = this.#of(transaction);
    this.#items.delete(transaction);
    if (items.length > 0) this.#endings.rolledBack?.(items);
  }

  #of(transaction: object): readonly T[] {
    return this.#items.get(transaction) ?? [];
  }
}
