import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes the folder, and those above it that are missing.
 * A recursive `mkdir` never returns in `/proc` on Node 24.21. Remove this function when it throws.
 */
export async function makeFolder(path: string): Promise<void> {
  const isThere = await stat(path).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
  if (isThere) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  await mkdir(path).catch(async (error: NodeJS.ErrnoException) => {
    // Another process may have created it meanwhile.
    const isMade = error.code === 'EEXIST' && (await stat(path)).isDirectory();
    if (!isMade) throw error;
  });
}
