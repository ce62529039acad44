import { once } from 'node:events';
import type { RawBuilder } from 'kysely';
import type { Piscina } from 'piscina';
import { Unavailable } from '../../shared/errors.ts';
import { createJobQueue } from '../../shared/job-queue.ts';
import { programUrl } from '../../shared/program-url.ts';
import type { SearchReport, SearchTask } from './search-worker.ts';

const program = programUrl('search-worker', import.meta.url);
const maxMs = 10_000;
/** A thread has a heap of its own, 10 MB and more, which goes with it. */
const idleMs = 60_000;
const maxWaiting = 20;
const busy = 'Too many searches are running right now. Please try again in a moment.';
const tooLong = 'This search takes too long. Please try one with more letters.';

/**
 * Runs a query of a search, apart from all other reads, and returns its rows.
 *
 * @throws {Unavailable} when too many wait already
 */
export type SearchPool = <Row>(query: RawBuilder<Row>) => Promise<Row[]>;

/** A pool of `parallel` queries at once. */
export function createSearchPool(parallel: number, run: SearchPool): SearchPool {
  const enqueue = createJobQueue({ parallel, maxWaiting, busy });
  return (query) => enqueue(() => run(query));
}

/** A thread that searches a SQLite file by a connection that only reads, one query after another. */
export interface SearchThread {
  /** @throws {Unavailable} when too many wait already, or after 10 s */
  run(task: SearchTask): Promise<unknown[]>;
  close(): Promise<void>;
}

interface SearchThreadOptions {
  /** How long a query may wait and run together. */
  deadlineMs?: number;
  /** How long the thread waits for another query before it ends. */
  restMs?: number;
  /** The program of the thread. */
  worker?: URL;
}

/** Makes such a thread, which the first query starts and a minute without any ends. One that breaks is replaced. */
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
    // Piscina leaves a task waiting whose thread ends before it begins.
    const [thread] = pool.threads;
    thread?.once('exit', onExit);
    try {
      return await running;
    } catch (error) {
      // SQLite ends a query that was given up only at its next row: until then no other thread starts.
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
