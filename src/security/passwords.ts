import { createQueue } from '../shared/queue.ts';
import { createPasswordThreads } from './password-threads.ts';

/** Hashes and checks passwords, off the main thread and only so many at a time. */
export interface Passwords {
  /** @throws {Unavailable} when so many wait that one more would be refused */
  expectRoom(): void;
  /** Argon2id with its parameters and salt, as one text. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the hashed one. Without a hash it takes as long and is false. `first` runs when the turn has
   * come, just before the password is judged; when it throws, nothing is judged.
   */
  verify(hash: string | null | undefined, password: string, first?: () => Promise<unknown>): Promise<boolean>;
}

/** Each takes a processor, and 19 MB. */
const maxThreads = 2;

/**
 * Makes the bounded queue. Past its length a call is refused, so that a flood of sign-ins can not fill the memory
 * nor take the processor from everybody else.
 */
export function createPasswords(): Passwords {
  const busy = 'Too many people are signing in right now. Please try again in a moment.';
  const enqueue = createQueue({ parallel: 2 * maxThreads, maxWaiting: 64, busy });
  // While the tries of some are counted, the threads judge others.
  const hashing = createQueue({ parallel: maxThreads, maxWaiting: maxThreads, busy });
  const threads = createPasswordThreads();
  let made: Promise<string> | undefined;
  const standIn = () => {
    made ??= hashing(() => threads.hash('no account has this password')).catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
  return {
    expectRoom: enqueue.expectRoom,
    hash: (password) => enqueue(() => hashing(() => threads.hash(password))),
    verify: (hash, password, first) =>
      enqueue(async () => {
        const stored = hash ?? (await standIn());
        await first?.();
        const isRight = await hashing(() => threads.verify(stored, password));
        return Boolean(hash) && isRight;
      }),
  };
}
