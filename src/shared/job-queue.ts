import { Unavailable } from './errors.ts';

export interface QueueLoad {
  running: number;
  waiting: number;
}

/**
 * Runs at most `parallel` jobs at once, which limits memory and processor time.
 * @throws {Unavailable} with the message `busy` when `maxWaiting` jobs wait
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
      // A finished job starts the next one itself. Otherwise a new call could overtake waiting jobs.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
  const load = (): QueueLoad => ({ running, waiting: waiting.length });
  return Object.assign(enqueue, { load, assertCapacity });
}
