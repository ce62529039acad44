import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

const memory = '/dev/shm';
const neededBytes = 6_000_000_000;

/**
 * Puts temporary files into `/dev/shm`, a folder in the memory of Linux, if the folder has enough space and `TMPDIR` is
 * not set. Copying a PostgreSQL database in this folder takes 25 ms instead of 460 ms.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const facts = await statfs(memory).catch(() => undefined);
  if (process.env.TMPDIR || !facts || facts.bavail * facts.bsize < neededBytes) return undefined;
  const folder = await mkdtemp(join(memory, 'atrium-tests-'));
  // PostgreSQL refuses to run as root. The server may run as another user, who must be able to enter the
  // folder.
  await chmod(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => rm(folder, { recursive: true, force: true, maxRetries: 9 });
}
