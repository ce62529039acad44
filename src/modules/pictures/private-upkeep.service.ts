import type { Work } from '../../database/work.ts';
import type { PrivateFiles } from '../../media/private-files.ts';
import { readPrivateKeys } from './shown-paths.repository.ts';

export type PrivateWork = Pick<Work, 'read'> & { privateFiles: PrivateFiles };

/**
 * The keys of private files that no row speaks of: a crash came between a file and its row, or between the end of a row
 * and that of its file. Files that were changed after `before` may still get their row, and are left out.
 */
export async function findPrivateOrphans(
  { read, privateFiles }: PrivateWork,
  before: Date,
): Promise<string[]> {
  // The files first: a row that comes meanwhile has its file already. A key is never given out twice.
  const keys: string[] = [];
  for await (const { key, changedAt } of privateFiles.list()) if (changedAt <= before) keys.push(key);
  const needed = await readPrivateKeys(read);
  return keys.filter((key) => !needed.has(key));
}

/** Removes private files that no row speaks of; gives how many there were. */
export async function sweepPrivateFiles(work: PrivateWork, before: Date): Promise<number> {
  const orphans = await findPrivateOrphans(work, before);
  for (const key of orphans) await work.privateFiles.remove(key);
  return orphans.length;
}
