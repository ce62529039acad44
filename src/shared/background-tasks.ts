import { AsyncLocalStorage } from 'node:async_hooks';
import { Unavailable } from './errors.ts';

export interface QueueLoad {
  running: number;
  waiting: number;
}

/** Limits memory and processor time. Throws `Unavailable` with the message `busy` when `maxWaiting` jobs wait. */
export function createJobQueue({
  parallel,
  maxWaiting,
  busy,
}: {
  parallel: number;
  maxWaiting: number;
  busy: string;
}) {
  const waiting: (() => void)[] = [];
  let running = 0;
  const assertCapacity = () => {
    const isFull = running >= parallel && waiting.length >= maxWaiting;
    if (isFull) throw new Unavailable(busy, { retryAfter: 2 });
  };
  const enqueue = async <T>(job: () => Promise<T>): Promise<T> => {
    assertCapacity();
    if (running < parallel) running += 1;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await job();
    } finally {
      // The next job starts here, or a new call could overtake those that wait.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
  const load = (): QueueLoad => ({ running, waiting: waiting.length });
  return Object.assign(enqueue, { load, assertCapacity });
}

/** More would use memory, so they start without delay. */
const maxDelayed = 1000;

/** Runs jobs after the response has been sent, so its duration does not reveal how long they take. */
export interface BackgroundTasks {
  run(job: () => Promise<unknown>, onError: (error: unknown) => void, delayMs?: number): void;
  /** Waits until all jobs have ended. Delayed ones start at once. The server calls it before it stops. */
  settled(): Promise<void>;
}

/** If the queue is full when a job is due, the job does not run, and its `onError` is called. */
export function createBackgroundTasks(): BackgroundTasks {
  const enqueue = createJobQueue({ parallel: 2, maxWaiting: 500, busy: 'Too much is left to do already.' });
  // A job must not join the transaction that is open when it is queued.
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
