import { readFileSync } from 'node:fs';

const tickMs = 10;

/**
 * Milliseconds that this process and some others have had a processor for. Unlike the time that passes, it does not grow when
 * the machine has other things to do. Only Linux tells of other processes, and in steps of 10 ms.
 */
export function processorMs(others: number[]): number {
  const { user, system } = process.cpuUsage();
  return others.reduce((sum, pid) => sum + processorMsOf(pid), (user + system) / 1000);
}

/** The same of one other process. */
export function processorMsOf(pid: number): number {
  return ticksOf(pid) * tickMs;
}

function ticksOf(pid: number): number {
  try {
    // After the name, which may hold anything, the 12th and 13th field.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}
