import type { OperationContext } from '../../database/operation.ts';
import { acquireLease } from '../../locks/lease.ts';
import type { PrivateFiles } from '../../pictures/files/private-files.ts';
import { originalsOf, stemOf } from '../../shared/picture-view.ts';
import { compareFiles, findUnknown } from './file-check.service.ts';
import { readHeldStems } from '../../pictures/held-away.repository.ts';
import { readNamedKeys, readRowsShowing } from '../../pictures/named-files.repository.ts';
import { inPages } from './pages.ts';
import {
  enterPicture,
  leaseOn,
  orWarn,
  type PictureWork,
  withdrawUnlessShown,
} from '../../pictures/pictures.service.ts';
import type { SweptKind } from './sweep-candidate.entity.ts';
import { type Due, dropCandidates, dropUnseen, recordCandidates } from './sweep-candidates.repository.ts';

// A sweep deletes a file only if an earlier sweep, at least a day before, also found no row for it. So a mistake in
// the code that finds the rows shows up in the log before any file is lost.

const dayMs = 24 * 60 * 60_000;

export type SweepWork = PictureWork & {
  onRemoved(file: string, since: Date): void;
};

/**
 * Deletes the pictures that no row has shown in two sweeps at least `waitMs` apart, and inserts missing rows in
 * `pictures`. Skips files that were changed after `before`. Returns the numbers of both.
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

/** Moves the files that only the trash or an earlier version needs, where a crash has prevented this. Returns the others. */
async function throwAfterRow(work: SweepWork, orphans: string[]): Promise<string[]> {
  const thrown = await readHeldStems(work, orphans);
  for (const stem of thrown) {
    const files = orphans.filter((path) => stemOf(path) === stem);
    await orWarn(work, stem, () => withdrawUnlessShown(work, files[0]!, files));
  }
  return orphans.filter((path) => !thrown.has(stemOf(path)));
}

/** Deletes private copies that are not needed. Returns their number. */
async function sweepTrashed(work: SweepWork, before: Date, waitMs: number): Promise<number> {
  let removed = 0;
  for await (const page of inPages(work.pictures.trashed.list())) {
    const paths = page.filter(({ changedAt }) => changedAt <= before).map(({ path }) => path);
    const needed = await readPrivateStems(work, paths);
    const orphans = paths.filter((path) => !needed.has(stemOf(path)));
    const due = await recordCandidates(work, 'away', orphans.map(toTrashed), waitMs);
    for (const files of byStem(due)) {
      const served = files.map(({ file }) => file.replace(/^away/, 'uploads'));
      await orWarn(work, files[0]!.file, async () => {
        await using lease = await acquireLease(work, leaseOn(served[0]!));
        if ((await readPrivateStems(work, served)).size > 0) return;
        lease.expectHeld();
        await work.pictures.trashed.drop(...served);
        await tell(work, files);
        removed += files.length;
      });
    }
  }
  await dropUnseen(work, 'away');
  return removed;
}

/** Returns the stems of the pictures that the trash or an earlier version needs and no row shows. */
async function readPrivateStems(work: SweepWork, paths: string[]): Promise<Set<string>> {
  const stems = [...new Set(paths.map(stemOf))];
  const rows = await readRowsShowing(work, stems.flatMap(originalsOf));
  const shown = new Set(rows.map(({ path }) => stemOf(path)));
  const held = await readHeldStems(work, paths);
  return new Set([...held].filter((stem) => !shown.has(stem)));
}

function toTrashed(path: string): string {
  return path.replace(/^uploads/, 'away');
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

/** A crash leaves files without a row. Skips those changed after `before`: their row may not be stored yet. */
export async function* findPrivateOrphans(work: PrivateWork, before: Date): AsyncGenerator<string[]> {
  for await (const page of inPages(work.privateFiles.list())) {
    const keys = page.filter(({ changedAt }) => changedAt <= before).map(({ key }) => key);
    const named = await readNamedKeys(work, keys);
    yield keys.filter((key) => !named.has(key)).map((key) => `private/${key}`);
  }
}

/** In two sweeps at least `waitMs` apart. Returns the number. */
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
