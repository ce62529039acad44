import { Unavailable } from '../shared/errors.ts';
import { createWorkerPool, workerUrl } from './worker-pool.ts';
import type { ReadMail, ReadTask } from './read-mail.ts';

const program = workerUrl('./mail-worker', import.meta.url);
/** A mail of 25 MB takes less than two seconds. */
const maxMs = 10_000;
const resourceLimits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 384 };
const maxWaiting = 8;
const busy = 'Too many mails are being read right now. Please try again in a moment.';
const tooSlow = 'The mail took too long to read, so only its headers were read.';
const tooLarge = 'The mail has more than 25 MB, so only its headers were read.';

export interface MailReader {
  /**
   * Stores source and files in the quarantine. `isCut` says that `bytes` is only the beginning of the mail.
   * @throws {Unavailable} when too many mails wait
   */
  read(bytes: Uint8Array, isCut?: boolean): Promise<ReadMail>;
  close(): Promise<void>;
}

interface ReaderOptions {
  folder: string;
  deadlineMs?: number;
  worker?: URL;
}

class TooSlow extends Error {}

/** Reads mails one by one in a thread, which ends when one takes longer than the deadline. */
export function createMailReader(options: ReaderOptions): MailReader {
  const { folder, deadlineMs = maxMs, worker = program } = options;
  const pool = createWorkerPool(worker, { maxThreads: 1, queue: { maxWaiting, busy }, resourceLimits });
  const late = (cause: unknown) => new TooSlow(tooSlow, { cause });
  const readAs = async (task: ReadTask, withinMs = maxMs): Promise<ReadMail> => {
    // Started first, so that the deadline does not include a slow start on a busy machine.
    await pool.run('start', undefined, late, maxMs);
    return pool.run('read', task, late, withinMs);
  };
  return {
    read: async (bytes, isCut = false) => {
      if (isCut) return readAs({ bytes, folder, without_body: tooLarge });
      try {
        return await readAs({ bytes, folder }, deadlineMs);
      } catch (error) {
        if (error instanceof Unavailable) throw error;
        return readAs({ bytes, folder, without_body: tooSlow });
      }
    },
    close: pool.close,
  };
}
