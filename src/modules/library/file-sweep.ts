import { defineEntity, p } from '@mikro-orm/core';
import { textColumn } from '../../database/columns.ts';
import type { NotNull } from 'kysely';
import { Version } from '../../content/versions/stored-versions.ts';
import { declareChangedTables } from '../../database/content-version.ts';
import type { Ctx } from '../../database/ctx.ts';
import type { Tables } from '../../database/table-types.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { PrivateFiles } from '../../pictures/files/storage.ts';
import { MediaItem } from '../../pictures/media-item.entity.ts';
import {
  iterateRowsWithPictures,
  readPrivateKeysInUse,
  readRetainedStems,
  readRowsWithPictures,
  type RowWithPicture,
} from '../../pictures/files-in-use.ts';
import { readKnownPaths, readPictures, readUnknownPaths } from '../../pictures/picture.entity.ts';
import {
  insertPicture,
  warnOnFailure,
  type PicturesCtx,
  removeUnneededPicture,
} from '../../pictures/change-pictures.ts';
import { groupValue } from '../../settings/assemble-settings.ts';
import { readDefaultsBasis, readSettingsGroup } from '../../settings/stored-groups.ts';
import { removeMissingSettingPicture } from '../../settings/setting-pictures.ts';
import { SettingPicture, unsavedVersion } from '../../settings/site-setting.entity.ts';
import { inBatches } from '../../shared/batches.ts';
import { treatmentOf } from '../../shared/brand/picture-treatment.ts';
import { pictureStemOf } from '../../shared/library-files.ts';
import { possibleOriginalsOf, sizesOf, treatedSizesOf } from '../../shared/picture-view.ts';
import type { GroupValues } from '../../shared/settings/groups.ts';
import { mediaFacts } from './library.facts.ts';

const pageSize = 500;

/** Compares, and changes nothing. */
type CompareCtx = Pick<PicturesCtx, 'em' | 'read' | 'pictures'>;

interface Disagreements {
  rowsWithoutFile: RowWithPicture[];
  filesWithoutRow: string[];
  /** Rows show them, but `pictures` lacks them. */
  unknown: string[];
}

/** Of one page of the storage's listing. */
interface ComparedPage {
  orphans: string[];
  /** Sizes of shown pictures that only earlier versions or looks have. */
  outdated: string[];
  /** Pictures in `pictures` without a file. */
  gone: string[];
}

/** Page by page. Skips files changed after `before`, whose rows may not be stored yet. */
async function* compareFiles(ctx: CompareCtx, before: Date): AsyncGenerator<ComparedPage> {
  let after = '';
  for await (const page of inBatches(ctx.pictures.list(), pageSize)) {
    const last = page.at(-1)!.path;
    const old = page.filter(({ changedAt }) => changedAt <= before).map(({ path }) => path);
    const there = new Set(page.map(({ path }) => path));
    const unneeded = await findUnneeded(ctx, old);
    for await (const known of readKnownPaths(ctx.read, after, last)) {
      yield {
        orphans: [],
        outdated: [],
        gone: await missingOf(
          ctx,
          known.filter((path) => !there.has(path)),
        ),
      };
    }
    yield { ...unneeded, gone: [] };
    after = last;
  }
  for await (const known of readKnownPaths(ctx.read, after, undefined)) {
    yield { orphans: [], outdated: [], gone: await missingOf(ctx, known) };
  }
}

async function findUnneeded(ctx: CompareCtx, paths: string[]) {
  const originals = [...new Set(paths.map(pictureStemOf))].flatMap(possibleOriginalsOf);
  const shown = new Set((await readRowsWithPictures(ctx, originals)).map(({ path }) => path));
  const stems = new Set([...shown].map(pictureStemOf));
  for (const stem of await readRetainedStems(ctx, paths)) stems.add(stem);
  const orphans = paths.filter((path) => !stems.has(pictureStemOf(path)));
  const sizes = paths.filter((path) => stems.has(pictureStemOf(path)) && !shown.has(path));
  const known = await readPictures(
    ctx.read,
    [...new Set(sizes.map(pictureStemOf))].flatMap(possibleOriginalsOf),
  );
  const measured = new Set([...known.keys()].map(pictureStemOf));
  const brand = await readSettingsGroup(ctx.read, 'brand');
  const look = groupValue('brand', brand?.value, await readDefaultsBasis(ctx.read));
  const treatment = treatmentOf(look as GroupValues['brand']);
  const needed = new Set(
    [...known.values()]
      .flatMap((picture) => [
        picture,
        ...sizesOf(picture),
        ...(treatment ? treatedSizesOf(picture, treatment) : []),
      ])
      .map(({ path }) => path),
  );
  const outdated = sizes.filter((path) => measured.has(pictureStemOf(path)) && !needed.has(path));
  return { orphans, outdated };
}

/** Asks the storage for each path, because a file may have been stored after its page of the listing was read. */
async function missingOf({ pictures }: CompareCtx, paths: string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const path of paths) if (!(await pictures.exists(path))) missing.push(path);
  return missing;
}

/** Pictures that rows show and `pictures` lacks: `there` with a file, `missing` without. */
async function* findUnrecordedPictures(
  ctx: CompareCtx,
): AsyncGenerator<{ there: string[]; missing: string[] }> {
  for await (const rows of iterateRowsWithPictures(ctx, pageSize)) {
    const unknown = await readUnknownPaths(
      ctx.read,
      rows.map(({ path }) => path),
    );
    const missing = await missingOf(ctx, unknown);
    yield { there: unknown.filter((path) => !missing.includes(path)), missing };
  }
}

export async function findFileDisagreements(ctx: CompareCtx, before: Date): Promise<Disagreements> {
  const result: Disagreements = { rowsWithoutFile: [], filesWithoutRow: [], unknown: [] };
  const addRows = async (missing: string[]) =>
    void result.rowsWithoutFile.push(...(await readRowsWithPictures(ctx, missing)));
  for await (const { orphans, gone } of compareFiles(ctx, before)) {
    result.filesWithoutRow.push(...orphans);
    await addRows(gone);
  }
  const unknown = new Set<string>();
  for await (const { there, missing } of findUnrecordedPictures(ctx)) {
    for (const path of there) unknown.add(path);
    await addRows(missing);
  }
  const byRow = new Map(result.rowsWithoutFile.map((row) => [`${row.table} ${row.column} ${row.id}`, row]));
  return { ...result, rowsWithoutFile: [...byRow.values()], unknown: [...unknown] };
}

/** Reads every picture that rows show, and compares it with the hash in its path. */
export async function findDamagedFiles(ctx: CompareCtx): Promise<RowWithPicture[]> {
  const damaged: RowWithPicture[] = [];
  for await (const rows of iterateRowsWithPictures(ctx, pageSize)) {
    // One at a time, because there may be many large files.
    for (const row of rows) if (await ctx.pictures.isDamaged(row.path)) damaged.push(row);
  }
  return damaged;
}

/**
 * Takes a picture without a file out of the row and all versions, and raises the row's version. The settings
 * get a new version without it.
 */
export async function removeMissingPicture(
  ctx: Ctx,
  { table, column, id, path }: RowWithPicture,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (table === tx.em.getMetadata().get(SettingPicture).tableName)
      return removeMissingSettingPicture(tx, id);
    declareChangedTables(tx, table);
    await tx.em
      .getKysely<Record<string, Record<string, unknown>>>()
      .updateTable(table)
      .set((eb) => ({ [column]: null, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where(column, '=', path)
      .execute();
    await tx.em.nativeUpdate(Version, { picture: path }, { picture: null });
  });
}

export const SweepCandidateSchema = defineEntity({
  name: 'SweepCandidate',
  tableName: 'sweep_candidates',
  indexes: [{ properties: ['kind', 'seen_at'] }],
  properties: {
    /**
     * `uploads/…` or `private/…`; `media/` and the item's id for an unused sample picture;
     * `setting_pictures/` and the row's id for an upload that the settings do not name yet.
     */
    file: textColumn('nothing').primary(),
    kind: textColumn('nothing').$type<SweptKind>(),
    /** The first sweep that found no row for the file. */
    first_seen: p.datetime(),
    seen_at: p.datetime(),
  },
});

type SweptKind = 'uploads' | 'private' | 'samples' | 'unsaved';

/** A file that no row names. In the database, for all instances and across restarts. */
class SweepCandidate extends SweepCandidateSchema.class {}

SweepCandidateSchema.setClass(SweepCandidate);

type CandidateCtx = Pick<Ctx, 'em' | 'now'>;

interface DueFile {
  file: string;
  since: Date;
}

/**
 * Records files without a row, and returns those first recorded at least `waitMs` ago. No sweep since has
 * found a row for them, because `dropUnseen` forgets the others.
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

/** Forgets what this sweep did not see: it has a row again, or is gone. */
async function dropUnseen({ em, now }: CandidateCtx, kind: SweptKind): Promise<void> {
  const db = em.fork().getKysely<Tables>();
  const unseen = db.deleteFrom('sweep_candidates').where('kind', '=', kind);
  await unseen.where('seen_at', '<', now).execute();
}

// A file is deleted only if a sweep at least a day earlier found no row for it either. So one sweep with a
// wrong result deletes nothing.

const dayMs = 24 * 60 * 60_000;

type SweepCtx = PicturesCtx & {
  onRemoved(file: string, since: Date): void;
};

/**
 * Deletes pictures that no row showed in two sweeps at least `waitMs` apart, and sizes that only earlier
 * versions made. Inserts missing rows in `pictures`. Skips files changed after `before`.
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
      await warnOnFailure(ctx, files[0]!.file, async () => {
        const paths = files.map(({ file }) => file);
        if (isOutdated.has(paths[0]!)) await ctx.pictures.remove(...paths);
        else if (!(await removeUnneededPicture(ctx, paths.at(-1)!, paths))) return;
        await tell(ctx, files);
        counts.removed += files.length;
      });
    }
    for (const path of gone) await warnOnFailure(ctx, path, () => removeUnneededPicture(ctx, path));
  }
  await dropUnseen(ctx, 'uploads');
  for await (const { there } of findUnrecordedPictures(ctx)) {
    for (const path of there) await insertPicture(ctx, await ctx.pictures.measure(path), null);
    counts.entered += there.length;
  }
  return counts;
}

/** Uploads that nobody has saved for a day. Their files are orphans then. */
async function dropUnsavedUploads(ctx: SweepCtx): Promise<void> {
  const uploads = await ctx.em.fork().find(SettingPicture, { version: unsavedVersion });
  const names = uploads.map(({ id }) => `setting_pictures/${id}`);
  const due = (await recordCandidates(ctx, 'unsaved', names, dayMs)).map(({ file }) => file);
  const ids = uploads.flatMap(({ id }) => (due.includes(`setting_pictures/${id}`) ? [id] : []));
  if (ids.length > 0) {
    await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
      declareChangedTables(tx, 'setting_pictures');
      await tx.em.nativeDelete(SettingPicture, { id: { $in: ids }, version: unsavedVersion });
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

/** Without a row, say after a crash. Skips those changed after `before`, whose rows may not be stored yet. */
export async function* findPrivateOrphans(ctx: PrivateCtx, before: Date): AsyncGenerator<string[]> {
  for await (const page of inBatches(ctx.privateFiles.list(), pageSize)) {
    const keys = page.filter(({ changedAt }) => changedAt <= before).map(({ key }) => key);
    const namedKeys = await readPrivateKeysInUse(ctx, keys);
    yield keys.filter((key) => !namedKeys.has(key)).map((key) => `private/${key}`);
  }
}

/** Deletes private files that had no row in two sweeps at least `waitMs` apart. Returns how many. */
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

/**
 * Deletes library pictures of the sample content that two sweeps a day apart found unused and unchanged. The
 * trash and earlier versions count as uses, so that removing the samples can be undone.
 */
export async function sweepSamplePictures(ctx: SweepCtx): Promise<void> {
  const unused = await findUnusedSamples(ctx);
  const byName = new Map(unused.map((picture) => [`media/${picture.id}`, picture]));
  for (const { file: name, since } of await recordCandidates(ctx, 'samples', [...byName.keys()], dayMs)) {
    const { id, path } = byName.get(name)!;
    await warnOnFailure(ctx, path, async () => {
      if (!(await findUnusedSamples(ctx)).some((picture) => picture.id === id)) return;
      await ctx.em.fork().transactional(async (em) => {
        declareChangedTables({ em }, mediaFacts.table);
        await em.nativeDelete(MediaItem, { id });
      });
      await removeUnneededPicture(ctx, path);
      ctx.onRemoved(path, since);
    });
  }
  await dropUnseen(ctx, 'samples');
}

/** Came with the sample content, changed by nobody, used by nothing. */
async function findUnusedSamples(ctx: SweepCtx): Promise<{ id: number; path: string }[]> {
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
  const showing = await readRowsWithPictures(
    ctx,
    samples.map(({ path }) => path),
  );
  const shown = new Set(showing.flatMap(({ table, path }) => (table === mediaFacts.table ? [] : [path])));
  return samples.flatMap(({ id, path }) => (shown.has(path) ? [] : [{ id: Number(id), path }]));
}
