import { constants, setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';

// The thread that hashes passwords: each hash takes a processor for hundredths of a second, and visitors' pages go first.
// On Linux a priority is that of the calling thread; elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

export function hash(password: string): string {
  return hashSync(password);
}

export function verify({ hash, password }: { hash: string; password: string }): boolean {
  return verifySync(hash, password);
}
