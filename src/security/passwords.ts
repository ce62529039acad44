import { Unavailable } from '../shared/errors.ts';
import { createJobQueue } from '../shared/job-queue.ts';
import { programUrl } from '../shared/program-url.ts';
import { createPool, type PoolOptions } from '../workers/pool.ts';

/** Hashes and checks passwords, off the main thread and a bounded number at a time. */
export interface Passwords {
  /** @throws {Unavailable} when so many calls wait that one more would be refused */
  assertCapacity(): void;
  /** Returns an Argon2id hash with its parameters and salt. */
  hash(password: string): Promise<string>;
  /**
   * Returns whether the password is the hashed one. Without a hash it takes as long and returns false. `first` runs just before the
   * password is checked; when it throws, nothing is checked.
   */
  verify(hash: string | null | undefined, password: string, first?: () => Promise<unknown>): Promise<boolean>;
}

/** Each takes a processor, and 19 MB beside its heap. */
const maxThreads = 2;
const resourceLimits = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 };
const program = programUrl('../workers/password-worker', import.meta.url);
const busy = 'Too many people are signing in right now. Please try again in a moment.';
const tooSlow = (cause: unknown) => new Unavailable(busy, { retryAfter: 10, cause });

/**
 * Creates the bounded queue. Past its length a call is refused, so that a flood of sign-ins can neither fill the memory nor take the
 * processors from everybody else.
 */
export function createPasswords(options: Partial<PoolOptions> & { program?: URL } = {}): Passwords {
  // Twice as many as there are threads: while the tries of some are counted, the threads check others.
  const enqueue = createJobQueue({ parallel: 2 * maxThreads, maxWaiting: 64, busy });
  const pool = createPool(options.program ?? program, { maxThreads, resourceLimits, ...options });
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
    hash: (password) => enqueue(() => hashOf(password)),
    verify: (hash, password, first) =>
      enqueue(async () => {
        const stored = hash ?? (await hashOfNobody());
        await first?.();
        const isRight = await pool.run<boolean>('verify', { hash: stored, password }, tooSlow);
        return Boolean(hash) && isRight;
      }),
  };
}
