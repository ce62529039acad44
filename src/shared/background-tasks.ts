import { AsyncLocalStorage } from 'node:async_hooks';
import { createJobQueue } from './job-queue.ts';

/** Beyond this number delayed jobs start at once, so that a flood of them does not fill the memory. */
const maxDelayed = 1000;

/** No caller waits for these jobs, and response times do not reveal how long they take. */
export interface Background {
  run(job: () => Promise<unknown>, onError: (error: unknown) => void, delayMs?: number): void;
  /** Starts delayed jobs at once, because the server calls this when it stops. */
  settled(): Promise<void>;
}

/** When the queue is full, a job is not run and its `onError` is called. */
export function createBackground(): Background {
  const enqueue = createJobQueue({ parallel: 2, maxWaiting: 500, busy: 'Too much is left to do already.' });
  // The job must not join the transaction that is open while it is queued.
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
