import { RuleBroken, Unavailable } from '../shared/errors.ts';
import { createJobQueue } from '../shared/job-queue.ts';
import { programUrl } from '../shared/program-url.ts';
import { type CleanedText, cleanHtml, type Refused } from '../shared/writing/clean.ts';
import type { ReadOptions } from '../shared/writing/read.ts';
import type { CleanTask } from './clean-worker.ts';
import { createPool } from './pool.ts';

const program = programUrl('./clean-worker', import.meta.url);
/** Cleaning so many characters takes less than 50 ms for any content, also the first time. */
const maxOnMainThread = 40_000;
const maxMs = 2000;
const maxWaiting = 8;
const busy = 'Too many long texts are being read right now. Please try again in a moment.';
const tangled = 'This text is too tangled to be read.';

export interface Cleaner {
  /** @throws {RuleBroken} for text that cannot be accepted, {Unavailable} when too many long texts wait */
  clean(html: string, options?: ReadOptions, field?: string): Promise<CleanedText>;
  close(): Promise<void>;
}

interface CleanerOptions {
  deadlineMs?: number;
  restMs?: number;
  worker?: URL;
}

/**
 * Cleans long texts one by one in a thread. Refuses a text that takes longer than 2 s, and ends its thread.
 */
export function createCleaner(options: CleanerOptions = {}): Cleaner {
  const { deadlineMs = maxMs, restMs, worker = program } = options;
  const enqueue = createJobQueue({ parallel: 1, maxWaiting, busy });
  const pool = createPool(worker, { maxThreads: 1, idleMs: restMs });
  const cleanInThread = async (task: CleanTask, field: string): Promise<CleanedText | Refused> => {
    // The deadline applies only to cleaning. Starting a thread may take long on a busy machine.
    await pool.run('start', undefined, (cause) => new Unavailable(busy, { retryAfter: 10, cause }));
    return pool.run('clean', task, () => RuleBroken.of(field, tangled), deadlineMs);
  };
  return {
    clean: async (html, options = {}, field = 'content') => {
      const isShort = html.length <= maxOnMainThread;
      const cleaned = isShort
        ? cleanHtml(html, options)
        : await enqueue(() => cleanInThread({ html, options }, field));
      if ('problem' in cleaned) throw RuleBroken.of(field, cleaned.problem);
      return cleaned;
    },
    close: pool.close,
  };
}
