import { constants, setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';

// A hash takes tens of milliseconds of CPU time, and page requests must come first. On Linux a thread has its own
// priority; elsewhere the call would lower that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

export function hash(password: string): string {
  return hashSync(password);
}

export function verify({ hash, password }: { hash: string; password: string }): boolean {
  return verifySync(hash, password);
}
