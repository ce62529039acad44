import { AsyncLocalStorage } from 'node:async_hooks';
import { createJobQueue } from './job-queue.ts';

/** The maximum number of delayed jobs. Further ones start at once, so that a flood of them does not fill the memory. */
const maxDelayed = 1000;

/** Runs jobs after the response, so that response times do not reveal how long jobs take. */
export interface Background {
  run(job: () => Promise<unknown>, onError: (error: unknown) => void, delayMs?: number): void;
  /** Waits for all jobs when the server stops. Starts delayed ones at once. */
  settled(): Promise<void>;
}

/** When the queue is full, the job does not run and its `onError` is called. */
export function createBackground(): Background {
  const enqueue = createJobQueue({ parallel: 2, maxWaiting: 500, busy: 'Too much is left to do already.' });
  // A job must not join the transaction that is open when the job is queued.
  const outside = AsyncLocalStorage.snapshot();
  const left = new Set<Promise<void>>();
  const delayed = new Set<() => void>();
  const delay = (delayMs: number) =>
    new Promise<void>((start) => {
      const begin = () => {
        clearTimeout(timer);
        delayed.delete(begin);
        start();
      };
      const timer = setTimeout(begin, delayMs);
      delayed.add(begin);
    });
  return {
    run: (job, onError, delayMs = 0) => {
      const isDelayed = delayMs > 0 && delayed.size < maxDelayed;
      const soon = isDelayed ? delay(delayMs) : new Promise<void>((start) => setImmediate(start));
      const done = soon.then(() => enqueue(() => outside(job))).then(() => {}, onError);
      left.add(done);
      done.finally(() => left.delete(done));
    },
    settled: async () => {
      while (left.size > 0) {
        for (const begin of delayed) begin();
        await Promise.all(left);
      }
    },
  };
}
