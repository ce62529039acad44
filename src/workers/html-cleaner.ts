import { setImmediate as nextTurn } from 'node:timers/promises';
import { RuleBroken, Unavailable } from '../shared/errors.ts';
import { createJobQueue } from '../shared/background-tasks.ts';
import { createWorkerPool, workerUrl } from './worker-pool.ts';
import { type CleanedText, cleanHtml, type RefusedText } from '../shared/writing/clean-html.ts';
import type { ReadOptions } from '../shared/writing/read-html.ts';
import type { CleanTask } from './clean-worker.ts';

const program = workerUrl('./clean-worker', import.meta.url);
/** Characters cleaned in one turn of the main thread, within 15 ms. More are cleaned in a thread. */
const maxOnMainThread = 10_000;
/** The longest text takes less than a second of processor time, so a longer wait means a busy machine. */
const maxMs = 20_000;
const maxWaiting = 8;
const busy = 'Too many long texts are being read right now. Please try again in a moment.';

export interface HtmlCleaner {
  /**
   * `limit` is that of the cleaned text, which may be longer than `html`: `&` becomes `&amp;`.
   * @throws {RuleBroken} under `field` when the text cannot be accepted, {Unavailable} when too many long texts wait or
   * when a text takes too long
   */
  clean(html: string, options?: ReadOptions, field?: string, limit?: TextLimit): Promise<CleanedText>;
  close(): Promise<void>;
}

interface TextLimit {
  label: string;
  max: number;
}

interface CleanerOptions {
  deadlineMs?: number;
  restMs?: number;
  worker?: URL;
}

/** Cleans long texts one by one in a thread, which ends when one takes longer than the deadline. */
export function createHtmlCleaner(options: CleanerOptions = {}): HtmlCleaner {
  const { deadlineMs = maxMs, restMs, worker = program } = options;
  const enqueue = createJobQueue({ parallel: 1, maxWaiting, busy });
  const pool = createWorkerPool(worker, { maxThreads: 1, idleMs: restMs });
  const late = (cause: unknown) => new Unavailable(busy, { retryAfter: 10, cause });
  const cleanInThread = async (task: CleanTask): Promise<CleanedText | RefusedText> => {
    // Started first, so that the deadline does not include a slow start on a busy machine.
    await pool.run('start', undefined, late);
    return pool.run('clean', task, late, deadlineMs);
  };
  let sinceTurn = 0;
  let turn: Promise<void> | undefined;
  /** Waits for the next turn of the event loop when the texts since the last are too long together. */
  const takeTurn = async (length: number) => {
    while (sinceTurn > 0 && sinceTurn + length > maxOnMainThread) {
      turn ??= nextTurn().then(() => {
        sinceTurn = 0;
        turn = undefined;
      });
      await turn;
    }
    sinceTurn += length;
  };
  const cleanHere = async (html: string, readOptions: ReadOptions) => {
    await takeTurn(html.length);
    return cleanHtml(html, readOptions);
  };
  return {
    clean: async (html, options = {}, field = 'content', limit) => {
      const isShort = html.length <= maxOnMainThread;
      const cleaned = isShort
        ? await cleanHere(html, options)
        : await enqueue(() => cleanInThread({ html, options }));
      if ('problem' in cleaned) throw RuleBroken.of(field, cleaned.problem);
      if (limit && cleaned.html.length > limit.max) throw RuleBroken.of(field, tooLongMessageOf(limit));
      return cleaned;
    },
    close: pool.close,
  };
}

function tooLongMessageOf({ label, max }: TextLimit): string {
  return `${label} may have at most ${max.toLocaleString('en')} characters, with its formats`;
}
