import type { Piscina } from 'piscina';

export interface PoolOptions {
  maxThreads: number;
  /** How long a call may take. After that its thread is ended and replaced. */
  deadlineMs?: number;
  /** How long a thread waits for another call before it ends, in milliseconds. */
  idleMs?: number | undefined;
  resourceLimits?: { maxYoungGenerationSizeMb: number; maxOldGenerationSizeMb: number };
}

/** Worker threads that run the functions exported by a program. */
export interface WorkerPool {
  /**
   * Runs an exported function in a thread and returns its result.
   *
   * @throws what the function throws, or what `explainLate` returns after the deadline (10 s by default)
   */
  run<Result>(
    name: string,
    task: unknown,
    explainLate: (cause: unknown) => Error,
    deadlineMs?: number,
  ): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Creates a pool. A thread starts on demand, ends when it has been idle for a minute, and does not keep the process
 * alive.
 */
export function createPool(program: URL, options: PoolOptions): WorkerPool {
  const { maxThreads, deadlineMs = 10_000, idleMs = 60_000, resourceLimits } = options;
  let pool: Promise<Piscina> | undefined;
  const open = async () => {
    // Loaded by the first call: many servers never make one.
    const { Piscina: Pool } = await import('piscina');
    return new Pool({
      ...{ filename: program.href, minThreads: 0, maxThreads, idleTimeout: idleMs },
      ...{ execArgv: [], env: {}, recordTiming: false },
      ...(resourceLimits && { resourceLimits }),
    });
  };
  return {
    run: async (name, task, explainLate, ownDeadlineMs = deadlineMs) => {
      pool ??= open();
      try {
        return await (await pool).run(task, { name, signal: AbortSignal.timeout(ownDeadlineMs) });
      } catch (cause) {
        const isLate = cause instanceof Error && cause.name === 'AbortError';
        throw isLate ? explainLate(cause) : cause;
      }
    },
    close: async () => (await pool)?.destroy(),
  };
}
