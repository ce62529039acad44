import { readdirSync, readFileSync } from 'node:fs';

/** Returns megabytes. Needs a system with /proc. */
export function memoryOf(pid = 0): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/**
 * Returns the megabytes of processes and of all that they have started, as the kernel counts them for a container: the own memory of each,
 * and the files that they map, such as the program, once.
 */
export function treeMemoryOf(...roots: number[]): number {
  const sizes = treeOf(roots).map((pid) => {
    const status = readIfThere(`/proc/${pid}/status`);
    const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    return { own: kilobytes('RssAnon'), mapped: kilobytes('RssFile') + kilobytes('RssShmem') };
  });
  const own = sizes.reduce((sum, one) => sum + one.own, 0);
  return (own + Math.max(0, ...sizes.map(({ mapped }) => mapped))) / 1024;
}

/** Returns the processes and all that they have started. */
export function treeOf(roots: number[]): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  // The parent is the second field after the name, which may contain anything.
  const parents = pids.map((pid) => [
    Number(pid),
    Number(readIfThere(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1]),
  ]);
  const tree = [...roots];
  for (const one of tree) tree.push(...parents.filter(([, parent]) => parent === one).map(([pid]) => pid!));
  return tree;
}

/** A process may end between two reads. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

export function handlesOf(pid = 0): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
