import { Worker } from 'node:worker_threads';
import type { PasswordOrder, PasswordReport } from './password-worker.ts';

const program = new URL('./password-worker.ts', import.meta.url);
/** Beyond what argon2 itself takes, which lies outside of it. */
const resourceLimits = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 };

/** Hashes on threads of a low priority: who waits for a page goes before who signs in. */
export interface PasswordThreads {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

/** Makes the threads, each when all others are busy; the caller bounds how many that are. They keep no process from ending. */
export function createPasswordThreads(): PasswordThreads {
  const free: Worker[] = [];
  const ask = async (order: PasswordOrder) => {
    const worker = free.pop() ?? startWorker();
    const report = await askWorker(worker, order);
    free.push(worker);
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
