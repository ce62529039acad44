import { once } from 'node:events';
import type { RawBuilder } from 'kysely';
import type { Piscina } from 'piscina';
import { Unavailable } from '../../shared/errors.ts';
import { createJobQueue } from '../../shared/job-queue.ts';
import { programUrl } from '../../shared/program-url.ts';
import type { SearchReport, SearchTask } from './search-worker.ts';

const program = programUrl('search-worker', import.meta.url);
const maxMs = 10_000;
/** A thread takes 10 MB and more, which ending it frees. */
const idleMs = 60_000;
const maxWaiting = 20;
const busy = 'Too many searches are running right now. Please try again in a moment.';
const tooLong = 'This search takes too long. Please try one with more letters.';

/**
 * Runs the query of a search, separately from all other reads, and returns its rows.
 *
 * @throws {Unavailable} when too many searches are waiting
 */
export type SearchPool = <Row>(query: RawBuilder<Row>) => Promise<Row[]>;

/** Creates a pool that runs `parallel` queries at once. */
export function createSearchPool(parallel: number, run: SearchPool): SearchPool {
  const enqueue = createJobQueue({ parallel, maxWaiting, busy });
  return (query) => enqueue(() => run(query));
}

/** A thread that searches a SQLite file on a read-only connection, one query at a time. */
export interface SearchThread {
  /**
   * Runs a query and returns its rows.
   *
   * @throws {Unavailable} when too many queries are waiting, or after 10 s
   */
  run(task: SearchTask): Promise<unknown[]>;
  close(): Promise<void>;
}

interface SearchThreadOptions {
  /** The time limit of a query including its wait, in milliseconds. */
  deadlineMs?: number;
  /** How long the thread waits for another query before it ends, in milliseconds. */
  restMs?: number;
  /** The program of the thread; tests pass their own. */
  worker?: URL;
}

/**
 * Creates the thread. The first query starts it, and it ends after a minute without queries. A thread that fails is
 * replaced.
 */
export function createSearchThread(
  file: string,
  busyTimeoutMs: number,
  { deadlineMs = maxMs, restMs = idleMs, worker = program }: SearchThreadOptions = {},
): SearchThread {
  const enqueue = createJobQueue({ parallel: 1, maxWaiting, busy });
  let pool: Piscina<SearchTask, SearchReport> | undefined;
  const runInThread = async (task: SearchTask, signal: AbortSignal) => {
    const { Piscina: Pool } = await import('piscina');
    pool ??= new Pool({
      ...{ filename: worker.href, minThreads: 0, maxThreads: 1, idleTimeout: restMs },
      ...{ execArgv: [], env: {}, recordTiming: false, workerData: { file, busyTimeoutMs } },
    });
    const ended = new AbortController();
    const onExit = () => ended.abort();
    const running = pool.run(task, { signal: AbortSignal.any([signal, ended.signal]) });
    // Piscina 5 never settles a task whose thread ends before the task begins. Remove this when it rejects the task.
    const [thread] = pool.threads;
    thread?.once('exit', onExit);
    try {
      return await running;
    } catch (error) {
      // SQLite ends an aborted query only at its next row. No other thread starts until then.
      if (signal.aborted && thread && !ended.signal.aborted) await once(thread, 'exit');
      throw error;
    } finally {
      thread?.off('exit', onExit);
    }
  };
  return {
    run: async (task) => {
      const signal = AbortSignal.timeout(deadlineMs);
      const late = new Promise<never>((_, reject) => {
        signal.onabort = () => reject(new Unavailable(tooLong, { retryAfter: 10 }));
      });
      const report = await Promise.race([enqueue(() => runInThread(task, signal)), late]);
      if ('rows' in report) return report.rows;
      const { message, code } = report.failure;
      throw Object.assign(new Error(message), { code });
    },
    close: async () => pool?.destroy(),
  };
}
