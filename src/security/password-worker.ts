import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

// The thread on which passwords are hashed: each takes a processor for hundredths of a second.

/** What the thread is sent, and what it answers. With a hash, the password is judged; without, it is hashed. */
export interface PasswordOrder {
  password: string;
  hash?: string;
}
export type PasswordReport = { result: string | boolean } | { failure: string };

// On Linux a priority is that of the thread which asks for it; elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.on('message', (order: PasswordOrder) => parentPort?.postMessage(report(order)));

function report({ password, hash }: PasswordOrder): PasswordReport {
  try {
    return { result: hash === undefined ? hashSync(password) : verifySync(hash, password) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
