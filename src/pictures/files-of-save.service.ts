import { acquireLease } from '../locks/lease.ts';
import type { Pictures, SizeMaker } from './processing/pictures.ts';
import { isUploadPath } from '../shared/addresses.ts';
import { RuleBroken } from '../shared/errors.ts';
import type { Upload } from '../shared/uploaded-file.ts';
import { isShown } from './named-files.repository.ts';
import { Picture } from './picture.entity.ts';
import {
  changePictures,
  enterPicture,
  filesOfPicture,
  leaseOn,
  orWarn,
  type PicturesCtx,
} from './pictures.service.ts';

// Each function here holds a file until the end of its caller's block (`await using`).

/** A file that came with a form. */
export interface UploadedPicture {
  file: Upload;
  field: string;
}

export type StoredUpload = AsyncDisposable & { path: string; keep(): void };

/**
 * Stores a picture, or what `store` stores. It is removed at the end of the block unless `keep` was called.
 *
 * @throws {RuleBroken} under `field` when it is damaged
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
  await enterPicture(ctx, stored, null);
  const ending = started.move();
  return {
    path,
    keep: () => {
      // Moving the actions off the stack keeps the file.
      ending.move();
      ctx.sizes.wake();
    },
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  };
}

/**
 * Needs no lease, because nobody else knows the path. Checks first whether a row shows the picture, because the commit
 * may have succeeded although the response of the database was lost.
 */
async function discardNew(ctx: PicturesCtx, path: string): Promise<void> {
  if (await isShown({ em: ctx.em.fork() }, path)) return;
  await ctx.pictures.remove(...(await filesOfPicture(ctx, path)));
  await changePictures(ctx, (em) => em.nativeDelete(Picture, { path }));
}

/** A picture that exists already. */
export interface NamedPicture {
  address?: string | undefined;
  field: string;
  /** Whether the picture must be in the library. It then stays there. */
  isFromLibrary?: boolean;
}

export const notInLibrary = 'This picture is no longer in the library. Choose another one.';

/** Returns the address of the picture. @throws {RuleBroken} when its file does not exist */
export type TakePicture = () => string | undefined;

/** Holds the file of a picture, so that nobody can remove the file meanwhile. */
export async function holdNamed(
  ctx: PicturesCtx,
  { address, field, isFromLibrary }: NamedPicture,
): Promise<AsyncDisposable & { take: TakePicture }> {
  await using held = new AsyncDisposableStack();
  const isUpload = Boolean(address) && isUploadPath(address!);
  if (isUpload) held.use(await acquireLease(ctx, leaseOn(address!)));
  const isThere = !isUpload || (await ctx.pictures.exists(address!));
  const take = () => {
    const reason = isFromLibrary ? notInLibrary : 'There is no uploaded picture at this path.';
    if (!isThere) throw RuleBroken.of(field, reason);
    return address || undefined;
  };
  const until = held.move();
  return { take, [Symbol.asyncDispose]: () => until.disposeAsync() };
}
