import { LockMode } from '@mikro-orm/core';
import { declareChangedTables } from '../database/content-version.ts';
import type { Ctx } from '../database/ctx.ts';
import { isPostgresql } from '../database/is-postgresql.ts';
import { isPicturePath } from '../shared/fields.ts';
import { RuleBroken } from '../shared/errors.ts';
import { pictureStemOf } from '../shared/library-files.ts';
import { filesOfPicture, possibleOriginalsOf } from '../shared/picture-view.ts';
import type { Upload } from '../shared/uploads.ts';
import { MediaItem } from './media-item.entity.ts';
import { isInTrashOrVersions, isShownByRow } from './files-in-use.ts';
import { Picture } from './picture.entity.ts';
import type { PictureStore, StoredPicture } from './processing/picture-store.ts';

// A file is written once and never moves. The sweep removes it when no row, version or trash needs it.

export type PicturesCtx = Ctx & {
  pictures: PictureStore;
  warn(line: string, facts?: Record<string, unknown>): void;
};

/** An existing row stays. */
export async function insertPicture(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  stored: StoredPicture,
  alt: string | null,
): Promise<void> {
  const row = { ...stored, alt, created_at: now };
  await inPicturesTransaction({ em }, (tx) => tx.upsert(Picture, row, { onConflictAction: 'ignore' }));
}

/** Marks `pictures` as changed, so that caches drop old responses. */
export function inPicturesTransaction<T>(
  { em }: Pick<Ctx, 'em'>,
  act: (tx: Ctx['em']) => Promise<T>,
): Promise<T> {
  return em.fork().transactional((tx) => {
    declareChangedTables({ em: tx }, 'pictures');
    return act(tx);
  });
}

/** Also describes the item in the library. Returns whether the description has changed. */
export async function describePicture(
  { em, now }: Ctx,
  path: string | null | undefined,
  alt: string | null | undefined,
): Promise<boolean> {
  if (!path || alt === undefined) return false;
  const picture = await em.findOne(Picture, { path });
  if (picture && (picture.alt ?? null) === alt) return false;
  declareChangedTables({ em }, 'pictures');
  await em.nativeUpdate(Picture, { path }, { alt });
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const item = await em.findOne(MediaItem, { path }, { lockMode });
  if (item && item.alt !== alt) item.revise({ alt }, now);
  return true;
}

/** Deletes an item that a form has added, unless a row still shows its picture. */
export async function dropUnshownItem(tx: Pick<Ctx, 'em'>, path: string | null | undefined): Promise<void> {
  if (!path) return;
  // Of two people who take away its last two rows at once, the second one waits here, and then sees no row.
  const db = tx.em.getKysely<{ media: { path: string; is_attached: boolean } }>();
  const items = db
    .selectFrom('media')
    .select('path')
    .where('path', '=', path)
    .where('is_attached', '=', true);
  if (isPostgresql(db)) await items.forUpdate().execute();
  if (await isShownByRow(tx, path)) return;
  declareChangedTables(tx, 'media');
  await tx.em.nativeDelete(MediaItem, { path, is_attached: true });
}

/** Logs a failure instead of throwing: the next sweep tries again. */
export async function warnOnFailure(
  ctx: PicturesCtx,
  file: string,
  act: () => Promise<unknown>,
): Promise<void> {
  try {
    await act();
  } catch (err) {
    ctx.warn('the files of a picture could not be removed, the sweep will try again', { file, err });
  }
}

/** False if a row, the trash or a version needs it. `besides` are further files of the picture. */
export async function removeUnneededPicture(
  ctx: PicturesCtx,
  path: string,
  besides: string[] = [],
): Promise<boolean> {
  const originals = possibleOriginalsOf(pictureStemOf(path));
  const paths = { path: { $in: originals } };
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const files = await inPicturesTransaction(ctx, async (em) => {
    // A save locks the row of a picture that it begins to show, or the item of one that its texts use.
    const known = await em.find(Picture, paths, { lockMode });
    const items = await em.find(MediaItem, paths, { lockMode });
    if ((await isShownByRow({ em }, ...originals)) || (await isInTrashOrVersions({ em }, ...originals)))
      return undefined;
    if (items.length > 0) declareChangedTables({ em }, 'media');
    await em.nativeDelete(MediaItem, { ...paths, is_attached: true });
    await em.nativeDelete(Picture, paths);
    return [...new Set([path, ...besides, ...known.flatMap(filesOfPicture)])];
  });
  if (!files) return false;
  await ctx.pictures.remove(...files);
  return true;
}

export interface UploadedPicture {
  file: Upload;
  field: string;
}

export interface ChosenPicture {
  address?: string | undefined;
  field: string;
  /** Chosen from the library, so it stays there when no row shows it. */
  isFromLibrary?: boolean;
}

export interface SubmittedPictures {
  upload?: UploadedPicture | undefined;
  chosen?: ChosenPicture | undefined;
}

export const notInLibraryMessage = 'This picture is no longer in the library. Choose another one.';

/**
 * Visitors can load the picture once a row shows it. Until then it is an orphan, which `dropUnshownUpload`
 * removes, or the sweep after a crash.
 * @throws {RuleBroken} under `field` when the picture is damaged
 */
export async function storeUpload(
  ctx: PicturesCtx,
  { file, field }: UploadedPicture,
  store: PictureStore['store'] = ctx.pictures.store,
): Promise<string> {
  const stored = await store(file, field);
  await insertPicture(ctx, stored, null);
  return stored.path;
}

/** For an upload whose save was refused, or was a repetition. */
export async function dropUnshownUpload(ctx: PicturesCtx, uploaded: string | undefined): Promise<void> {
  if (uploaded) await warnOnFailure(ctx, uploaded, () => removeUnneededPicture(ctx, uploaded));
}

/**
 * Also locks the picture against the sweep until the transaction ends.
 * @throws {RuleBroken} under `field` when no row shows such a picture
 */
export async function lockChosenPicture(
  tx: Pick<Ctx, 'em'>,
  { address, field, isFromLibrary }: ChosenPicture,
): Promise<string | undefined> {
  if (!address || !isPicturePath(address)) return address || undefined;
  const db = tx.em.getKysely<{ pictures: { path: string } }>();
  const rows = db.selectFrom('pictures').select('path').where('path', '=', address);
  if (isPostgresql(db)) await rows.forKeyShare().execute();
  if (await isShownByRow(tx, address)) return address;
  throw RuleBroken.of(
    field,
    isFromLibrary ? notInLibraryMessage : 'There is no uploaded picture at this path.',
  );
}
