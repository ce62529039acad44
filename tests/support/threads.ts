import { AsyncLocalStorage } from 'node:async_hooks';
import type { Worker } from 'node:worker_threads';

/** The worker threads that a test has started. */
export interface Threads {
  started: number;
  ended: number;
  first: Promise<Worker>;
}

interface Counting extends Threads {
  add(worker: Worker): void;
}

// Node reports the threads of the whole process. Earlier test files of this worker might still start threads, but not
// in the asynchronous context of this test.
const counting = new AsyncLocalStorage<Counting>();
process.on('worker', (worker: Worker) => counting.getStore()?.add(worker));

/** Wraps the body of a test, and passes it the counts of the threads that the test starts. */
export function countingThreads(body: (threads: Threads) => Promise<void>): () => Promise<void> {
  return () => {
    const { promise: first, resolve } = Promise.withResolvers<Worker>();
    const threads: Counting = {
      started: 0,
      ended: 0,
      first,
      add: (worker) => {
        threads.started += 1;
        worker.once('exit', () => {
          threads.ended += 1;
        });
        resolve(worker);
      },
    };
    return counting.run(threads, () => body(threads));
  };
}
