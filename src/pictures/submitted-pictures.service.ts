import type { SizeMaker } from './processing/pictures.ts';
import {
  holdNamedPicture,
  type NamedPicture,
  storeUpload,
  type TakePicture,
  type UploadedPicture,
} from './submitted-files.service.ts';
import type { PicturesCtx } from './pictures.service.ts';
import { holdUsedPictures, type PictureUses } from './media-uses.service.ts';

/**
 * The pictures of a form: an uploaded picture, an existing picture that the form names, and the pictures in
 * its texts.
 */
export interface SubmittedPictures {
  upload?: UploadedPicture | undefined;
  named?: NamedPicture | undefined;
  used?: PictureUses | undefined;
}

/**
 * Holds the pictures of a form until the block of the caller ends. The uploaded picture is then removed,
 * unless `keep` was called. `take` returns the address of the uploaded picture, or otherwise of the named
 * picture.
 */
export async function holdPictures(
  ctx: PicturesCtx & { sizes: SizeMaker },
  { upload, named, used = {} }: SubmittedPictures,
): Promise<AsyncDisposable & { take: TakePicture; keep(): void }> {
  await using held = new AsyncDisposableStack();
  const stored = upload && held.use(await storeUpload(ctx, upload));
  held.use(await holdUsedPictures(ctx, used));
  const existing = named && held.use(await holdNamedPicture(ctx, named));
  const until = held.move();
  return {
    take: () => stored?.path ?? existing?.take(),
    keep: () => stored?.keep(),
    [Symbol.asyncDispose]: () => until.disposeAsync(),
  };
}
