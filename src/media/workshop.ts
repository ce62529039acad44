import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createQueue, type QueueLoad } from '../shared/queue.ts';
import type { JobName, Jobs } from './picture-jobs.ts';
import { programUrl } from '../shared/program-url.ts';
import type { Report } from './picture-worker.ts';

/** The picture itself can not be worked on: it is damaged, or takes too much time or memory. */
export class PictureRefused extends Error {}

/** Does a job on a picture in another process. */
export interface Workshop {
  <N extends JobName>(name: N, input: Jobs[N]['input']): Promise<Jobs[N]['result']>;
  load(): QueueLoad;
}

const program = programUrl('./picture-worker', import.meta.url);
const typefaces = fileURLToPath(new URL('./fonts/fonts.conf', import.meta.url));
const idleMs = 20_000;
const maxTries = 3;

/**
 * Makes a bounded workshop: at most `parallel` processes, started when they are needed and ended when they have been
 * idle for a while.
 *
 * @throws {PictureRefused} for a picture that is damaged or takes longer than `maxMs` or too much memory ·
 *   {Unavailable} when `maxWaiting` jobs wait already
 */
export function createWorkshop({
  parallel,
  maxWaiting,
  maxMs,
}: {
  parallel: number;
  maxWaiting: number;
  maxMs: number;
}): Workshop {
  const busy = 'Too many pictures are being worked on right now. Please try again in a moment.';
  const enqueue = createQueue({ parallel, maxWaiting, busy });
  const idle: ChildProcess[] = [];
  const rest = (worker: ChildProcess) => {
    idle.push(worker);
    setTimeout(() => {
      if (idle.at(0) === worker && idle.shift()?.connected) worker.disconnect();
    }, idleMs).unref();
  };
  const work = <N extends JobName>(name: N, input: Jobs[N]['input']): Promise<Jobs[N]['result']> =>
    enqueue(async () => {
      const { worker, report } = await orderAnywhere(takeAlive(idle), { name, input }, maxMs);
      rest(worker);
      if ('result' in report) return report.result as Jobs[N]['result'];
      const { message, isNoSpace } = report.failure;
      throw isNoSpace ? Object.assign(new Error(message), { code: 'ENOSPC' }) : new PictureRefused(message);
    });
  return Object.assign(work, { load: enqueue.load });
}

function takeAlive(idle: ChildProcess[]): ChildProcess | undefined {
  for (;;) {
    const worker = idle.pop();
    if (!worker || worker.connected) return worker;
  }
}

/** Neither the process nor the line to it keeps the server from ending. */
function startWorker(): ChildProcess {
  const worker = fork(program, {
    // Pixels lie outside of the heap, which stays small; fewer arenas give their memory back.
    execArgv: ['--max-semi-space-size=1', '--max-old-space-size=128'],
    // Nothing else of our environment: what reads strangers' files need not know any of our secrets.
    // The typeface is our own, so that words are drawn alike on every machine.
    env: { MALLOC_ARENA_MAX: '2', FONTCONFIG_FILE: typefaces },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // A line that breaks is followed by the end of the process, which is what counts.
  worker.on('error', () => {});
  worker.unref();
  worker.channel?.unref();
  return worker;
}

/** What others end a process by; one that is only just starting can not leave that to us yet. */
const foreignSignals = new Set<unknown>(['SIGTERM', 'SIGINT', 'SIGHUP']);

/** Gives a job to a process, and to another one when somebody else has ended that. */
async function orderAnywhere(idle: ChildProcess | undefined, job: object, maxMs: number) {
  for (let worker = idle ?? startWorker(), tries = 1; ; worker = startWorker(), tries += 1) {
    try {
      return { worker, report: await order(worker, job, maxMs) };
    } catch (error) {
      if (tries === maxTries || !foreignSignals.has(worker.signalCode)) throw error;
    }
  }
}

/** @throws {PictureRefused} when the process ends over the job, by itself or because its time is up */
function order(worker: ChildProcess, job: object, maxMs: number): Promise<Report> {
  return new Promise((resolve, reject) => {
    // The line counts as work while a job is out.
    worker.channel?.ref();
    const timer = setTimeout(() => worker.kill('SIGKILL'), maxMs);
    const finish = () => {
      clearTimeout(timer);
      worker.channel?.unref();
      worker.off('message', done).off('exit', ended);
    };
    const done = (report: Report) => {
      finish();
      resolve(report);
    };
    const ended = () => {
      finish();
      reject(new PictureRefused('It took too much time or memory.'));
    };
    worker.once('message', done).once('exit', ended);
    worker.send(job);
  });
}
