/**
 * Flushes the write-ahead log of SQLite to the disk, one flush at a time. A flush covers all transactions that were
 * committed before the flush began.
 */
export class WalFlush {
  readonly #sync: () => Promise<void>;
  readonly #onRefused: (error: unknown) => void;
  readonly #refused = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** @param onRefused - receives the disk's error. Promises of a failed flush never resolve. */
  constructor(sync: () => Promise<void>, onRefused: (error: unknown) => void) {
    this.#sync = sync;
    this.#onRefused = onRefused;
  }

  flush(): Promise<void> {
    this.#next ??= this.#follow(this.#running);
    return this.#next;
  }

  /** Resolves when all earlier commits are on the disk. Returns undefined when all commits are already on the disk. */
  pending(): Promise<void> | undefined {
    return this.#next ?? this.#running;
  }

  /** Resolves when no flush is running or waiting, or when a flush has failed. */
  async ended(): Promise<void> {
    await Promise.race([this.pending(), this.#refused.promise]);
  }

  async #follow(running: Promise<void> | undefined): Promise<void> {
    await running;
    this.#next = undefined;
    const flushed = this.#sync().catch((error: unknown) => {
      this.#onRefused(error);
      this.#refused.resolve();
      return new Promise<void>(() => {});
    });
    this.#running = flushed;
    await flushed;
    if (this.#running === flushed) this.#running = undefined;
  }
}
