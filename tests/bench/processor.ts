import { readFileSync } from 'node:fs';

const tickMs = 10;

/**
 * CPU time does not depend on other load of the machine. Only Linux reports other processes, in steps of 10
 * ms.
 */
export function processorMs(others: number[]): number {
  const { user, system } = process.cpuUsage();
  return others.reduce((sum, pid) => sum + processorMsOf(pid), (user + system) / 1000);
}

/** Returns the CPU time of another process, in milliseconds. */
export function processorMsOf(pid: number): number {
  return ticksOf(pid) * tickMs;
}

/** Returns the CPU time of the thread that a process began with, in milliseconds. */
export function threadMsOf(pid: number): number {
  return ticksOf(pid, `task/${pid}/`) * tickMs;
}

function ticksOf(pid: number, thread = ''): number {
  try {
    // The 12th and 13th field after the name, which may contain anything.
    const fields = readFileSync(`/proc/${pid}/${thread}stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}
