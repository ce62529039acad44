import { touch } from '../../database/content-version.ts';
import type { OperationContext } from '../../database/operation.ts';
import { type Lease, withLease } from '../../idempotency/lease.ts';
import { TrashItem } from '../trash/trash-item.entity.ts';
import { isShown } from './named-files.repository.ts';
import { Picture } from './picture.entity.ts';
import { filesOf, leaseOn, orWarn, type PictureWork, withdraw } from './pictures.service.ts';

// Pictures of rows in the trash. They go there as any picture goes that no row shows: `letGoOf`.

/** Takes a picture away whose sizes came only after it was thrown into the trash. */
export async function followIntoTrash(work: PictureWork, lease: Lease, path: string): Promise<void> {
  const isInTrash = (await work.em.fork().count(TrashItem, { picture: path })) > 0;
  if (isInTrash && !(await isShown({ em: work.em.fork() }, path))) await withdraw(work, lease, path);
}

/**
 * Copies a picture back to where it is served, runs the act that takes its row out of the trash, and removes what lies away. When the
 * act fails, the picture goes back.
 */
export async function withRestoredPicture<T>(
  work: PictureWork,
  path: string | null,
  act: () => Promise<T>,
): Promise<T> {
  if (!path) return act();
  return withLease(work, leaseOn(path), async (lease) => {
    const files = await filesOf(work, path);
    const done = await work.pictures.trashed
      .bringBack(...files)
      .then(act)
      .catch(async (error: unknown) => {
        await orWarn(work, path, async () => {
          if (!(await isShown({ em: work.em.fork() }, path))) await withdraw(work, lease, path);
        });
        throw error;
      });
    await orWarn(work, path, async () => {
      lease.expectHeld();
      await work.pictures.trashed.drop(...files);
    });
    return done;
  });
}

/** Has the sizes made that were not made yet when the picture's row went into the trash. */
export async function askForSizes({ em }: Pick<OperationContext, 'em'>, path: string): Promise<void> {
  touch({ em }, 'pictures');
  await em.nativeUpdate(Picture, { path, sized_at: null }, { tries: 0, claimed_until: null });
}
