import { declareChangedTables } from '../../database/content-version.ts';
import type { Ctx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { PrivateFiles } from '../../pictures/files/private-files.ts';
import { SettingPicture, unsaved } from '../../settings/setting-picture.entity.ts';
import { pictureStemOf } from '../../shared/picture-stem.ts';
import { compareFiles, findUnrecordedPictures } from './storage-audit.service.ts';
import { readNamedKeys } from '../../pictures/named-files.repository.ts';
import { inPages } from './in-pages.ts';
import { insertPicture, orWarn, type PicturesCtx, removeUnneeded } from '../../pictures/pictures.service.ts';
import type { SweptKind } from './sweep-candidate.entity.ts';
import { type DueFile, dropCandidates, dropUnseen, recordCandidates } from './sweep-candidates.repository.ts';

// A sweep deletes a file only if an earlier sweep, at least a day before, also found no row for the file. A
// single sweep with a wrong result therefore deletes no file.

const dayMs = 24 * 60 * 60_000;

export type SweepCtx = PicturesCtx & {
  onRemoved(file: string, since: Date): void;
};

/**
 * Deletes the pictures that no row has shown in two sweeps at least `waitMs` apart, and the sizes that only earlier versions made. Inserts missing rows
 * in `pictures`. Skips files that were changed after `before`. Returns how many files were deleted and how
 * many rows were inserted.
 */
export async function sweepFiles(
  ctx: SweepCtx,
  before: Date,
  waitMs = dayMs,
): Promise<{ removed: number; entered: number }> {
  const counts = { removed: 0, entered: 0 };
  await dropUnsavedUploads(ctx);
  for await (const { orphans, outdated, gone } of compareFiles(ctx, before)) {
    const due = await recordCandidates(ctx, 'uploads', [...orphans, ...outdated], waitMs);
    const isOutdated = new Set(outdated);
    for (const files of byStem(due)) {
      await orWarn(ctx, files[0]!.file, async () => {
        const paths = files.map(({ file }) => file);
        if (isOutdated.has(paths[0]!)) await ctx.pictures.remove(...paths);
        else if (!(await removeUnneeded(ctx, paths.at(-1)!, paths))) return;
        await tell(ctx, files);
        counts.removed += files.length;
      });
    }
    for (const path of gone) await orWarn(ctx, path, () => removeUnneeded(ctx, path));
  }
  await dropUnseen(ctx, 'uploads');
  for await (const { there } of findUnrecordedPictures(ctx)) {
    for (const path of there) await insertPicture(ctx, await ctx.pictures.measure(path), null);
    counts.entered += there.length;
  }
  return counts;
}

/** Deletes the rows of uploads in the settings that nobody has saved for a day. Their files are orphans then. */
async function dropUnsavedUploads(ctx: SweepCtx): Promise<void> {
  const uploads = await ctx.em.fork().find(SettingPicture, { version: unsaved });
  const names = uploads.map(({ id }) => `setting_pictures/${id}`);
  const due = (await recordCandidates(ctx, 'unsaved', names, dayMs)).map(({ file }) => file);
  const ids = uploads.flatMap(({ id }) => (due.includes(`setting_pictures/${id}`) ? [id] : []));
  if (ids.length > 0) {
    await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
      declareChangedTables(tx, 'setting_pictures');
      await tx.em.nativeDelete(SettingPicture, { id: { $in: ids }, version: unsaved });
    });
  }
  await dropUnseen(ctx, 'unsaved');
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
