import { RuleBroken, Unavailable } from '../shared/errors.ts';
import { createJobQueue } from '../shared/job-queue.ts';
import { programUrl } from '../shared/program-url.ts';
import { type CleanedText, cleanHtml, type Refused } from '../shared/writing/clean.ts';
import type { ReadOptions } from '../shared/writing/read.ts';
import type { CleanTask } from './clean-worker.ts';
import { createPool } from './pool.ts';

const program = programUrl('./clean-worker', import.meta.url);
/** Cleaning this many characters takes less than 50 ms, whatever they are. */
const maxOnMainThread = 100_000;
const maxMs = 2000;
const maxWaiting = 8;
const busy = 'Too many long texts are being read right now. Please try again in a moment.';
const tangled = 'This text is too tangled to be read.';

export interface Cleaner {
  /** @throws {RuleBroken} under `field` when the text cannot be taken · {Unavailable} when too many long ones wait */
  clean(html: string, options?: ReadOptions, field?: string): Promise<CleanedText>;
  close(): Promise<void>;
}

interface CleanerOptions {
  /** For a text of more than 100,000 characters. */
  deadlineMs?: number;
  restMs?: number;
  worker?: URL;
}

/**
 * Long texts are cleaned one after another in a thread, which ends after a minute without work. A text that takes
 * longer than 2 s is refused, and its thread is ended.
 */
export function createCleaner(options: CleanerOptions = {}): Cleaner {
  const { deadlineMs = maxMs, restMs, worker = program } = options;
  const enqueue = createJobQueue({ parallel: 1, maxWaiting, busy });
  const pool = createPool(worker, { maxThreads: 1, idleMs: restMs });
  const cleanInThread = async (task: CleanTask, field: string): Promise<CleanedText | Refused> => {
    // The deadline is for the text: a thread that has yet to start, on a busy machine, is nobody's fault.
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
