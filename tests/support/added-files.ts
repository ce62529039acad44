import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const folders = ['uploads', 'quarantine', 'private', 'outbox', 'cards'];

/** Returns a function that removes all files that were added to a data folder after this call. */
export async function trackAddedFiles(dataDir: string): Promise<() => Promise<void>> {
  const filesIn = async (folder: string) => {
    const names = await readdir(join(dataDir, folder), { recursive: true }).catch(() => []);
    return names.map((name) => join(dataDir, folder, name));
  };
  const list = async () => (await Promise.all(folders.map(filesIn))).flat();
  const kept = new Set(await list());
  return async () => {
    const added = (await list()).filter((name) => !kept.has(name));
    await Promise.all(added.map((name) => rm(name, { recursive: true, force: true })));
  };
}
