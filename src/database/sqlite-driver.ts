import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';

const longestWaitMs = 5000;
const shortestPauseMs = 1;
const longestPauseMs = 25;

/** Retries while the file is locked, without blocking the thread. @throws the SQLITE_BUSY error after 5 s */
function createBusyRetry(): <T>(act: () => T) => Promise<T> {
  let busySince = 0;
  let lastBusy = Number.NEGATIVE_INFINITY;
  return async (act) => {
    for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        const result = act();
        lastBusy = Number.NEGATIVE_INFINITY;
        return result;
      } catch (error) {
        if (!isBusy(error)) throw error;
        const now = performance.now();
        if (now - lastBusy > longestWaitMs) busySince = now;
        lastBusy = now;
        if (now - busySince > longestWaitMs) throw error;
      }
      await setTimeout(pauseMs);
    }
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

/** Flushes the write-ahead log to the disk, one flush at a time. A flush covers all commits before its begin. */
class WalFlush {
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

  /** Resolves when all earlier commits are on the disk. Undefined when they already are. */
  pending(): Promise<void> | undefined {
    return this.#next ?? this.#running;
  }

  /** Resolves when no flush is running or waiting, or one has failed. */
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

const maxStatements = 500;
const longestText = 4000;

/** Caches up to 500 prepared statements, because preparing is slow. Long texts contain values and rarely repeat. */
export function createStatementCache(
  database: BetterSqlite3.Database,
): (text: string) => BetterSqlite3.Statement {
  const known = new Map<string, BetterSqlite3.Statement>();
  return (text) => {
    const cached = known.get(text);
    if (cached && !cached.busy) return cached;
    const statement = database.prepare(text);
    if (text.length > longestText) return statement;
    known.set(text, statement);
    if (known.size > maxStatements) known.delete(known.keys().next().value ?? '');
    return statement;
  };
}

export interface SqliteDriverOptions {
  sync(fd: number): Promise<void>;
  /** Called when a flush fails. Transactions that wait for it are never acknowledged. */
  onRefusedFlush(error: unknown): void;
  /** Throws when called inside an open transaction: it holds the connection, so waiting for it would never end. */
  expectOutside(): void;
}

class Lease implements DatabaseConnection {
  isOver = false;
  isTransaction = false;
  hasWritten = false;
  readonly #driver: SqliteWriteDriver;
  #failure: unknown;

  constructor(driver: SqliteWriteDriver) {
    this.#driver = driver;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.isTransaction) return this.#driver.untilFree(() => this.#run(sql, parameters));
    this.expectTransaction();
    try {
      return this.#run(sql, parameters);
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  streamQuery(): never {
    throw new Error('the connection that writes does not stream: read on the one for reads');
  }

  /**
   * SQLite itself rolls back after some errors, for example when the disk is full. Later statements would then run
   * outside a transaction.
   * @throws the error that ended the transaction
   */
  expectTransaction(): void {
    if (this.#driver.database.inTransaction) return;
    throw this.#failure ?? new Error('the transaction has ended already');
  }

  #run<Row>(text: string, parameters: readonly unknown[]): QueryResult<Row> {
    const statement = this.#driver.prepare(text);
    if (!statement.readonly) this.hasWritten = true;
    if (statement.reader) return { rows: statement.all(parameters) as Row[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  }
}

/**
 * The driver of the connection that writes. Each transaction begins as a writer. A commit frees the connection at once,
 * but is acknowledged only after a flush, which many commits may share.
 */
export class SqliteWriteDriver implements Driver {
  readonly database: BetterSqlite3.Database;
  readonly prepare: (text: string) => BetterSqlite3.Statement;
  readonly untilFree = createBusyRetry();
  readonly #options: SqliteDriverOptions;
  readonly #waiting: (() => void)[] = [];
  #isHeld = false;
  #flush!: WalFlush;
  #close = async () => {};

  constructor(file: string, options: SqliteDriverOptions) {
    // With a timeout, SQLite would block the main thread while the file is busy. `untilFree` does not.
    this.database = new BetterSqlite3(file, { timeout: 0 });
    this.prepare = createStatementCache(this.database);
    this.#options = options;
  }

  async init(): Promise<void> {
    const { database } = this;
    await this.untilFree(() => database.pragma('journal_mode = wal'));
    // SQLite then flushes only around a checkpoint. This driver flushes after commits.
    database.pragma('synchronous = normal');
    // Deleted content must not remain in free pages of the file: people may request erasure.
    database.pragma('secure_delete = on');
    // Moves the log into the database file and flushes both. If a failed flush ended the last process, part of the log
    // may be only in the memory of the operating system.
    await this.untilFree(() => database.pragma('wal_checkpoint(truncate)'));
    const log = await open(`${database.name}-wal`, 'r+');
    this.#close = () => log.close();
    await syncFolder(dirname(database.name));
    this.#flush = new WalFlush(() => this.#options.sync(log.fd), this.#options.onRefusedFlush);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#isHeld) {
      this.#options.expectOutside();
      await new Promise<void>((free) => this.#waiting.push(free));
    }
    this.#isHeld = true;
    return new Lease(this);
  }

  async beginTransaction(lease: Lease): Promise<void> {
    try {
      await this.untilFree(() => this.prepare('begin immediate').run());
      lease.isTransaction = true;
    } catch (error) {
      // Kysely does not release the connection of a transaction that fails to begin.
      this.#release(lease);
      throw error;
    }
  }

  async commitTransaction(lease: Lease): Promise<void> {
    lease.expectTransaction();
    this.prepare('commit').run();
    lease.isTransaction = false;
    await this.releaseConnection(lease);
  }

  async rollbackTransaction(lease: Lease): Promise<void> {
    if (lease.isOver) return;
    if (this.database.inTransaction) this.prepare('rollback').run();
    Object.assign(lease, { isTransaction: false, hasWritten: false });
    await this.releaseConnection(lease);
  }

  async savepoint(lease: Lease, name: string): Promise<void> {
    lease.expectTransaction();
    this.prepare(`savepoint ${quoted(name)}`).run();
  }

  async rollbackToSavepoint(lease: Lease, name: string): Promise<void> {
    lease.expectTransaction();
    this.prepare(`rollback to ${quoted(name)}`).run();
  }

  async releaseSavepoint(lease: Lease, name: string): Promise<void> {
    lease.expectTransaction();
    this.prepare(`release ${quoted(name)}`).run();
  }

  async releaseConnection(lease: Lease): Promise<void> {
    if (lease.isOver) return;
    if (lease.isTransaction) return this.rollbackTransaction(lease);
    this.#release(lease);
    // Also after only reading, because what was read may not be on the disk yet.
    await (lease.hasWritten ? this.#flush.flush() : this.#flush.pending());
  }

  async destroy(): Promise<void> {
    await this.#flush?.ended();
    await this.#close();
    this.database.close();
  }

  /** The next caller starts in another turn of the event loop, so that reads run in between. */
  #release(lease: Lease): void {
    lease.isOver = true;
    const next = this.#waiting.shift();
    if (next) setImmediate(next);
    else this.#isHeld = false;
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A power loss could remove new files if their folder is not flushed. Windows does it by itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using folder = await open(path);
  await folder.sync();
}
