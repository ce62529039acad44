import { once } from 'node:events';
import type { Piscina } from 'piscina';
import { createJobQueue } from '../shared/job-queue.ts';

export interface PoolOptions {
  maxThreads: number;
  /** Includes the wait. Afterwards the thread is ended and replaced. */
  deadlineMs?: number;
  idleMs?: number | undefined;
  resourceLimits?: { maxYoungGenerationSizeMb: number; maxOldGenerationSizeMb: number };
  workerData?: unknown;
  /** Unset: the caller bounds its calls. */
  queue?: { maxWaiting: number; busy: string };
}

export interface WorkerPool {
  /** @throws what the function throws, or `explainLate` after the deadline (10 s by default) · {Unavailable} */
  run<Result>(
    name: string,
    task: unknown,
    explainLate: (cause: unknown) => Error,
    deadlineMs?: number,
  ): Promise<Result>;
  close(): Promise<void>;
}

const unbounded = { maxWaiting: Number.POSITIVE_INFINITY, busy: '' };

/** A thread starts on demand, ends when it has been idle for a minute, and does not keep the process alive. */
export function createPool(program: URL, options: PoolOptions): WorkerPool {
  const { maxThreads, deadlineMs = 10_000, idleMs = 60_000, resourceLimits, workerData } = options;
  const enqueue = createJobQueue({ parallel: maxThreads, ...(options.queue ?? unbounded) });
  // Piscina 5 starts no thread for queued calls after the last thread has ended. So each pool has one thread
  // and never queues. Once Piscina fixes this, one pool is enough.
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
    // A thread that fails while it starts makes its call fail below.
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

/** Throws when the thread ends before the call is done; after `signal`, throws when the thread has ended. */
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
    // Native code such as SQLite's ends late, and no other thread starts until then. The next call uses a thread that
    // is still starting.
    if (signal.aborted && thread && !ended.signal.aborted && !pool.threads.includes(thread))
      await once(thread, 'exit');
    throw cause;
  } finally {
    thread?.off('exit', onExit);
  }
}
