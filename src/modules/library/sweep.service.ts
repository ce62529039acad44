import type { Ctx } from '../../database/ctx.ts';
import { acquireLease } from '../../locks/lease.ts';
import type { PrivateFiles } from '../../pictures/files/private-files.ts';
import { pictureStemOf } from '../../shared/picture-stem.ts';
import { possibleOriginalsOf } from '../../shared/picture-view.ts';
import { compareFiles, findUnrecordedPictures } from './storage-audit.service.ts';
import { readRetainedStems } from '../../pictures/retained-pictures.repository.ts';
import { readNamedKeys, readRowsShowing } from '../../pictures/named-files.repository.ts';
import { inPages } from './in-pages.ts';
import {
  insertPicture,
  pictureLeaseName,
  orWarn,
  type PicturesCtx,
  removeUnlessShown,
} from '../../pictures/pictures.service.ts';
import type { SweptKind } from './sweep-candidate.entity.ts';
import { type DueFile, dropCandidates, dropUnseen, recordCandidates } from './sweep-candidates.repository.ts';

// A sweep deletes a file only if an earlier sweep, at least a day before, also found no row for the file. A
// single sweep with a wrong result therefore deletes no file.

const dayMs = 24 * 60 * 60_000;

export type SweepCtx = PicturesCtx & {
  onRemoved(file: string, since: Date): void;
};

/**
 * Deletes the pictures that no row has shown in two sweeps at least `waitMs` apart, and inserts missing rows
 * in `pictures`. Skips files that were changed after `before`. Returns how many files were deleted and how
 * many rows were inserted.
 */
export async function sweepFiles(
  ctx: SweepCtx,
  before: Date,
  waitMs = dayMs,
): Promise<{ removed: number; entered: number }> {
  const counts = { removed: 0, entered: 0 };
  for await (const { orphans, gone } of compareFiles(ctx, before)) {
    const left = await throwAfterRow(ctx, orphans);
    const due = await recordCandidates(ctx, 'uploads', left, waitMs);
    for (const files of byStem(due)) {
      await orWarn(ctx, files[0]!.file, async () => {
        const paths = files.map(({ file }) => file);
        if (!(await removeUnlessShown(ctx, paths.at(-1)!, paths))) return;
        await tell(ctx, files);
        counts.removed += files.length;
      });
    }
    for (const path of gone) await orWarn(ctx, path, () => removeUnlessShown(ctx, path));
  }
  await dropUnseen(ctx, 'uploads');
  for await (const { there } of findUnrecordedPictures(ctx)) {
    for (const path of there) await insertPicture(ctx, await ctx.pictures.measure(path), null);
    counts.entered += there.length;
  }
  counts.removed += await sweepTrashed(ctx, before, waitMs);
  return counts;
}

/**
 * Moves files that only the trash or an earlier version needs to the private storage. Such files remain if a crash has
 * prevented the earlier move. Returns the other files.
 */
async function throwAfterRow(ctx: SweepCtx, orphans: string[]): Promise<string[]> {
  const thrown = await readRetainedStems(ctx, orphans);
  for (const stem of thrown) {
    const files = orphans.filter((path) => pictureStemOf(path) === stem);
    await orWarn(ctx, stem, () => removeUnlessShown(ctx, files[0]!, files));
  }
  return orphans.filter((path) => !thrown.has(pictureStemOf(path)));
}

/**
 * Deletes private copies of pictures that a row shows again, or that neither the trash nor an earlier version
 * needs. Returns how many files were deleted.
 */
async function sweepTrashed(ctx: SweepCtx, before: Date, waitMs: number): Promise<number> {
  let removed = 0;
  for await (const page of inPages(ctx.pictures.trashed.list())) {
    const paths = page.filter(({ changedAt }) => changedAt <= before).map(({ path }) => path);
    const needed = await readPrivateStems(ctx, paths);
    const orphans = paths.filter((path) => !needed.has(pictureStemOf(path)));
    const due = await recordCandidates(ctx, 'away', orphans.map(toTrashed), waitMs);
    for (const files of byStem(due)) {
      const served = files.map(({ file }) => file.replace(/^away/, 'uploads'));
      await orWarn(ctx, files[0]!.file, async () => {
        await using lease = await acquireLease(ctx, pictureLeaseName(served[0]!));
        if ((await readPrivateStems(ctx, served)).size > 0) return;
        lease.expectHeld();
        await ctx.pictures.trashed.drop(...served);
        await tell(ctx, files);
        removed += files.length;
      });
    }
  }
  await dropUnseen(ctx, 'away');
  return removed;
}

/** Returns the stems of the pictures that the trash or an earlier version needs and no row shows. */
async function readPrivateStems(ctx: SweepCtx, paths: string[]): Promise<Set<string>> {
  const stems = [...new Set(paths.map(pictureStemOf))];
  const rows = await readRowsShowing(ctx, stems.flatMap(possibleOriginalsOf));
  const shown = new Set(rows.map(({ path }) => pictureStemOf(path)));
  const held = await readRetainedStems(ctx, paths);
  return new Set([...held].filter((stem) => !shown.has(stem)));
}

function toTrashed(path: string): string {
  return path.replace(/^uploads/, 'away');
}

function byStem(due: DueFile[]): DueFile[][] {
  return [...Map.groupBy(due, ({ file }) => pictureStemOf(file)).values()];
}

async function tell(ctx: Pick<SweepCtx, 'em' | 'now' | 'onRemoved'>, files: DueFile[]): Promise<void> {
  for (const { file, since } of files) ctx.onRemoved(file, since);
  await dropCandidates(
    ctx,
    files.map(({ file }) => file),
  );
}

export type PrivateCtx = Pick<Ctx, 'em' | 'read'> & { privateFiles: PrivateFiles };

/**
 * Yields, page by page, the private files without a row, for example after a crash. Skips files that were
 * changed after `before`, because their rows may not be stored yet.
 */
export async function* findPrivateOrphans(ctx: PrivateCtx, before: Date): AsyncGenerator<string[]> {
  for await (const page of inPages(ctx.privateFiles.list())) {
    const keys = page.filter(({ changedAt }) => changedAt <= before).map(({ key }) => key);
    const named = await readNamedKeys(ctx, keys);
    yield keys.filter((key) => !named.has(key)).map((key) => `private/${key}`);
  }
}

/**
 * Deletes the private files that had no row in two sweeps at least `waitMs` apart. Returns how many files
 * were deleted.
 */
export async function sweepPrivateFiles(
  ctx: PrivateCtx & Pick<SweepCtx, 'now' | 'onRemoved'>,
  before: Date,
  waitMs = dayMs,
): Promise<number> {
  const kind: SweptKind = 'private';
  let removed = 0;
  for await (const orphans of findPrivateOrphans(ctx, before)) {
    for (const due of await recordCandidates(ctx, kind, orphans, waitMs)) {
      await ctx.privateFiles.remove(due.file.slice(`${kind}/`.length));
      await tell(ctx, [due]);
      removed += 1;
    }
  }
  await dropUnseen(ctx, kind);
  return removed;
}
