import { type FileHandle, open } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventSubscriber, TransactionEventArgs } from '@mikro-orm/core';
import { CompiledQuery, type DatabaseConnection } from 'kysely';
import { changedTable } from './content.ts';

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
  readonly #path: string;
  #log: FileHandle | undefined;
  #execute: (query: CompiledQuery) => Promise<unknown> = async () => {};
  #batch: Batch | undefined;
  #isInside = false;
  /** What failed last in the transaction that is under way. */
  #failed: unknown;
  #ending: Promise<void> | undefined;
  #turnBegan = 0;
  #flushing: Promise<void> = Promise.resolve();
  #nextFlush: Promise<void> | undefined;
  #isDoubtful = false;

  /** @param path - the file of the write-ahead log */
  constructor(path: string) {
    this.#path = path;
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
      if (isChange) await this.#keep();
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
    await this.#nextFlush?.catch(() => {});
    await this.#flushing.catch(() => {});
    await this.#log?.close();
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
    if (batch.hasChanged) this.#keep().then(batch.stored.resolve, batch.stored.reject);
    else batch.stored.resolve();
  }

  async #giveUp(batch: Batch, error: unknown): Promise<void> {
    this.#batch = undefined;
    batch.stored.reject(error);
    await this.#execute(rollback).catch(() => {});
  }

  /** Sees to it that what has just been committed is on the disk. @throws when the disk refuses */
  async #keep(): Promise<void> {
    if (this.#isDoubtful) await this.#beginLogAnew();
    return this.#flush();
  }

  /**
   * What the disk has refused once it may have dropped, and take without a word later: nothing may rest on it. So all that the log holds is
   * stored in the database's own file first.
   */
  async #beginLogAnew(): Promise<void> {
    const { rows } = (await this.#execute(checkpoint)) as { rows: [{ busy: number }] };
    if (rows[0].busy) throw Object.assign(new Error('the log is in use'), { code: 'SQLITE_BUSY' });
    this.#isDoubtful = false;
  }

  /** Flushes what is committed by now, together with what others commit until it begins. @throws when the disk refuses */
  #flush(): Promise<void> {
    this.#nextFlush ??= this.#flushing
      .catch(() => {})
      .then(() => {
        this.#nextFlush = undefined;
        this.#flushing = this.#sync();
        return this.#flushing;
      });
    return this.#nextFlush;
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

function isSavepoint(transaction: TransactionEventArgs['transaction']): boolean {
  return typeof transaction === 'object' && transaction !== null && 'savepointName' in transaction;
}
