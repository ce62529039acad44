import { once } from 'node:events';
import type { Piscina } from 'piscina';
import { createJobQueue } from '../shared/job-queue.ts';

export interface PoolOptions {
  maxThreads: number;
  /** How long a call may wait and run together; then its thread is ended and replaced. */
  deadlineMs?: number;
  /** How long a thread waits for another call before it ends. */
  idleMs?: number | undefined;
  resourceLimits?: { maxYoungGenerationSizeMb: number; maxOldGenerationSizeMb: number };
  /** What the program reads as its `workerData`. */
  workerData?: unknown;
  /** How many calls may wait, and the message of the refusal of one more; unset: the caller bounds them. */
  queue?: { maxWaiting: number; busy: string };
}

/** Threads that run the functions which a program exports. */
export interface WorkerPool {
  /**
   * @throws what the function throws · what `explainLate` returns past the deadline, which is 10 s unless given · {Unavailable} when too
   * many calls wait
   */
  run<Result>(
    name: string,
    task: unknown,
    explainLate: (cause: unknown) => Error,
    deadlineMs?: number,
  ): Promise<Result>;
  close(): Promise<void>;
}

const unbounded = { maxWaiting: Number.POSITIVE_INFINITY, busy: '' };

/** Creates a pool. A thread starts when a call needs one, ends when it has been idle for a minute, and keeps no process from ending. */
export function createPool(program: URL, options: PoolOptions): WorkerPool {
  const { maxThreads, deadlineMs = 10_000, idleMs = 60_000, resourceLimits, workerData } = options;
  const enqueue = createJobQueue({ parallel: maxThreads, ...(options.queue ?? unbounded) });
  // Piscina starts no thread for calls in its queue when the last one has ended: each has one thread here, and nothing in its queue.
  const pools: Piscina[] = [];
  const free: Piscina[] = [];
  let isClosed = false;
  const open = async () => {
    // Loaded by the first call: many servers never make one.
    const { Piscina: Pool } = await import('piscina');
    if (isClosed) throw new Error('the threads have been closed');
    const pool = new Pool({
      ...{ filename: program.href, minThreads: 0, maxThreads: 1, idleTimeout: idleMs },
      ...{ execArgv: [], env: {}, recordTiming: false, workerData },
      ...(resourceLimits && { resourceLimits }),
    });
    // The call whose thread fails while it starts is told so below.
    pool.on('error', () => {});
    pools.push(pool);
    return pool;
  };
  const runInThread = async (name: string, task: unknown, signal: AbortSignal) => {
    signal.throwIfAborted();
    const pool = free.pop() ?? (await open());
    try {
      return await runOn(pool, name, task, signal);
    } finally {
      free.push(pool);
    }
  };
  return {
    run: async (name, task, explainLate, ownDeadlineMs = deadlineMs) => {
      const signal = AbortSignal.timeout(ownDeadlineMs);
      const late = new Promise<never>((_, reject) => {
        signal.onabort = () => reject(explainLate(signal.reason));
      });
      return Promise.race([enqueue(() => runInThread(name, task, signal)), late]);
    },
    close: async () => {
      isClosed = true;
      await Promise.all(pools.map((pool) => pool.destroy()));
    },
  };
}

/** Returns what a pool of one thread answers. It throws when the thread ends before; after `signal` it throws once the thread has ended. */
async function runOn(pool: Piscina, name: string, task: unknown, signal: AbortSignal) {
  const ended = new AbortController();
  const onExit = () => ended.abort();
  const running = pool.run(task, { name, signal: AbortSignal.any([signal, ended.signal]) });
  // Piscina leaves a call waiting whose thread ends before it begins.
  const [thread] = pool.threads;
  thread?.once('exit', onExit);
  try {
    return await running;
  } catch (cause) {
    if (ended.signal.aborted && !signal.aborted)
      throw new Error('the thread ended before it was done', { cause });
    // Native code, such as SQLite's, ends late: until then no other thread starts. One that has yet to start is used by the next call.
    if (signal.aborted && thread && !ended.signal.aborted && !pool.threads.includes(thread))
      await once(thread, 'exit');
    throw cause;
  } finally {
    thread?.off('exit', onExit);
  }
}
