import { constants, setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';

// Page requests are more urgent than hashes, which take tens of milliseconds. Only Linux has priorities for single
// threads.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

export function hash(password: string): string {
  return hashSync(password);
}

export function verify({ hash, password }: { hash: string; password: string }): boolean {
  return verifySync(hash, password);
}
