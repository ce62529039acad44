import { declareChangedTables } from '../database/content-version.ts';
import type { Ctx } from '../database/ctx.ts';
import { acquireLease, type Lease } from '../locks/lease.ts';
import { isRetained } from './retained-pictures.repository.ts';
import { isShown } from './named-files.repository.ts';
import { Picture } from './picture.entity.ts';
import {
  filesOfPicture,
  pictureLeaseName,
  orWarn,
  type PicturesCtx,
  removeFromPublicStorage,
} from './pictures.service.ts';

/**
 * Moves the files of a picture to the private storage if only the trash or an earlier version still needs the
 * picture. Its row may have gone to the trash, or may have got another picture, while new sizes were created.
 */
export async function moveFilesIfTrashed(ctx: PicturesCtx, lease: Lease, path: string): Promise<void> {
  if (await isRetained(ctx, path)) await withdrawHeld(ctx, lease, path);
}

/**
 * Copies the files of pictures from the private storage back to the public storage, for rows that show the
 * pictures again. When the block of the caller ends, the private copies are deleted if `keep` was called.
 * Otherwise the pictures return to the private storage.
 */
export async function restorePictures(
  ctx: PicturesCtx,
  paths: readonly (string | null)[],
): Promise<AsyncDisposable & { keep(): void }> {
  const byLease = new Map(paths.flatMap((path) => (path ? [[pictureLeaseName(path), path] as const] : [])));
  let isKept = false;
  await using held = new AsyncDisposableStack();
  // Every caller acquires its leases in the same order, so that no two callers wait for each other.
  for (const name of [...byLease.keys()].toSorted()) {
    const path = byLease.get(name)!;
    const lease = held.use(await acquireLease(ctx, name));
    const files = await filesOfPicture(ctx, path);
    held.defer(() =>
      orWarn(ctx, path, async () => {
        if (!isKept) return withdrawHeld(ctx, lease, path);
        lease.expectHeld();
        await ctx.pictures.trashed.drop(...files);
      }),
    );
    await ctx.pictures.trashed.bringBack(...files);
  }
  const until = held.move();
  return {
    keep: () => {
      isKept = true;
    },
    [Symbol.asyncDispose]: () => until.disposeAsync(),
  };
}

/**
 * Removes a picture from the public storage, unless a row shows the picture. Somebody else may have restored
 * the row, or the commit may have succeeded although the response of the database was lost.
 */
async function withdrawHeld(ctx: PicturesCtx, lease: Lease, path: string): Promise<void> {
  if (!(await isShown({ em: ctx.em.fork() }, path))) await removeFromPublicStorage(ctx, lease, path);
}

/**
 * Resets the failed tries of a picture without sizes, so that its sizes are created soon. A picture that went
 * to the trash before it had sizes gets them after its return.
 */
export async function retrySizes({ em }: Pick<Ctx, 'em'>, path: string): Promise<void> {
  declareChangedTables({ em }, 'pictures');
  await em.nativeUpdate(Picture, { path, sized_at: null }, { tries: 0, claimed_until: null });
}
