import type { EventSubscriber, TransactionEventArgs } from '@mikro-orm/core';

type Transaction = NonNullable<TransactionEventArgs['transaction']>;

interface Endings<T> {
  /** Just before the commit, inside the transaction. A throw rolls it back. */
  committing?(items: readonly T[], transaction: Transaction): Promise<void>;
  committed(items: readonly T[]): void;
  /** It is rolled back, or nobody knows whether its commit has arrived. */
  rolledBack?(items: readonly T[]): void;
}

/**
 * Collects items that belong to open transactions, and passes them on when the outermost one ends. What was added after a savepoint goes
 * when that is rolled back.
 */
export class PerTransaction<T> implements EventSubscriber {
  readonly #endings: Endings<T>;
  readonly #items = new WeakMap<object, T[]>();
  /** A savepoint's transaction, to the one it stands in. */
  readonly #outer = new WeakMap<object, object>();
  /** The entity manager that is about to begin, to the transaction it begins in. */
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

  /** Before it, as a rollback on a lost connection fails, and nothing comes after it. */
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
