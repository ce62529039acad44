import type { UnsavedInput } from './autosave-types.ts';

/** What a place shall store: the form's input at the time of the write, or nothing. */
type AutosaveTask<T> = (() => UnsavedInput<T>) | 'nothing';

interface AutosaveQueue<T> {
  /** Replaces the waiting task. Resolves when a place without a delay has written the task. */
  add(task: AutosaveTask<T>): Promise<void>;
  flush(): Promise<void>;
  /** Runs after all writes so far. */
  after(act: () => Promise<void>): Promise<void>;
  stop(): void;
}

/**
 * Writes one task at a time, and of waiting ones only the latest. A failed task waits for the next `add` or
 * `flush`.
 */
export function createAutosaveQueue<T>(
  write: (task: AutosaveTask<T>) => Promise<void>,
  /** The pause after a key press, and the longest delay while somebody types without a pause, in milliseconds. */
  delay?: { restMs: number; longestMs: number },
): AutosaveQueue<T> {
  let waiting: AutosaveTask<T> | undefined;
  let waitingSince = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = Promise.resolve();
  const stop = () => clearTimeout(timer);
  const after = (act: () => Promise<void>) => {
    running = running.then(act).catch(() => {});
    return running;
  };
  const flush = () => {
    stop();
    return after(async () => {
      const task = waiting;
      waiting = undefined;
      waitingSince = 0;
      if (!task) return;
      await write(task).catch(() => {
        waiting ??= task;
      });
    });
  };
  const add = (task: AutosaveTask<T>) => {
    waiting = task;
    if (!delay || task === 'nothing') return flush();
    const now = Date.now();
    waitingSince ||= now;
    stop();
    timer = setTimeout(flush, Math.max(0, Math.min(delay.restMs, waitingSince + delay.longestMs - now)));
    return Promise.resolve();
  };
  return { add, flush, after, stop };
}
