import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createJobQueue, type QueueLoad } from '../../shared/background-tasks.ts';
import { workerUrl } from '../../workers/worker-pool.ts';
import type { ImageJobName, ImageJobTypes } from './image-operations.ts';
import type { JobReport } from './image-worker.ts';

/** The picture is damaged, or needs too much time or memory. */
export class PictureRefused extends Error {}

interface ImageProcessPool {
  <N extends ImageJobName>(name: N, input: ImageJobTypes[N]['input']): Promise<ImageJobTypes[N]['result']>;
  load(): QueueLoad;
}

const program = workerUrl('./image-worker', import.meta.url);
const typefaces = fileURLToPath(new URL('./fonts/fonts.conf', import.meta.url));
const idleMs = 20_000;
const maxTries = 3;

export function createImageProcesses() {
  // The memory limits allow two processes. On one core, a second would only take memory.
  const parallel = Math.min(2, availableParallelism());
  return createImageProcessPool({ parallel, maxWaiting: 32, maxMs: 15_000 });
}

/**
 * `PictureRefused` if the picture is damaged or needs too much time or memory, `Unavailable` if too many jobs
 * wait.
 */
export function createImageProcessPool({
  parallel,
  maxWaiting,
  maxMs,
}: {
  parallel: number;
  maxWaiting: number;
  maxMs: number;
}): ImageProcessPool {
  const busy = 'Too many pictures are being worked on right now. Please try again in a moment.';
  const enqueue = createJobQueue({ parallel, maxWaiting, busy });
  const idle: ChildProcess[] = [];
  const rest = (worker: ChildProcess) => {
    idle.push(worker);
    setTimeout(() => {
      if (idle.at(0) === worker && idle.shift()?.connected) worker.disconnect();
    }, idleMs).unref();
  };
  const work = <N extends ImageJobName>(
    name: N,
    input: ImageJobTypes[N]['input'],
  ): Promise<ImageJobTypes[N]['result']> =>
    enqueue(async () => {
      const { worker, report } = await orderAnywhere(takeAlive(idle), { name, input }, maxMs);
      rest(worker);
      if ('result' in report) return report.result as ImageJobTypes[N]['result'];
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

function startWorker(): ChildProcess {
  const worker = fork(program, {
    // Pixels are not in the heap of JavaScript.
    execArgv: ['--max-semi-space-size=1', '--max-old-space-size=128'],
    // A process that parses untrusted files must not get the server's secrets. With few arenas and a fixed
    // threshold, `malloc` returns freed memory to the system.
    env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576', FONTCONFIG_FILE: typefaces },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // The event `exit` follows, which is handled elsewhere.
  worker.on('error', () => {});
  worker.unref();
  worker.channel?.unref();
  return worker;
}

const foreignSignals = new Set<unknown>(['SIGTERM', 'SIGINT', 'SIGHUP']);

/** Repeats a job when a signal from outside has ended its process. */
async function orderAnywhere(idle: ChildProcess | undefined, job: object, maxMs: number) {
  for (let worker = idle ?? startWorker(), tries = 1; ; worker = startWorker(), tries += 1) {
    try {
      return { worker, report: await order(worker, job, maxMs) };
    } catch (error) {
      if (tries === maxTries || !foreignSignals.has(worker.signalCode)) throw error;
    }
  }
}

/** @throws {PictureRefused} when the process ends before its job, for example at the time limit */
function order(worker: ChildProcess, job: object, maxMs: number): Promise<JobReport> {
  return new Promise((resolve, reject) => {
    // Keeps the program alive. `ref` of the channel is not enough: it closes before `exit` arrives.
    worker.ref();
    worker.channel?.ref();
    const timer = setTimeout(() => worker.kill('SIGKILL'), maxMs);
    const finish = () => {
      clearTimeout(timer);
      worker.unref();
      worker.channel?.unref();
      worker.off('message', done).off('exit', ended);
    };
    const done = (report: JobReport) => {
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
