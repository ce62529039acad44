import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventSubscriber, TransactionEventArgs } from '@mikro-orm/core';
import { CompiledQuery, type DatabaseConnection } from 'kysely';
import { changedTable } from './content.ts';
import { LogFlush } from './log-flush.ts';

type Execute = DatabaseConnection['executeQuery'];
type Query = Parameters<Execute>;

/** So many transactions share a commit at most, and for so long they keep everybody else from the thread. */
const mostAtOnce = 64;
const longestTurnMs = 3;

const begin = CompiledQuery.raw('begin');
const savepoint = CompiledQuery.raw('savepoint shared');
const release = CompiledQuery.raw('release shared');
const undo = CompiledQuery.raw('rollback to shared');
const commit = CompiledQuery.raw('commit');
const rollback = CompiledQuery.raw('rollback');
const checkpoint = CompiledQuery.raw('pragma wal_checkpoint(truncate)');

/** Transactions that one commit stores. */
interface Batch {
  size: number;
  hasChanged: boolean;
  stored: PromiseWithResolvers<void>;
}

/**
 * Lets transactions that come one right after the other share a commit, and its flush to the disk, which runs beside the thread that
 * answers everybody: alone, each would write its pages and wait for the disk, and everybody with it. Each is a savepoint in what they
 * share, and has ended when the shared commit is on the disk. What can not be stored then is refused to all of them.
 */
export class SharedCommits implements EventSubscriber {
  readonly #log: LogFlush;
  #execute: (query: CompiledQuery) => Promise<unknown> = async () => {};
  #batch: Batch | undefined;
  #isInside = false;
  /** What failed last in the transaction that is under way. */
  #failed: unknown;
  #ending: Promise<void> | undefined;
  #turnBegan = 0;

  /** @param path - the file of the write-ahead log */
  constructor(path: string) {
    this.#log = new LogFlush(path, () => this.#storeLog());
  }

  /** Has the transactions of a connection share their commits. */
  share(created: unknown): void {
    // MikroORM's types don't say what its hook is handed: Kysely's connection.
    const connection = created as DatabaseConnection;
    const execute = connection.executeQuery.bind(connection) as (...query: Query) => Promise<unknown>;
    this.#execute = execute;
    const run = async (...query: Query): Promise<unknown> => {
      const [{ sql }] = query;
      if (sql === 'begin') return this.#enter();
      if (sql === 'commit') return this.#leave(release);
      if (sql === 'rollback') return this.#leave(undo, release);
      const isChange = changedTable(sql) !== undefined;
      if (this.#isInside) {
        if (isChange && this.#batch) this.#batch.hasChanged = true;
        try {
          return await execute(...query);
        } catch (error) {
          this.#failed = error;
          throw error;
        }
      }
      // What stands alone may be what no transaction allows.
      await this.#end();
      const result = await execute(...query);
      if (isChange) await this.#log.keep();
      return result;
    };
    connection.executeQuery = run as Execute;
  }

  async afterTransactionCommit({ transaction }: TransactionEventArgs): Promise<void> {
    if (!isSavepoint(transaction)) await this.#batch?.stored.promise;
  }

  /** Who was refused by what others have just written is told so when that is stored. */
  async afterTransactionRollback({ transaction }: TransactionEventArgs): Promise<void> {
    if (!isSavepoint(transaction)) await this.#batch?.stored.promise.catch(() => {});
  }

  async close(): Promise<void> {
    await this.#end();
    await this.#log.close();
  }

  async #enter(): Promise<unknown> {
    if (this.#batch && this.#batch.size >= mostAtOnce) await this.#end();
    if (performance.now() - this.#turnBegan > longestTurnMs) {
      await nextTurn();
      this.#turnBegan = performance.now();
    }
    if (!this.#batch) {
      await this.#execute(begin);
      this.#batch = { size: 0, hasChanged: false, stored: Promise.withResolvers() };
      this.#batch.stored.promise.catch(() => {});
    }
    this.#isInside = true;
    this.#failed = undefined;
    return this.#execute(savepoint);
  }

  async #leave(...how: CompiledQuery[]): Promise<unknown> {
    this.#isInside = false;
    const batch = this.#batch;
    if (!batch) return this.#execute(rollback);
    try {
      for (const query of how) await this.#execute(query);
    } catch (error) {
      // The database has rolled back by itself, and everything: a full disk does that. All in it hear why, not that nothing is left to end.
      const reason = this.#failed ?? error;
      await this.#giveUp(batch, reason);
      throw reason;
    }
    batch.size += 1;
    if (batch.hasChanged) void this.#end();
    else await this.#commit();
    return { rows: [] };
  }

  /**
   * Ends the batch in another turn. By then everybody in it waits for it, and those who come right after them have joined.
   */
  #end(): Promise<void> {
    if (!this.#batch) return Promise.resolve();
    this.#ending ??= nextTurn().then(() => {
      this.#ending = undefined;
      // Somebody's transaction waits for something else; its own end ends the batch.
      return this.#isInside ? undefined : this.#commit();
    });
    return this.#ending;
  }

  async #commit(): Promise<void> {
    const batch = this.#batch;
    if (!batch) return;
    try {
      this.#batch = undefined;
      await this.#execute(commit);
    } catch (error) {
      await this.#giveUp(batch, error);
      return;
    }
    if (batch.hasChanged) this.#log.keep().then(batch.stored.resolve, batch.stored.reject);
    else batch.stored.resolve();
  }

  async #giveUp(batch: Batch, error: unknown): Promise<void> {
    this.#batch = undefined;
    batch.stored.reject(error);
    await this.#execute(rollback).catch(() => {});
  }

  async #storeLog(): Promise<void> {
    const { rows } = (await this.#execute(checkpoint)) as { rows: [{ busy: number }] };
    if (rows[0].busy) throw Object.assign(new Error('the log is in use'), { code: 'SQLITE_BUSY' });
  }
}

function isSavepoint(transaction: TransactionEventArgs['transaction']): boolean {
  return typeof transaction === 'object' && transaction !== null && 'savepointName' in transaction;
}
