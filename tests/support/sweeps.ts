import type { PrivateFiles } from '../../src/media/private-files.ts';
import type { PictureWork } from '../../src/modules/pictures/pictures.service.ts';
import { sweepFiles, sweepPrivateFiles } from '../../src/modules/pictures/sweep.service.ts';
import { day } from './clock.ts';

type SweptWork = Omit<PictureWork, 'warn'>;

/** Old enough to be swept, whenever it came. */
export const inAMinute = () => new Date(Date.now() + 60_000);

/** One sweep of the pictures, some milliseconds from now; returns what it did and which files it removed. */
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

/** Two sweeps a day apart: the second removes what both have found without a row. */
export async function sweepTwice(work: SweptWork, laterMs = 0) {
  const first = await sweepOnce(work, laterMs);
  const second = await sweepOnce(work, laterMs + day);
  return { ...second, entered: first.entered + second.entered, removed: first.removed + second.removed };
}

/** One sweep of the private files, some milliseconds from now; returns which it removed. */
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
