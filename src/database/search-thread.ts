import { Worker } from 'node:worker_threads';
import { Unavailable } from '../shared/errors.ts';
import type { SearchOrder, SearchReport } from './search-worker.ts';

const program = new URL('./search-worker.ts', import.meta.url);
const maxMs = 10_000;
const tooLong = 'This search takes too long. Please try one with more letters.';

/** A thread with a connection of its own that only reads. It is started by the first search, one search at a time. */
export interface SearchThread {
  /** @throws {Unavailable} when it takes longer than 10 s */
  ask(order: SearchOrder): Promise<unknown[]>;
  close(): Promise<void>;
}

/** Makes such a thread for a SQLite file. */
export function createSearchThread(file: string, busyTimeoutMs: number): SearchThread {
  let worker: Worker | undefined;
  const end = async () => {
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  };
  return {
    ask: async (order) => {
      worker ??= startWorker(file, busyTimeoutMs);
      let report: SearchReport;
      try {
        report = await askWorker(worker, order);
      } catch (error) {
        await end();
        throw error;
      }
      if ('rows' in report) return report.rows;
      const { message, code } = report.failure;
      throw Object.assign(new Error(message), { code });
    },
    close: end,
  };
}

/** Alone it keeps no process from ending. */
function startWorker(file: string, busyTimeoutMs: number): Worker {
  const worker = new Worker(program, { workerData: { file, busyTimeoutMs }, execArgv: [], env: {} });
  // What breaks while nobody asks is told to whoever asks next.
  worker.on('error', () => {});
  worker.unref();
  return worker;
}

function askWorker(worker: Worker, order: SearchOrder): Promise<SearchReport> {
  return new Promise((resolve, reject) => {
    worker.ref();
    const timer = setTimeout(() => finish(() => reject(new Unavailable(tooLong, { retryAfter: 10 }))), maxMs);
    const done = (report: SearchReport) => finish(() => resolve(report));
    const broken = (cause: unknown) => finish(() => reject(new Error('the search has ended', { cause })));
    const finish = (tell: () => void) => {
      clearTimeout(timer);
      worker.off('message', done).off('error', broken).off('exit', broken).unref();
      tell();
    };
    worker.once('message', done).once('error', broken).once('exit', broken);
    worker.postMessage(order);
  });
}
