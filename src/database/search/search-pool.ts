import type { RawBuilder } from 'kysely';
import { Unavailable } from '../../shared/errors.ts';
import { createJobQueue } from '../../shared/background-tasks.ts';
import { createWorkerPool, workerUrl } from '../../workers/worker-pool.ts';
import type { SearchReport, SearchTask } from './search-worker.ts';

const program = workerUrl('search-worker', import.meta.url);
const maxMs = 10_000;
const maxWaiting = 20;
const busy = 'Too many searches are running right now. Please try again in a moment.';
const tooLong = 'This search takes too long. Please try one with more letters.';

export type SearchPool = <Row>(query: RawBuilder<Row>) => Promise<Row[]>;

export function createSearchPool(parallel: number, run: SearchPool): SearchPool {
  const enqueue = createJobQueue({ parallel, maxWaiting, busy });
  return (query) => enqueue(() => run(query));
}

interface SearchThread {
  run(task: SearchTask): Promise<unknown[]>;
  close(): Promise<void>;
}

interface SearchThreadOptions {
  deadlineMs?: number;
  restMs?: number;
  worker?: URL;
}

/** Starts with the first query, ends after an idle minute, and is replaced after a failure. */
export function createSearchThread(
  file: string,
  busyTimeoutMs: number,
  { deadlineMs = maxMs, restMs, worker = program }: SearchThreadOptions = {},
): SearchThread {
  const pool = createWorkerPool(worker, {
    maxThreads: 1,
    deadlineMs,
    idleMs: restMs,
    workerData: { file, busyTimeoutMs },
    queue: { maxWaiting, busy },
  });
  return {
    run: async (task) => {
      const report = await pool.run<SearchReport>(
        'default',
        task,
        (cause) => new Unavailable(tooLong, { retryAfter: 10, cause }),
      );
      if ('rows' in report) return report.rows;
      const { message, code } = report.failure;
      throw Object.assign(new Error(message), { code });
    },
    close: pool.close,
  };
}
