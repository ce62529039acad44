import { Unavailable } from './errors.ts';

export interface QueueLoad {
  running: number;
  waiting: number;
}

/**
 * Returns a function that runs jobs, at most `parallel` at a time. Further jobs wait, which limits memory and
 * processor time. When `maxWaiting` jobs are waiting, the function throws `Unavailable` with the message
 * `busy`.
 */
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
      // A finished job starts the next job itself. Otherwise, a new call could overtake the waiting jobs.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
  const load = (): QueueLoad => ({ running, waiting: waiting.length });
  return Object.assign(enqueue, { load, assertCapacity });
}
