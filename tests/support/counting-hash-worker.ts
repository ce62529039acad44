// A worker that stores passwords as they are, and counts how often one is checked.
import { workerData } from 'node:worker_threads';

const { checks } = workerData as { checks: Int32Array };

export function hash(password: string): string {
  return `plain:${password}`;
}

export function verify({ hash, password }: { hash: string; password: string }): boolean {
  Atomics.add(checks, 0, 1);
  return hash === `plain:${password}`;
}
