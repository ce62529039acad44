import type { PrivateFiles } from '../../src/pictures/files/storage.ts';
import type { PicturesCtx } from '../../src/pictures/change-pictures.ts';
import { sweepFiles, sweepPrivateFiles } from '../../src/modules/library/file-sweep.ts';
import { day } from './clock.ts';

type SweptCtx = Omit<PicturesCtx, 'warn'>;

/** Returns a time at which every existing file is old enough to be deleted. */
export const inAMinute = () => new Date(Date.now() + 60_000);

/**
 * Runs one sweep of pictures, `laterMs` in the future. Returns its counts, the deleted files, and the
 * failures.
 */
export async function sweepOnce(work: SweptCtx, laterMs = 0, before = inAMinute()) {
  const removedFiles: string[] = [];
  const failed: object[] = [];
  const counts = await sweepFiles(
    {
      ...work,
      now: new Date(work.now.getTime() + laterMs),
      warn: (line, facts) => void failed.push({ line, ...facts }),
      onRemoved: (file) => void removedFiles.push(file),
    },
    before,
  );
  return { ...counts, removedFiles, failed };
}

/**
 * Runs two sweeps of pictures a day apart. The second sweep deletes the files that both sweeps found without
 * a row.
 */
export async function sweepTwice(work: SweptCtx, laterMs = 0) {
  const first = await sweepOnce(work, laterMs);
  const second = await sweepOnce(work, laterMs + day);
  return { ...second, entered: first.entered + second.entered, removed: first.removed + second.removed };
}

/** Runs one sweep of private files, `laterMs` in the future. Returns the deleted files. */
export async function sweepPrivateOnce(
  work: Pick<PicturesCtx, 'em' | 'read' | 'now'> & { privateFiles: PrivateFiles },
  laterMs = 0,
  before = inAMinute(),
): Promise<string[]> {
  const removed: string[] = [];
  const now = new Date(work.now.getTime() + laterMs);
  await sweepPrivateFiles({ ...work, now, onRemoved: (file) => void removed.push(file) }, before);
  return removed;
}
