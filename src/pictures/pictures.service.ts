import { LockMode } from '@mikro-orm/core';
import { declareChangedTables } from '../database/content-version.ts';
import type { Ctx } from '../database/ctx.ts';
import { acquireLease, type Lease } from '../locks/lease.ts';
import type { Pictures, StoredPicture } from './processing/pictures.ts';
import { isLibraryPath } from '../shared/address-fields.ts';
import { pictureStemOf } from '../shared/picture-stem.ts';
import { possibleOriginalsOf, scaledVersionsOf } from '../shared/picture-view.ts';
import { MediaItem } from './media-item.entity.ts';
import { isRetained } from './retained-pictures.repository.ts';
import { isShown } from './named-files.repository.ts';
import { Picture } from './picture.entity.ts';
import { maxTries } from './picture.repository.ts';

// Several rows of several modules may show the same file. Code that moves or removes files of a picture must
// hold the lease of the picture from its first check to the end. The same applies to code that lets a row
// show an existing file. Otherwise a stored row could lose its file. No transaction is open during storage
// operations. After a crash, a file may remain that no row shows. The sweep removes such files.

export type PicturesCtx = Ctx & {
  pictures: Pictures;
  warn(line: string, facts?: Record<string, unknown>): void;
};

/** Creates the row of a picture. An existing row remains unchanged. */
export async function insertPicture(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  stored: StoredPicture,
  alt: string | null,
): Promise<void> {
  const row = { ...stored, alt, created_at: now, sized_at: null, claimed_until: null, tries: 0 };
  await changePictures({ em }, (tx) => tx.upsert(Picture, row, { onConflictAction: 'ignore' }));
}

/** Calls `act` in a transaction that marks `pictures` as changed, so that caches drop old responses. */
export function changePictures<T>({ em }: Pick<Ctx, 'em'>, act: (tx: Ctx['em']) => Promise<T>): Promise<T> {
  return em.fork().transactional((tx) => {
    declareChangedTables({ em: tx }, 'pictures');
    return act(tx);
  });
}

/**
 * Sets the description of a picture and of its item in the library. Does nothing if there is no picture, or
 * if `alt` is undefined. Returns whether the description has changed.
 */
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

/**
 * Removes a picture that no row shows any more. Call this function after the commit. Errors are logged and
 * not thrown.
 */
export async function releasePicture(ctx: PicturesCtx, path: string | null | undefined): Promise<void> {
  if (!path || !isLibraryPath(path)) return;
  await orWarn(ctx, path, () => removeUnlessShown(ctx, path));
}

export async function releasePictures(
  ctx: PicturesCtx,
  paths: readonly (string | null | undefined)[],
): Promise<void> {
  for (const path of paths) await releasePicture(ctx, path);
}

/**
 * Calls `act`, and logs an error instead of throwing it. The change of the row is already committed, so the
 * caller must still return its result. The sweep tries again later.
 */
export async function orWarn(ctx: PicturesCtx, file: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (err) {
    ctx.warn('the files of a picture could not be moved or removed, the sweep will try again', {
      file,
      err,
    });
  }
}

/**
 * Removes a picture from the public storage, unless a row shows it. If the trash or an earlier version needs
 * the picture, moves its files to the private storage. Otherwise deletes its files and its row in `pictures`.
 * `besides` are further files of the picture. Returns whether the picture was removed from the public
 * storage.
 */
export async function removeUnlessShown(
  ctx: PicturesCtx,
  path: string,
  besides: string[] = [],
): Promise<boolean> {
  await using lease = await acquireLease(ctx, pictureLeaseName(path));
  if (await isShown({ em: ctx.em.fork() }, ...possibleOriginalsOf(pictureStemOf(path)))) return false;
  await removeFromPublicStorage(ctx, lease, path, besides);
  return true;
}

/**
 * Removes a picture that no row shows from the public storage, as `removeUnlessShown` does. The caller must
 * hold `lease`.
 */
export async function removeFromPublicStorage(
  { em, pictures }: PicturesCtx,
  lease: Lease,
  path: string,
  besides: string[] = [],
): Promise<void> {
  const originals = { $in: possibleOriginalsOf(pictureStemOf(path)) };
  const known = await em.fork().find(Picture, { path: originals });
  const files = [...new Set([path, ...besides, ...known.flatMap(withSizes)])];
  const isNeeded = await isRetained({ em }, path);
  lease.expectHeld();
  // The items of the library are deleted before the files, so that after a crash the library names no missing
  // file.
  await dropAttached({ em }, originals);
  if (isNeeded) {
    await pictures.trashed.put(...files);
    await changePictures({ em }, (tx) =>
      tx.nativeUpdate(Picture, { path: originals, sized_at: null }, { tries: maxTries }),
    );
    return;
  }
  await pictures.remove(...files);
  await pictures.trashed.drop(...files);
  await changePictures({ em }, (tx) => tx.nativeDelete(Picture, { path: originals }));
}

async function dropAttached({ em }: Pick<Ctx, 'em'>, path: { $in: string[] }): Promise<void> {
  const attached = { path, is_attached: true };
  if ((await em.fork().count(MediaItem, attached)) === 0) return;
  await em.fork().transactional(async (tx) => {
    declareChangedTables({ em: tx }, 'media');
    await tx.nativeDelete(MediaItem, attached);
  });
}

export async function filesOfPicture({ em }: Pick<Ctx, 'em'>, path: string): Promise<string[]> {
  const known = await em.fork().findOne(Picture, { path });
  return known ? withSizes(known) : [path];
}

function withSizes(picture: Picture): string[] {
  return [picture.path, ...scaledVersionsOf(picture).map((size) => size.path)];
}

export function pictureLeaseName(path: string): string {
  return `picture ${pictureStemOf(path)}`;
}
