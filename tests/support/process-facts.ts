import { readdirSync, readFileSync } from 'node:fs';

/** Returns megabytes. Needs a system with /proc. */
export function memoryOf(pid = 0): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

export function handlesOf(pid = 0): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
