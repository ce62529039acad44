import { Worker } from 'node:worker_threads';
import { Unavailable } from '../shared/errors.ts';
import { programUrl } from '../shared/program-url.ts';
import type { SearchOrder, SearchReport } from './search-worker.ts';

const program = programUrl('./search-worker', import.meta.url);
const maxMs = 10_000;
/** A thread has a heap of its own, 10 MB and more, which goes with it. */
const idleMs = 60_000;
const tooLong = 'This search takes too long. Please try one with more letters.';

/** A thread with a connection of its own that only reads. A search starts it, one search at a time, and a minute without any ends it. */
export interface SearchThread {
  /** @throws {Unavailable} when it takes longer than 10 s */
  ask(order: SearchOrder): Promise<unknown[]>;
  close(): Promise<void>;
}

/** Makes such a thread for a SQLite file, which ends when nobody has asked for `restMs`. */
export function createSearchThread(file: string, busyTimeoutMs: number, restMs = idleMs): SearchThread {
  let worker: Worker | undefined;
  let resting: NodeJS.Timeout | undefined;
  const end = async () => {
    clearTimeout(resting);
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  };
  return {
    ask: async (order) => {
      clearTimeout(resting);
      worker ??= startWorker(file, busyTimeoutMs);
      let report: SearchReport;
      try {
        report = await askWorker(worker, order);
      } catch (error) {
        await end();
        throw error;
      }
      resting = setTimeout(end, restMs).unref();
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
