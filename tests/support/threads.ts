import { AsyncLocalStorage } from 'node:async_hooks';
import type { Worker } from 'node:worker_threads';

/** The threads that a test has started. */
export interface Threads {
  started: number;
  ended: number;
  first: Promise<Worker>;
}

interface Counting extends Threads {
  add(worker: Worker): void;
}

// Node reports the threads of the whole process. Earlier files of this worker may still start some, but not in the
// context of this test.
const counting = new AsyncLocalStorage<Counting>();
process.on('worker', (worker: Worker) => counting.getStore()?.add(worker));

/** Returns the body of a test that counts the threads that it starts. */
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
