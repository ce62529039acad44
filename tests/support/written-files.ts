import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the number of files in a folder that have content. A file that is being written is empty at first. Returns 0
 * if the folder does not exist.
 */
export async function countWrittenFiles(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(names.map((name) => stat(join(folder, name))));
  return files.filter(({ size }) => size > 0).length;
}
