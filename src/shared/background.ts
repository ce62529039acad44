import { AsyncLocalStorage } from 'node:async_hooks';
import { createQueue } from './queue.ts';

/** Work that goes on after the answer, so that nobody waits for it and its length tells nothing. */
export interface Background {
  /** Runs a job soon; what it throws goes to `onError`. */
  run(job: () => Promise<unknown>, onError: (error: unknown) => void): void;
  /** Resolves when no job is left. */
  settled(): Promise<void>;
}

/** Makes the bounded queue of such work; past its length a job is refused to its `onError`. */
export function createBackground(): Background {
  const enqueue = createQueue({ parallel: 2, maxWaiting: 500, busy: 'Too much is left to do already.' });
  // A job does not belong to the transaction that was open when it was asked for.
  const outside = AsyncLocalStorage.snapshot();
  const left = new Set<Promise<void>>();
  return {
    run: (job, onError) => {
      const soon = new Promise<void>((start) => setImmediate(start));
      const done = soon.then(() => enqueue(() => outside(job))).then(() => {}, onError);
      left.add(done);
      done.finally(() => left.delete(done));
    },
    settled: async () => {
      while (left.size > 0) await Promise.all(left);
    },
  };
}
