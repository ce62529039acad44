import { once } from 'node:events';
import { basename, extname } from 'node:path';
import type { Piscina } from 'piscina';
import { createJobQueue } from '../shared/background-tasks.ts';

export interface WorkerPoolOptions {
  maxThreads: number;
  /** Milliseconds for a call and its wait. After that, the thread is ended and replaced. */
  deadlineMs?: number;
  idleMs?: number | undefined;
  resourceLimits?: { maxYoungGenerationSizeMb: number; maxOldGenerationSizeMb: number };
  workerData?: unknown;
  queue?: { maxWaiting: number; busy: string };
}

interface WorkerPool {
  /**
   * @throws the error of the function, that of `explainLate` after the deadline (by default 10 s), or {Unavailable}
   * when the queue is full
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

/** A thread starts on demand, ends when it has been idle for a minute, and does not keep the process alive. */
export function createWorkerPool(program: URL, options: WorkerPoolOptions): WorkerPool {
  const { maxThreads, deadlineMs = 10_000, idleMs = 60_000, resourceLimits, workerData } = options;
  const enqueue = createJobQueue({ parallel: maxThreads, ...(options.queue ?? unbounded) });
  // Piscina 5 starts no thread for queued calls after the last one has ended, so each pool has one thread. Use one pool
  // for all when Piscina does.
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
 * @throws {Error} when the thread ends early, or when `signal` is aborted, and then only once the thread has ended
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
    // A thread with native code, such as SQLite, needs time to end. A call before that would use a thread that is still
    // starting.
    if (signal.aborted && thread && !ended.signal.aborted && !pool.threads.includes(thread))
      await once(thread, 'exit');
    throw cause;
  } finally {
    thread?.off('exit', onExit);
  }
}

/** `path` has no extension, and is relative to the caller. After the build, all programs are in one folder. */
export function workerUrl(path: `${string}-worker`, importer: string): URL {
  const isBuilt = extname(importer) === '.js';
  return new URL(isBuilt ? `./${basename(path)}.js` : `${path}.ts`, importer);
}
