import { readFileSync } from 'node:fs';

const tickMs = 10;

/**
 * Returns the CPU time of this process and of other processes in milliseconds. CPU time does not depend on
 * the other work of the machine. The time of other processes is only known on Linux, in steps of 10 ms.
 */
export function processorMs(others: number[]): number {
  const { user, system } = process.cpuUsage();
  return others.reduce((sum, pid) => sum + processorMsOf(pid), (user + system) / 1000);
}

/**
 * Returns the CPU time of another process in milliseconds. Returns 0 for a process that has ended, and on
 * systems other than Linux.
 */
export function processorMsOf(pid: number): number {
  return ticksOf(pid) * tickMs;
}

/** Returns the CPU time of the main thread of another process in milliseconds. */
export function threadMsOf(pid: number): number {
  return ticksOf(pid, `task/${pid}/`) * tickMs;
}

function ticksOf(pid: number, thread = ''): number {
  try {
    // The user time and the system time are the 12th and 13th fields after the name of the process. The name
    // may contain spaces.
    const fields = readFileSync(`/proc/${pid}/${thread}stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}
