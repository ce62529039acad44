import { readdirSync, readFileSync } from 'node:fs';

/** Returns the memory of a process in megabytes, on systems with /proc. */
export function memoryOf(pid = 0): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Returns the number of open files and sockets of a process. */
export function handlesOf(pid = 0): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
