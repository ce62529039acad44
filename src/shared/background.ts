import { createQueue } from './queue.ts';

/** Delayed jobs past this number begin at once, so that a flood of them does not grow in memory. */
const maxDelayed = 1000;

/** Work that goes on after the answer, so that nobody waits for it and its length tells nothing. */
export interface Background {
  /** Runs a job soon, or after `delayMs`; what it throws goes to `onError`. */
  run(job: () => Promise<unknown>, onError: (error: unknown) => void, delayMs?: number): void;
  /** Resolves when no job is left. Delayed jobs begin at once, as this is asked for when the server stops. */
  settled(): Promise<void>;
}

/** Makes the bounded queue of such work; past its length a job is refused to its `onError`. */
export function createBackground(): Background {
  const enqueue = createQueue({ parallel: 2, maxWaiting: 500, busy: 'Too much is left to do already.' });
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
      const done = soon.then(() => enqueue(job)).then(() => {}, onError);
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
