import { Worker } from 'node:worker_threads';
import { programUrl } from '../shared/program-url.ts';
import type { PasswordOrder, PasswordReport } from './password-worker.ts';

const program = programUrl('password-worker', import.meta.url);
/** Beyond what argon2 itself takes, which lies outside of it. */
const resourceLimits = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 };

/** A thread has a heap of its own, 10 MB and more, which goes with it. */
const idleMs = 60_000;

/** Hashes on threads of a low priority: who waits for a page goes before who signs in. */
export interface PasswordThreads {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

/**
 * Makes the threads, each when all others are busy; the caller bounds how many that are. One that nobody has asked for `restMs` ends. They
 * keep no process from ending.
 */
export function createPasswordThreads(restMs = idleMs): PasswordThreads {
  const free = new Map<Worker, NodeJS.Timeout>();
  const take = () => {
    // The one that was asked last, so that the others come to their end.
    const last = [...free].at(-1);
    if (!last) return startWorker();
    const [worker, timer] = last;
    clearTimeout(timer);
    free.delete(worker);
    return worker;
  };
  const rest = (worker: Worker) => {
    const end = () => {
      free.delete(worker);
      void worker.terminate();
    };
    free.set(worker, setTimeout(end, restMs).unref());
  };
  const ask = async (order: PasswordOrder) => {
    const worker = take();
    const report = await askWorker(worker, order);
    rest(worker);
    if ('failure' in report) throw new Error(report.failure);
    return report.result;
  };
  return {
    hash: async (password) => String(await ask({ password })),
    verify: async (hash, password) => (await ask({ hash, password })) === true,
  };
}

function startWorker(): Worker {
  const worker = new Worker(program, { execArgv: [], env: {}, resourceLimits });
  worker.on('error', () => {});
  worker.unref();
  return worker;
}

/** @throws when the thread breaks; it is not asked again then */
function askWorker(worker: Worker, order: PasswordOrder): Promise<PasswordReport> {
  return new Promise((resolve, reject) => {
    worker.ref();
    const done = (report: PasswordReport) => finish(() => resolve(report));
    const broken = (cause: unknown) => finish(() => reject(new Error('the hashing has ended', { cause })));
    const finish = (tell: () => void) => {
      worker.off('message', done).off('error', broken).off('exit', broken).unref();
      tell();
    };
    worker.once('message', done).once('error', broken).once('exit', broken);
    worker.postMessage(order);
  });
}
