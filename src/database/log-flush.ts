/**
 * Flushes the write-ahead log: one flush at a time, shared by all transactions that were committed before it began. The flush runs on a
 * thread of the runtime's pool, so that nobody else waits for the disk.
 */
export class LogFlush {
  readonly #sync: () => Promise<void>;
  readonly #onRefused: (error: unknown) => void;
  readonly #refused = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** @param onRefused - is called when the disk refuses; what was to be flushed then stays pending for ever */
  constructor(sync: () => Promise<void>, onRefused: (error: unknown) => void) {
    this.#sync = sync;
    this.#onRefused = onRefused;
  }

  /** Resolves when everything that is committed now is on the disk. */
  flush(): Promise<void> {
    this.#next ??= this.#follow(this.#running);
    return this.#next;
  }

  /** Resolves when what others have committed is on the disk; nothing when it is already. */
  pending(): Promise<void> | undefined {
    return this.#next ?? this.#running;
  }

  /** Resolves when no flush is left to wait for, also after a refused one. */
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
