import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** `act` may create the file. It is deleted in every case. */
export async function withTemporaryFile<T>(folder: string, act: (path: string) => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  try {
    return await act(path);
  } finally {
    await rm(path, { force: true });
  }
}

/** Those that have not changed since `before`. */
export async function sweepQuarantine(folder: string, before: Date): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const old = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const facts = await stat(path).catch(() => undefined);
      if (!facts || facts.mtime > before) return 0;
      await rm(path, { force: true });
      return 1;
    }),
  );
  return old.reduce<number>((sum, one) => sum + one, 0);
}
