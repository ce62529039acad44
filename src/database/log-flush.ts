/** One flush at a time, on the runtime's thread pool, covers all transactions that committed before it began. */
export class LogFlush {
  readonly #sync: () => Promise<void>;
  readonly #onRefused: (error: unknown) => void;
  readonly #refused = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** @param onRefused - is called when the disk refuses. The affected flushes then never resolve. */
  constructor(sync: () => Promise<void>, onRefused: (error: unknown) => void) {
    this.#sync = sync;
    this.#onRefused = onRefused;
  }

  /** Resolves when everything that is committed now is on the disk. */
  flush(): Promise<void> {
    this.#next ??= this.#follow(this.#running);
    return this.#next;
  }

  /** Resolves when everything that others have committed is on the disk. Undefined when it is there already. */
  pending(): Promise<void> | undefined {
    return this.#next ?? this.#running;
  }

  /** Resolves when no flush is running or waiting, also after a refused flush. */
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
