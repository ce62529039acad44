import { defineEntity, p } from '@mikro-orm/core';
import { textColumn } from '../../database/columns.ts';
import type { NotNull } from 'kysely';
import { declareChangedTables } from '../../database/content-version.ts';
import type { Ctx } from '../../database/ctx.ts';
import type { Tables } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { PrivateFiles } from '../../pictures/files/private-files.ts';
import { MediaItem } from '../../pictures/media-item.entity.ts';
import { readNamedKeys, readRowsShowing } from '../../pictures/named-files.ts';
import { insertPicture, orWarn, type PicturesCtx, removeUnneeded } from '../../pictures/pictures.ts';
import { SettingPicture, unsaved } from '../../settings/site-setting.entity.ts';
import { pictureStemOf } from '../../shared/library-files.ts';
import { mediaFacts } from './library.facts.ts';
import { compareFiles, findUnrecordedPictures, inPages } from './storage-audit.ts';

export const SweepCandidateSchema = defineEntity({
  name: 'SweepCandidate',
  tableName: 'sweep_candidates',
  indexes: [{ properties: ['kind', 'seen_at'] }],
  properties: {
    /**
     * The path: `uploads/…` or `private/…`. For an unused picture of the sample content, `media/` and the id of its item.
     * For an upload that the settings do not name yet, `setting_pictures/` and the id of its row.
     */
    file: textColumn('nothing').primary(),
    kind: textColumn('nothing').$type<SweptKind>(),
    /** The time of the first sweep that found no row for the file. */
    first_seen: p.datetime(),
    seen_at: p.datetime(),
  },
});

type SweptKind = 'uploads' | 'private' | 'samples' | 'unsaved';

/**
 * A file that no row names. The candidates are stored in the database, so that all instances share them and a
 * restart does not lose them.
 */
class SweepCandidate extends SweepCandidateSchema.class {}

SweepCandidateSchema.setClass(SweepCandidate);

type CandidateCtx = Pick<Ctx, 'em' | 'now'>;

interface DueFile {
  file: string;
  since: Date;
}

/**
 * Records files for which a sweep has found no row. Returns the files that were first recorded at least `waitMs` ago.
 * Every sweep since then has found no row for them, because `dropUnseen` deletes the records of other files.
 */
async function recordCandidates(
  { em, now }: CandidateCtx,
  kind: SweptKind,
  files: string[],
  waitMs: number,
): Promise<DueFile[]> {
  if (files.length === 0) return [];
  const db = em.fork().getKysely<Tables>();
  const rows = await db
    .insertInto('sweep_candidates')
    .values(files.map((file) => ({ file, kind, first_seen: now, seen_at: now })))
    .onConflict((conflict) => conflict.column('file').doUpdateSet({ seen_at: now }))
    .returning(['file', 'first_seen'])
    .execute();
  return rows
    .map(({ file, first_seen }) => ({ file, since: new Date(first_seen) }))
    .filter(({ since }) => now.getTime() - since.getTime() >= waitMs);
}

async function dropCandidates({ em }: CandidateCtx, files: string[]): Promise<void> {
  if (files.length === 0) return;
  await em.fork().getKysely<Tables>().deleteFrom('sweep_candidates').where('file', 'in', files).execute();
}

/**
 * Deletes the records of files that the current sweep did not find. Such files have a row again or no longer
 * exist.
 */
async function dropUnseen({ em, now }: CandidateCtx, kind: SweptKind): Promise<void> {
  const db = em.fork().getKysely<Tables>();
  const unseen = db.deleteFrom('sweep_candidates').where('kind', '=', kind);
  await unseen.where('seen_at', '<', now).execute();
}

// A sweep deletes a file only if an earlier sweep, at least a day before, also found no row for the file. A
// single sweep with a wrong result therefore deletes no file.

const dayMs = 24 * 60 * 60_000;

type SweepCtx = PicturesCtx & {
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

type PrivateCtx = Pick<Ctx, 'em' | 'read'> & { privateFiles: PrivateFiles };

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

type SampleSweepCtx = PicturesCtx & { onRemoved(file: string, since: Date): void };

/**
 * Deletes the pictures of the sample content from the library that two sweeps at least a day apart have found
 * unused and unchanged. Rows in the trash and earlier versions count as uses, so that the removal of the sample
 * content can be undone.
 */
export async function sweepSamplePictures(ctx: SampleSweepCtx): Promise<void> {
  const found = await findUnusedSamples(ctx);
  const byName = new Map(found.map((picture) => [`media/${picture.id}`, picture]));
  for (const { file: name, since } of await recordCandidates(ctx, 'samples', [...byName.keys()], dayMs)) {
    const { id, path } = byName.get(name)!;
    await orWarn(ctx, path, async () => {
      if (!(await findUnusedSamples(ctx)).some((picture) => picture.id === id)) return;
      await ctx.em.fork().transactional(async (em) => {
        declareChangedTables({ em }, mediaFacts.table);
        await em.nativeDelete(MediaItem, { id });
      });
      await removeUnneeded(ctx, path);
      ctx.onRemoved(path, since);
    });
  }
  await dropUnseen(ctx, 'samples');
}

/** Returns the items of the library that came with the sample content, that nobody has changed, and that nothing uses. */
async function findUnusedSamples(ctx: SampleSweepCtx): Promise<{ id: number; path: string }[]> {
  const samples = await ctx.read
    .selectFrom('media')
    .innerJoin('starter_rows', 'row_id', 'media.id')
    .select(['media.id', 'path'])
    .where('module', '=', mediaFacts.log)
    .whereRef('hash', '=', 'path')
    .$narrowType<{ path: NotNull }>()
    .where('version', '=', 1)
    .where('media.id', 'not in', (db) => db.selectFrom('media_uses').select('media_id'))
    .where('media.id', 'not in', (db) => db.selectFrom('version_pictures').select('media_id'))
    .execute();
  const showing = await readRowsShowing(
    ctx,
    samples.map(({ path }) => path),
  );
  const shown = new Set(showing.flatMap(({ table, path }) => (table === mediaFacts.table ? [] : [path])));
  return samples.flatMap(({ id, path }) => (shown.has(path) ? [] : [{ id: Number(id), path }]));
}
