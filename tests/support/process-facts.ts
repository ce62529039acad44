import { readdirSync, readFileSync } from 'node:fs';

/** The megabytes that a process holds; where the system tells. */
export function memoryOf(pid = 0): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** How many files, sockets and the like a process has open. */
export function handlesOf(pid = 0): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
