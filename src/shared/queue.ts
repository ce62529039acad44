import { Unavailable } from './errors.ts';

/** How full a queue is. */
export interface QueueLoad {
  running: number;
  waiting: number;
}

/**
 * Runs jobs in their order, at most `parallel` at once, so that heavy work can neither fill the memory nor take the
 * processor from everybody else.
 *
 * @throws {Unavailable} with `busy` as its message when `maxWaiting` jobs wait already, which `expectRoom` tells before anything is done
 */
export function createQueue({
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
  const expectRoom = () => {
    const isFull = running >= parallel && waiting.length >= maxWaiting;
    if (isFull) throw new Unavailable(busy, { retryAfter: 2 });
  };
  const enqueue = async <T>(job: () => Promise<T>): Promise<T> => {
    expectRoom();
    if (running < parallel) running += 1;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await job();
    } finally {
      // A finished job hands its place to the next one, so nobody can slip in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
  const load = (): QueueLoad => ({ running, waiting: waiting.length });
  return Object.assign(enqueue, { load, expectRoom });
}
