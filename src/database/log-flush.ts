import { type FileHandle, open } from 'node:fs/promises';

/**
 * Flushes SQLite's write-ahead log to the disk, beside the thread that answers everybody, and once for all that is committed while the
 * last flush runs.
 */
export class LogFlush {
  readonly #path: string;
  readonly #storeAll: () => Promise<void>;
  #log: FileHandle | undefined;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #isDoubtful = false;

  /**
   * @param path - the file of the log
   * @param storeAll - stores all that the log holds in the database's own file, flushed, and begins the log anew
   */
  constructor(path: string, storeAll: () => Promise<void>) {
    this.#path = path;
    this.#storeAll = storeAll;
  }

  /** Resolves when what has just been committed is on the disk. Called outside of any transaction. @throws when the disk refuses */
  async keep(): Promise<void> {
    // What the disk has refused once it may have dropped, and take without a word later: nothing may rest on it.
    if (this.#isDoubtful) {
      await this.#storeAll();
      this.#isDoubtful = false;
    }
    return this.#flush();
  }

  async close(): Promise<void> {
    await this.#next?.catch(() => {});
    await this.#running.catch(() => {});
    await this.#log?.close();
  }

  #flush(): Promise<void> {
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        this.#running = this.#sync();
        return this.#running;
      });
    return this.#next;
  }

  async #sync(): Promise<void> {
    if (this.#isDoubtful) throw Object.assign(new Error('the log is in doubt'), { code: 'SQLITE_IOERR' });
    try {
      this.#log ??= await open(this.#path, 'r+');
      await this.#log.datasync();
    } catch (error) {
      this.#isDoubtful = true;
      throw error;
    }
  }
}
