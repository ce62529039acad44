import { acquireLease } from '../locks/lease.ts';
import type { Pictures, SizeMaker } from './processing/pictures.ts';
import { isPicturePath } from '../shared/address-fields.ts';
import { RuleBroken } from '../shared/errors.ts';
import type { Upload } from '../shared/uploaded-file.ts';
import { isShown } from './named-files.repository.ts';
import { Picture } from './picture.entity.ts';
import {
  changePictures,
  insertPicture,
  filesOfPicture,
  pictureLeaseName,
  orWarn,
  type PicturesCtx,
} from './pictures.service.ts';

// The functions in this file return disposables. A disposable protects a file until the block of the caller
// ends (`await using`).

/** A picture that was uploaded in a field of a form. */
export interface UploadedPicture {
  file: Upload;
  field: string;
}

export type StoredUpload = AsyncDisposable & { path: string; keep(): void };

/**
 * Stores an uploaded picture with `store`. The stored files are removed when the block of the caller ends,
 * unless `keep` was called.
 * @throws {RuleBroken} under `field` when the picture is damaged
 */
export async function storeUpload(
  ctx: PicturesCtx & { sizes: SizeMaker },
  { file, field }: UploadedPicture,
  store: Pictures['store'] = ctx.pictures.store,
): Promise<StoredUpload> {
  const stored = await store(file, field);
  const { path } = stored;
  await using started = new AsyncDisposableStack();
  started.defer(() => orWarn(ctx, path, () => discardNew(ctx, path)));
  await insertPicture(ctx, stored, null);
  const ending = started.move();
  return {
    path,
    keep: () => {
      // The removal of the file moves to a stack that is never disposed, so the file is kept.
      ending.move();
      ctx.sizes.wake();
    },
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  };
}

/**
 * Removes a new picture. Needs no lease, because no other code has the path. Keeps the picture if a row shows
 * it: the commit may have succeeded although the response of the database was lost.
 */
async function discardNew(ctx: PicturesCtx, path: string): Promise<void> {
  if (await isShown({ em: ctx.em.fork() }, path)) return;
  await ctx.pictures.remove(...(await filesOfPicture(ctx, path)));
  await changePictures(ctx, (em) => em.nativeDelete(Picture, { path }));
}

/** An existing picture that a form names by its address. */
export interface NamedPicture {
  address?: string | undefined;
  field: string;
  /**
   * Whether the picture was chosen from the library. A chosen picture must exist there, and becomes a
   * permanent part of the library.
   */
  isFromLibrary?: boolean;
}

export const notInLibrary = 'This picture is no longer in the library. Choose another one.';

/**
 * Returns the address of the picture, or undefined when no picture is named.
 * @throws {RuleBroken} when the file of the picture does not exist
 */
export type TakePicture = () => string | undefined;

/**
 * Takes the lease of a named picture until the block of the caller ends, so that nobody can remove its file
 * meanwhile.
 */
export async function holdNamedPicture(
  ctx: PicturesCtx,
  { address, field, isFromLibrary }: NamedPicture,
): Promise<AsyncDisposable & { take: TakePicture }> {
  await using held = new AsyncDisposableStack();
  const isUpload = Boolean(address) && isPicturePath(address!);
  if (isUpload) held.use(await acquireLease(ctx, pictureLeaseName(address!)));
  const isThere = !isUpload || (await ctx.pictures.exists(address!));
  const take = () => {
    const reason = isFromLibrary ? notInLibrary : 'There is no uploaded picture at this path.';
    if (!isThere) throw RuleBroken.of(field, reason);
    return address || undefined;
  };
  const until = held.move();
  return { take, [Symbol.asyncDispose]: () => until.disposeAsync() };
}
