import { once } from 'node:events';
import type { Piscina } from 'piscina';
import { createJobQueue } from '../shared/background-tasks.ts';

export interface PoolOptions {
  maxThreads: number;
  /**
   * The time limit of a call in milliseconds, including the time in the queue. After this time, the thread is
   * ended and replaced.
   */
  deadlineMs?: number;
  idleMs?: number | undefined;
  resourceLimits?: { maxYoungGenerationSizeMb: number; maxOldGenerationSizeMb: number };
  workerData?: unknown;
  queue?: { maxWaiting: number; busy: string };
}

interface WorkerPool {
  /**
   * Calls the function `name` of the program in a thread.
   * @throws the error of the function, the error of `explainLate` after the deadline (by default 10 s), or
   * {Unavailable} when the queue is full
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

/**
 * Creates a pool of threads that run a program. A thread starts on demand and ends when it has been idle for
 * a minute. Threads do not keep the process alive.
 */
export function createPool(program: URL, options: PoolOptions): WorkerPool {
  const { maxThreads, deadlineMs = 10_000, idleMs = 60_000, resourceLimits, workerData } = options;
  const enqueue = createJobQueue({ parallel: maxThreads, ...(options.queue ?? unbounded) });
  // Piscina 5 starts no thread for queued calls after the last thread has ended, so each pool has one thread.
  // Use one pool for all threads when Piscina starts threads for queued calls.
  const pools: Piscina[] = [];
  const free: Piscina[] = [];
  let isClosed = false;
  const open = async () => {
    const { Piscina: Pool } = await import('piscina');
    if (isClosed) throw new Error('the threads have been closed');
    const pool = new Pool({
      filename: program.href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleMs,
      execArgv: [],
      env: {},
      recordTiming: false,
      workerData,
      ...(resourceLimits && { resourceLimits }),
    });
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

/**
 * Calls a function in a thread that can be ended.
 * @throws {Error} when the thread ends early, or when `signal` is aborted. After an abort, throws only when the thread
 * has ended
 */
async function runOn(pool: Piscina, name: string, task: unknown, signal: AbortSignal) {
  const ended = new AbortController();
  const onExit = () => ended.abort();
  const running = pool.run(task, { name, signal: AbortSignal.any([signal, ended.signal]) });
  // Piscina 5 never settles a call whose thread ends before the call begins.
  const [thread] = pool.threads;
  thread?.once('exit', onExit);
  try {
    return await running;
  } catch (cause) {
    if (ended.signal.aborted && !signal.aborted)
      throw new Error('the thread ended before it was done', { cause });
    // A thread with native code, such as SQLite, needs time to end. A call before the thread has ended would use a
    // thread that is still starting.
    if (signal.aborted && thread && !ended.signal.aborted && !pool.threads.includes(thread))
      await once(thread, 'exit');
    throw cause;
  } finally {
    thread?.off('exit', onExit);
  }
}
