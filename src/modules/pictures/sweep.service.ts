import type { OperationContext } from '../../database/operation.ts';
import { withLease } from '../../idempotency/lease.ts';
import type { PrivateFiles } from '../../media/private-files.ts';
import { originalsOf, stemOf } from '../../shared/picture-view.ts';
import { TrashItem } from '../trash/trash-item.entity.ts';
import { compareFiles, findUnknown } from './file-check.service.ts';
import { readNamedKeys } from './named-files.repository.ts';
import { inPages } from './pages.ts';
import { enterPicture, leaseOn, orWarn, type PictureWork, withdrawUnlessShown } from './pictures.service.ts';
import type { SweptKind } from './sweep-candidate.entity.ts';
import { type Due, dropCandidates, dropUnseen, recordCandidates } from './sweep-candidates.repository.ts';

// What a crash left without a row is removed by a later sweep than the one that found it, at least a day after: a mistake in the code
// that names files shows itself in the log and in the list before anything is lost.

const dayMs = 24 * 60 * 60_000;

export type SweepWork = PictureWork & {
  /** Told of each file that is removed, and since when no row has named it. */
  onRemoved(file: string, since: Date): void;
};

/**
 * Removes pictures that no row has shown in two sweeps at least `waitMs` apart and what is known of them, and finds out about shown pictures of
 * which nothing is known. Files that were changed after `before` are left alone. Returns how many of each there were.
 */
export async function sweepFiles(
  work: SweepWork,
  before: Date,
  waitMs = dayMs,
): Promise<{ removed: number; entered: number }> {
  const counts = { removed: 0, entered: 0 };
  for await (const { orphans, gone } of compareFiles(work, before)) {
    const left = await throwAfterRow(work, orphans);
    const due = await recordCandidates(work, 'uploads', left, waitMs);
    for (const files of byStem(due)) {
      await orWarn(work, files[0]!.file, async () => {
        const paths = files.map(({ file }) => file);
        if (!(await withdrawUnlessShown(work, paths.at(-1)!, paths))) return;
        await tell(work, files);
        counts.removed += files.length;
      });
    }
    for (const path of gone) await orWarn(work, path, () => withdrawUnlessShown(work, path));
  }
  await dropUnseen(work, 'uploads');
  for await (const { there } of findUnknown(work)) {
    for (const path of there) await enterPicture(work, await work.pictures.measure(path), null);
    counts.entered += there.length;
  }
  counts.removed += await sweepTrashed(work, before, waitMs);
  return counts;
}

/** Moves what is in the trash to where nobody sees it: a crash came between the two. Nothing is lost by it. Returns the others. */
async function throwAfterRow(work: SweepWork, orphans: string[]): Promise<string[]> {
  const thrown = await readThrownStems(work, orphans);
  for (const stem of thrown) {
    const files = orphans.filter((path) => stemOf(path) === stem);
    await orWarn(work, stem, () => withdrawUnlessShown(work, files[0]!, files));
  }
  return orphans.filter((path) => !thrown.has(stemOf(path)));
}

/** Removes what lies away and is in the trash no longer. */
async function sweepTrashed(work: SweepWork, before: Date, waitMs: number): Promise<number> {
  let removed = 0;
  for await (const page of inPages(work.pictures.trashed.list())) {
    const paths = page.filter(({ changedAt }) => changedAt <= before).map(({ path }) => path);
    const thrown = await readThrownStems(work, paths);
    const orphans = paths.filter((path) => !thrown.has(stemOf(path)));
    const due = await recordCandidates(work, 'away', orphans.map(toTrashed), waitMs);
    for (const files of byStem(due)) {
      const served = files.map(({ file }) => file.replace(/^away/, 'uploads'));
      await orWarn(work, files[0]!.file, () =>
        withLease(work, leaseOn(served[0]!), async (lease) => {
          if ((await readThrownStems(work, served)).size > 0) return;
          lease.expectHeld();
          await work.pictures.trashed.drop(...served);
          await tell(work, files);
          removed += files.length;
        }),
      );
    }
  }
  await dropUnseen(work, 'away');
  return removed;
}

function toTrashed(path: string): string {
  return path.replace(/^uploads/, 'away');
}

/** The pictures among some files that rows in the trash show, by their stems. */
async function readThrownStems({ em }: Pick<OperationContext, 'em'>, paths: string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const picture = { $in: [...new Set(paths.map(stemOf))].flatMap(originalsOf) };
  const thrown = await em.fork().find(TrashItem, { picture }, { fields: ['picture'] });
  return new Set(thrown.map((item) => stemOf(item.picture ?? '')));
}

function byStem(due: Due[]): Due[][] {
  return [...Map.groupBy(due, ({ file }) => stemOf(file)).values()];
}

async function tell(work: Pick<SweepWork, 'em' | 'now' | 'onRemoved'>, files: Due[]): Promise<void> {
  for (const { file, since } of files) work.onRemoved(file, since);
  await dropCandidates(
    work,
    files.map(({ file }) => file),
  );
}

export type PrivateWork = Pick<OperationContext, 'em' | 'read'> & { privateFiles: PrivateFiles };

/**
 * The private files that no row names, as `private/…`, in pages: a crash came between a file and its row, or between the end of a row
 * and that of its file. Files that were changed after `before` may still get their row, and are left out.
 */
export async function* findPrivateOrphans(work: PrivateWork, before: Date): AsyncGenerator<string[]> {
  for await (const page of inPages(work.privateFiles.list())) {
    const keys = page.filter(({ changedAt }) => changedAt <= before).map(({ key }) => key);
    const named = await readNamedKeys(work, keys);
    yield keys.filter((key) => !named.has(key)).map((key) => `private/${key}`);
  }
}

/** Removes private files that no row has named in two sweeps at least `waitMs` apart; returns how many there were. */
export async function sweepPrivateFiles(
  work: PrivateWork & Pick<SweepWork, 'now' | 'onRemoved'>,
  before: Date,
  waitMs = dayMs,
): Promise<number> {
  const kind: SweptKind = 'private';
  let removed = 0;
  for await (const orphans of findPrivateOrphans(work, before)) {
    for (const due of await recordCandidates(work, kind, orphans, waitMs)) {
      await work.privateFiles.remove(due.file.slice(`${kind}/`.length));
      await tell(work, [due]);
      removed += 1;
    }
  }
  await dropUnseen(work, kind);
  return removed;
}
