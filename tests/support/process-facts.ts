import { readdirSync, readFileSync } from 'node:fs';

/** Returns the memory of a process in megabytes. Needs a system with /proc. */
export function memoryOf(pid = 0): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/**
 * Returns the memory of processes and all their descendants in megabytes, as the kernel counts it for a container. The
 * private memory of all processes is added up. Mapped files, such as the program, count only once, with the amount in
 * the process that maps the most.
 */
export function treeMemoryOf(...roots: number[]): number {
  const sizes = processTreeOf(roots).map((pid) => {
    const status = readIfThere(`/proc/${pid}/status`);
    const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    return { own: kilobytes('RssAnon'), mapped: kilobytes('RssFile') + kilobytes('RssShmem') };
  });
  const own = sizes.reduce((sum, one) => sum + one.own, 0);
  return (own + Math.max(0, ...sizes.map(({ mapped }) => mapped))) / 1024;
}

/** Returns the ids of the processes and of all their descendants. */
export function processTreeOf(roots: number[]): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  // The id of the parent process is the second field after the name of the program, which may contain any
  // characters.
  const parents = pids.map((pid) => [
    Number(pid),
    Number(readIfThere(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1]),
  ]);
  const tree = [...roots];
  for (const one of tree) tree.push(...parents.filter(([, parent]) => parent === one).map(([pid]) => pid!));
  return tree;
}

/** Returns the text of a file, or an empty text if the process has ended in the meantime. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

export function openFilesOf(pid = 0): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
