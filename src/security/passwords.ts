import { Unavailable } from '../shared/errors.ts';
import { composePassword } from '../shared/account-fields.ts';
import { createJobQueue } from '../shared/background-tasks.ts';
import { createPool, type PoolOptions, workerUrl } from '../workers/pool.ts';

export interface Passwords {
  assertCapacity(): void;
  /** Returns an Argon2id hash of the composed password, with its parameters and salt. */
  hash(password: string): Promise<string>;
  /**
   * Returns whether a password matches a hash. If there is no hash, takes the same time and returns false. Hashes of
   * earlier versions are of the password as it was typed, so that spelling is tried as well. Calls `first` once, before
   * the check. When `first` throws, the password is not checked.
   */
  verify(hash: string | null | undefined, password: string, first?: () => Promise<unknown>): Promise<boolean>;
}

/** Each thread can use a whole processor, and needs 19 MB in addition to its heap. */
const maxThreads = 2;
/** If more jobs than this number wait, passwords are checked one at a time. A processor then remains free for pages. */
const rush = 8;
const resourceLimits = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 };
const program = workerUrl('../workers/password-worker', import.meta.url);
const busy = 'Too many people are signing in right now. Please try again in a moment.';
const tooSlow = (cause: unknown) => new Unavailable(busy, { retryAfter: 10, cause });

/**
 * Creates the functions that hash and verify passwords. These functions refuse calls when the queue is full.
 * Otherwise a flood of sign-ins could use up memory and processors.
 */
export function createPasswords(options: Partial<PoolOptions> & { program?: URL } = {}): Passwords {
  // There are twice as many jobs as threads, because some jobs wait for `first` while the threads check other
  // passwords.
  const enqueue = createJobQueue({ parallel: 2 * maxThreads, maxWaiting: 64, busy });
  const pool = createPool(options.program ?? program, { maxThreads, resourceLimits, ...options });
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
