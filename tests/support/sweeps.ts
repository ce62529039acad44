import type { PrivateFiles } from '../../src/media/private-files.ts';
import type { PictureWork } from '../../src/modules/pictures/pictures.service.ts';
import { sweepFiles, sweepPrivateFiles } from '../../src/modules/pictures/sweep.service.ts';
import { day } from './clock.ts';

type SweptWork = Omit<PictureWork, 'warn'>;

/** A moment by which any existing file is old enough to be swept. */
export const inAMinute = () => new Date(Date.now() + 60_000);

/** Sweeps the pictures once, as if some milliseconds from now. Returns what it did and the removed files. */
export async function sweepOnce(work: SweptWork, laterMs = 0, before = inAMinute()) {
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

/** Sweeps twice, a day apart. The second sweep removes what both found without a row. */
export async function sweepTwice(work: SweptWork, laterMs = 0) {
  const first = await sweepOnce(work, laterMs);
  const second = await sweepOnce(work, laterMs + day);
  return { ...second, entered: first.entered + second.entered, removed: first.removed + second.removed };
}

/** Sweeps the private files once, as if some milliseconds from now. Returns the removed files. */
export async function sweepPrivateOnce(
  work: Pick<PictureWork, 'em' | 'read' | 'now'> & { privateFiles: PrivateFiles },
  laterMs = 0,
  before = inAMinute(),
): Promise<string[]> {
  const removed: string[] = [];
  const now = new Date(work.now.getTime() + laterMs);
  await sweepPrivateFiles({ ...work, now, onRemoved: (file) => void removed.push(file) }, before);
  return removed;
}
