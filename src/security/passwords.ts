import { Unavailable } from '../shared/errors.ts';
import { composePassword } from '../shared/account-fields.ts';
import { createJobQueue } from '../shared/background-tasks.ts';
import { createWorkerPool, type WorkerPoolOptions, workerUrl } from '../workers/worker-pool.ts';

export interface Passwords {
  assertCapacity(): void;
  /** Argon2id of the composed password, with parameters and salt. */
  hash(password: string): Promise<string>;
  /**
   * Without a hash, takes the same time and returns false. Earlier versions hashed the password as typed, so that
   * spelling is tried too. `first` runs once before the check, which does not happen if it throws.
   */
  verify(hash: string | null | undefined, password: string, first?: () => Promise<unknown>): Promise<boolean>;
}

/** Each takes a whole processor, and 19 MB besides its heap. */
const maxThreads = 2;
/** With more jobs than this waiting, passwords are checked one at a time, which leaves a processor for pages. */
const rush = 8;
const resourceLimits = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 };
const program = workerUrl('../workers/password-worker', import.meta.url);
const busy = 'Too many people are signing in right now. Please try again in a moment.';
const tooSlow = (cause: unknown) => new Unavailable(busy, { retryAfter: 10, cause });

/** A full queue refuses calls, or a flood of sign-ins could use up memory and processors. */
export function createPasswords(options: Partial<WorkerPoolOptions> & { program?: URL } = {}): Passwords {
  // Twice the threads: some jobs wait for `first` while the threads check others.
  const enqueue = createJobQueue({ parallel: 2 * maxThreads, maxWaiting: 64, busy });
  const pool = createWorkerPool(options.program ?? program, { maxThreads, resourceLimits, ...options });
  const alone = createJobQueue({ parallel: 1, maxWaiting: Number.POSITIVE_INFINITY, busy });
  const inTurn = <T>(work: () => Promise<T>) => (enqueue.load().waiting > rush ? alone(work) : work());
  const hashOf = (password: string) => pool.run<string>('hash', password, tooSlow);
  let dummyHash: Promise<string> | undefined;
  const hashOfNobody = () => {
    dummyHash ??= hashOf('no account has this password').catch((error: unknown) => {
      dummyHash = undefined;
      throw error;
    });
    return dummyHash;
  };
  return {
    assertCapacity: enqueue.assertCapacity,
    hash: (password) => enqueue(() => hashOf(composePassword(password))),
    verify: (hash, password, first) =>
      enqueue(async () => {
        const stored = hash ?? (await hashOfNobody());
        await first?.();
        for (const spelling of new Set([composePassword(password), password])) {
          const task = { hash: stored, password: spelling };
          if (await inTurn(() => pool.run<boolean>('verify', task, tooSlow))) return Boolean(hash);
        }
        return false;
      }),
  };
}
